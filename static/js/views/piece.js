/** Draws a token's piece. What it consists of is described by format/pieces.js. */
import { el } from '../dom.js';
import { segments } from '../format/pieces.js';

/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/** @type {WeakMap<VocabularyEntry, HTMLElement>} */
const drawn = new WeakMap();

/**
 * A new node for each call; the first of an entry is drawn, the others copied.
 * @param {VocabularyEntry} entry
 * @returns {HTMLElement}
 */
export function renderPiece(entry) {
  let pattern = drawn.get(entry);
  if (!pattern) {
    pattern = el('span', { class: 'piece' }, ...segments(entry).map(renderSegment));
    drawn.set(entry, pattern);
  }
  return /** @type {HTMLElement} */ (pattern.cloneNode(true));
}

/** @param {import('../format/pieces.js').Segment} segment */
function renderSegment({ kind, text }) {
  if (kind === 'text') return text;
  // A box is drawn over the sign for a space, which most fonts lack.
  if (kind === 'space') return el('span', { class: 'space' }, el('span', {}, text));
  return el('span', { class: kind }, text);
}

/**
 * The piece as a screen reader or a tooltip says it: a space, a tab and a typed
 * sign for either are told apart by name.
 * @param {VocabularyEntry} entry
 * @param {import('../i18n/index.js').Words['records']} records
 */
export function spokenPiece(entry, records) {
  const parts = segments(entry).map(({ kind, text }) => {
    if (kind === 'text') return text;
    if (kind === 'special') return records.specials[text] ?? text;
    const hex = kind === 'space' ? '20' : text.slice(1, -1);
    return records.bytes[hex] ?? records.byte(hex);
  });
  return parts.join(' ');
}
