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
  const cross = failedAt(training, plot);
  const level = size && { kind: 'uniform', x: plot.right + 8, y: plot.y(Math.log(size)), text: t.uniform(size, short(Math.log(size), 4)) };
  const x = Math.max(last ? plot.x(last.step) : 0, cross ? cross.x + 6 : 0) + 8;
  const broken = cross ? [{ kind: 'failed', x, y: cross.y - 1, text: t.failure(cross.step) }] : [];
  const ends = last ? /** @type {const} */ (['validation', 'train']).map((kind) => ({ kind, x, y: plot.y(last[kind]), text: `${t.series[kind]} ${short(last[kind], 4)}` })) : [];
  const series = [...broken, ...ends];
  const isNear = series.some(({ text }) => x + widthOf(text) > plot.right);
  const together = level && isNear ? [level, ...series] : series;
  const placed = apart(together.map(({ y }) => y), LINE, plot.top, plot.bottom);
  const moved = together.map((label, i) => ({ ...label, y: (placed[i] ?? 0) + BASELINE }));
  return level && !isNear ? [{ ...level, y: level.y + BASELINE }, ...moved] : moved;
}

/**
 * Where a run broke off: on the last loss that is a number.
 * @param {Training | null} training @param {Plot} plot
 */
export function failedAt(training, plot) {
  if (!training?.failure) return null;
  const { step } = training.failure;
  const last = training.losses.findLast((loss) => Number.isFinite(loss)) ?? training.curve.at(-1)?.train ?? 0;
  return { step, x: plot.x(step), y: plot.y(last) };
}

/**
 * The selected step, and the bracket where the curves part: below the
 * validation curve where there is room, else above it.
 * @param {State} state @param {Plot} plot
 * @returns {{labels: Label[], bracket: {from: number, to: number, y: number} | null}}
 */
export function marks({ training, lang }, plot) {
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
  const side = isBelow ? 8 : 0;
  const line = (/** @type {number} */ place) => (isBelow ? low + LINE * place + 4 : high - LINE * ((over ? 3 : 2) - place) - 2);
  const label = fitting('selected', plot.x(best.step) + side, line(1), plot, isSettled ? t.selectedAt(best.step, loss) : t.leastSoFar(best.step, loss), t.selectedShort(best.step, loss));
  if (!over) return { labels: [label], bracket: null };
  const from = plot.x(over.from);
  const named = fitting('overfitting', from + side, line(2), plot, t.overfitting(over.from), t.overfittingShort(over.from));
  return { labels: [label, named], bracket: { from, to: plot.x(over.to), y: line(2) + 6 } };
}

/**
 * Clear of the names at the curves' ends, and shorter where the picture is narrow.
 * @param {string} kind @param {number} x @param {number} y @param {Plot} plot
 * @param {string} long @param {string} brief @returns {Label}
 */
function fitting(kind, x, y, { left, right }, long, brief) {
  const text = widthOf(long) > right - left ? brief : long;
  return { kind, x: Math.max(left, Math.min(x, right - widthOf(text))), y, text };
}
