/** Which figures, which keys and how many digits the table of a query has room for. Pure. */
import { probability, scientific, short } from '../format/numbers.js';

/** @typedef {{head: number, name: 'q·k' | 'scores' | 'weights'}} Figure one column */

/** Heads that all stand in full. */
export const IN_FULL = 2;
/** Keys that are all listed, and how many of more. */
const MOST_KEYS = 24;
const STRONGEST = 12;
/** Of each number; fewer, and no more letters than that, where more columns stand side by side. */
const DECIMALS = { most: 5, narrow: 4, columns: 6 };
const NARROW_LETTERS = 6;
/** A product of 32 coordinates and more has two digits before its point. */
const LETTERS = 8;

const FIGURES = /** @type {const} */ (['q·k', 'scores', 'weights']);

/**
 * By head, in the order of their columns.
 * @param {number} heads @param {number} current
 * @returns {Figure[]}
 */
export function figuresOf(heads, current) {
  return Array.from({ length: heads }, (_, head) => head).flatMap((head) => (heads <= IN_FULL || head === current ? FIGURES.map((name) => ({ head, name })) : [{ head, name: /** @type {const} */ ('weights') }]));
}

/** A number of the table, rounded to what its column has room for: one cut at the edge would read as another. @param {number} value @param {Figure['name']} name @param {number} columns */
export function cellText(value, name, columns) {
  const write = name === 'weights' ? probability : short;
  if (columns <= DECIMALS.columns) {
    const over = name === 'weights' ? 0 : write(value, DECIMALS.most).length - LETTERS;
    return write(value, Math.max(1, DECIMALS.most - Math.max(0, over)));
  }
  for (let decimals = DECIMALS.narrow; decimals > 0; decimals--) {
    const text = write(value, decimals);
    if (text.length <= NARROW_LETTERS && !(Math.abs(value) < 10 ** -decimals)) return text;
  }
  const isNearOne = name === 'weights' && value < 1 && value > 0.5;
  return `${isNearOne ? '1\u2212' : value < 0 ? '\u2212' : ''}${scientific(isNearOne ? 1 - value : Math.abs(value), 0)}`;
}

/** How many decimals a weight has there. @param {number} columns */
export function decimalsOf(columns) {
  return columns > DECIMALS.columns ? DECIMALS.narrow : DECIMALS.most;
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
