/** Where the words stand in the picture of the curves. Estimates widths, so that it never waits for layout. Pure. */
import { apart } from '../draw/curves.js';
import { short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { overfitting } from './learning-facts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Training} Training */
/** @typedef {import('../draw/curves.js').Plot} Plot */
/** @typedef {{kind: string, x: number, y: number, text: string}} Label left end and baseline, CSS px */

const LINE = 15;
/** From a line's middle down to its baseline. */
const BASELINE = 4;

/** @param {string} text CSS px in the interface's type */
function widthOf(text) {
  return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? 12.5 : 6.6), 0);
}

/**
 * The names of the curves at their ends, and of the level of a model that knows nothing.
 * @param {State} state @param {Plot} plot @param {number | null} size of the vocabulary
 * @returns {Label[]}
 */
export function endLabels({ training, lang }, plot, size) {
  const t = words(lang).train;
  const last = training?.curve.at(-1);
  const level = size && { kind: 'uniform', x: plot.right + 8, y: plot.y(Math.log(size)), text: t.uniform(size, short(Math.log(size), 4)) };
  const series = last ? /** @type {const} */ (['validation', 'train']).map((kind) => ({ kind, x: plot.x(last.step) + 8, y: plot.y(last[kind]), text: `${t.series[kind]} ${short(last[kind], 4)}` })) : [];
  const isNear = series.some(({ x, text }) => x + widthOf(text) > plot.right);
  const together = level && isNear ? [level, ...series] : series;
  const placed = apart(together.map(({ y }) => y), LINE, plot.top, plot.bottom);
  const moved = together.map((label, i) => ({ ...label, y: (placed[i] ?? 0) + BASELINE }));
  return level && !isNear ? [{ ...level, y: level.y + BASELINE }, ...moved] : moved;
}

/**
 * The selected step, and the bracket where the curves part: below the
 * validation curve where there is room, else above it.
 * @param {State} state @param {Plot} plot @param {number} width CSS px of the whole picture
 * @returns {{labels: Label[], bracket: {from: number, to: number, y: number} | null}}
 */
export function marks({ training, lang }, plot, width) {
  const t = words(lang).train;
  const best = training?.curve.find(({ step }) => step === training.selected);
  if (!training || !best || best.step === 0) return { labels: [], bracket: null };
  const after = training.curve.filter(({ step }) => step >= best.step);
  const low = plot.y(best.validation);
  const high = plot.y(Math.max(...after.map(({ validation }) => validation)));
  const room = plot.y(Math.max(...after.map(({ train }) => train))) - low;
  const isBelow = room > 4 * LINE || high - plot.top < 4 * LINE;
  const over = overfitting(training);
  const loss = short(best.validation, 4);
  const isSettled = over !== null || training.status === 'finished' || training.status === 'stopped';
  const line = (/** @type {number} */ place) => (isBelow ? low + LINE * place + 4 : high - LINE * (3 - place) - 2);
  const label = fitting('selected', plot.x(best.step) + (isBelow ? 8 : 0), line(1), width, plot.left, isSettled ? t.selectedAt(best.step, loss) : t.leastSoFar(best.step, loss), t.selectedShort(best.step, loss));
  if (!over) return { labels: [label], bracket: null };
  const from = plot.x(over.from);
  const named = fitting('overfitting', from + (isBelow ? 8 : 0), line(2), width, plot.left, t.overfitting(over.from), t.overfittingShort(over.from));
  return { labels: [label, named], bracket: { from, to: plot.x(over.to), y: line(2) + 6 } };
}

/**
 * Inside the picture, and shorter where the picture is narrow.
 * @param {string} kind @param {number} x @param {number} y @param {number} width @param {number} left
 * @param {string} long @param {string} brief @returns {Label}
 */
export function fitting(kind, x, y, width, left, long, brief) {
  const text = widthOf(long) > width - left ? brief : long;
  return { kind, x: Math.max(left, Math.min(x, width - widthOf(text))), y, text };
}
