/**
 * Rows of more positions than can be read at once, as through a lens: those
 * around the selected one keep their pitch, all others are a pixel, or share
 * one. The height of all together does not depend on which are under the lens.
 * Pure; CSS px.
 */

/** Up to so many rows all have one pitch: rows.js. */
export const MOST_EVEN = 64;
/** Rows under the lens. */
export const READ = 11;
/** CSS px that all other rows together take at most. */
const ROOM = 128;
/** A readable row's pitch, however high the window. */
const PITCH = { least: 9, most: 12 };

/**
 * @typedef {import('./rows.js').Rows} Rows
 *
 * What is drawn as one line: a position, or several that share a pixel.
 * @typedef {{first: number, end: number, top: number, height: number}} Line
 *
 * @typedef {object} Bent
 * @property {number} from first position under the lens
 * @property {number} to the position after the last one
 * @property {number} share positions that share a pixel outside the lens
 * @property {readonly Line[]} lines from top to bottom
 * @typedef {Rows & Bent} BentRows
 */

/**
 * @param {number} count positions, more than are read at once
 * @param {number} selected
 * @param {number} pitch what a row would take if there were room for it
 * @returns {BentRows}
 */
export function bendRows(count, selected, pitch) {
  const readable = Math.min(PITCH.most, Math.max(Math.min(PITCH.least, pitch), pitch - 2));
  const lens = Math.max(8, Math.min(12, 22 - readable));
  const share = Math.max(1, Math.ceil((count - READ) / ROOM));
  const from = firstRead(count, selected, share);
  const to = Math.min(count, from + READ);
  const lines = [...folded(0, from, share, 0), ...read(from, to, selected, readable, lens), ...folded(to, count, share, 0)];
  let total = 0;
  for (const line of lines) {
    line.top = total;
    total += line.height;
  }
  /** @param {number} position @returns {Line} */
  const lineOf = (position) => /** @type {Line} */ (lines[lineAt(position, from, to, share)]);
  return {
    count, selected, pitch: readable, lens, total, from, to, share, lines,
    top: (position) => lineOf(position).top,
    height: (position) => lineOf(position).height,
    middle: (position) => lineOf(position).top + lineOf(position).height / 2,
    at: (y) => (y < 0 || y >= total ? -1 : (lines.findLast(({ top }) => top <= y)?.first ?? -1)),
  };
}

/**
 * The selected row in the middle. Only whole pixels stand before the lens, so
 * that there are as many lines wherever it is.
 * @param {number} count @param {number} selected @param {number} share
 */
function firstRead(count, selected, share) {
  const last = Math.max(0, count - READ);
  const middle = Math.round((selected - (READ - 1) / 2) / share) * share;
  return Math.max(0, Math.min(last, middle));
}

/** @param {number} first @param {number} end @param {number} share @param {number} top @returns {Line[]} */
function folded(first, end, share, top) {
  return Array.from({ length: Math.ceil((end - first) / share) }, (_, i) => ({ first: first + i * share, end: Math.min(end, first + (i + 1) * share), top, height: 1 }));
}

/** @param {number} from @param {number} to @param {number} selected @param {number} pitch @param {number} lens @returns {Line[]} */
function read(from, to, selected, pitch, lens) {
  return Array.from({ length: to - from }, (_, i) => ({ first: from + i, end: from + i + 1, top: 0, height: pitch + (from + i === selected ? lens : 0) }));
}

/** @param {number} position @param {number} from @param {number} to @param {number} share */
function lineAt(position, from, to, share) {
  if (position < from) return Math.floor(position / share);
  const before = Math.ceil(from / share);
  if (position < to) return before + position - from;
  return before + to - from + Math.floor((position - to) / share);
}

/** The lines of any rows: where none are bent, one for each position. @param {Rows | BentRows} rows @returns {readonly Line[]} */
export function linesOf(rows) {
  if ('lines' in rows) return rows.lines;
  return Array.from({ length: rows.count }, (_, first) => ({ first, end: first + 1, top: rows.top(first), height: rows.height(first) }));
}

/** Of the numbers that share a line, the one of larger magnitude. @param {ArrayLike<number | null>} values @param {Line} line */
export function strongest(values, { first, end }) {
  let kept = values[first] ?? null;
  for (let position = first + 1; position < end; position++) {
    const value = values[position] ?? null;
    if (value !== null && (kept === null || Math.abs(value) > Math.abs(kept))) kept = value;
  }
  return kept;
}
