/** The token of every bar beneath it, where bars and tokens leave room for that: in one line, or in two by turns. */
import { el } from '../dom.js';
import { name } from '../format/pieces.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/** CSS px that a character takes. */
const CHARACTER = 8;
const MOST_LINES = 2;
/** CSS px that the label of a named bar takes, beside the line that leads to it. */
const NAMED = 136;

/**
 * Whether a named bar's label stands left of its line: where more room is, but not across the line of another.
 * @param {number} x CSS px @param {number} width @param {number} [other] where that line is
 */
export function isOnLeft(x, width, other = NaN) {
  const usual = x > width / 2;
  const away = usual ? x - other : other - x;
  const room = usual ? width - x : x;
  return away > 0 && away < NAMED && room >= NAMED ? !usual : usual;
}

/** Whether there is room for single characters at least: else no entry need be looked at, and there may be very many. @param {number} step CSS px from one bar to the next */
export function mayBeLabelled(step) {
  return MOST_LINES * step >= CHARACTER;
}

/**
 * In how many lines all of them fit.
 * @param {readonly VocabularyEntry[]} entries @param {number} step CSS px from one bar to the next
 * @returns {number} 0 where they do not
 */
export function labelLines(entries, step) {
  if (!entries.length || !mayBeLabelled(step)) return 0;
  const widest = CHARACTER * Math.max(...entries.map((entry) => [...name(entry)].length));
  const lines = Math.ceil(widest / step);
  return lines <= MOST_LINES ? lines : 0;
}

/**
 * @param {readonly VocabularyEntry[]} entries as their bars stand
 * @param {import('../draw/bars.js').Layout} layout @param {number} lines
 */
export function barLabels(entries, layout, lines) {
  return entries.map((entry, place) => {
    const label = el('span', { class: place % lines ? 'bar-label lower' : 'bar-label' }, renderPiece(entry));
    label.style.left = `${layout.left(place) + layout.step / 2}px`;
    return label;
  });
}
