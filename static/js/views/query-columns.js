/** Which figures and which keys the table of a query has room for. Pure. */

/** @typedef {{head: number, name: 'q·k' | 'scores' | 'weights'}} Figure one column */

/** Heads that all stand in full. */
export const IN_FULL = 2;
/** Keys that are all listed, and how many of more. */
const MOST_KEYS = 24;
const STRONGEST = 12;

const FIGURES = /** @type {const} */ (['q·k', 'scores', 'weights']);

/**
 * By head, in the order of their columns.
 * @param {number} heads @param {number} current
 * @returns {Figure[]}
 */
export function figuresOf(heads, current) {
  return Array.from({ length: heads }, (_, head) => head).flatMap((head) => (heads <= IN_FULL || head === current ? FIGURES.map((name) => ({ head, name })) : [{ head, name: /** @type {const} */ ('weights') }]));
}

/** Columns that belong to one head. @param {readonly Figure[]} figures */
export function groupsOf(figures) {
  const heads = [...new Set(figures.map(({ head }) => head))];
  return heads.map((head) => ({ head, span: figures.filter((one) => one.head === head).length }));
}

/**
 * Keys in their order: all that the query sees, or of many those with the largest weights.
 * @param {ArrayLike<number>} weights of the current head @param {readonly boolean[]} visible
 */
export function keysOf(weights, visible) {
  const seen = Array.from(visible, (is, key) => (is ? key : -1)).filter((key) => key >= 0);
  if (seen.length <= MOST_KEYS) return seen;
  const strongest = [...seen].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0)).slice(0, STRONGEST);
  return strongest.sort((a, b) => a - b);
}
