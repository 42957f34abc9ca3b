/** Rows recomputed from operands that arrived, each with what its roundings are measured by. */
import { lengthOf, slack, sumSize } from '../float32.js';
import { mean, variance } from '../row-norm.js';
import { times, timesTransposed } from '../engine/products.js';
import { rowNorm } from '../engine/norm.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../agreement.js').Limit} Limit */
/** @typedef {{own: unknown, limit: Limit}} Step */

/** Nothing is rounded: numbers are only copied, or compared with 0. @param {unknown} own @returns {Step} */
export function exactly(own) {
  return { own, limit: () => 0 };
}

/** One rounding, of the result. @param {unknown} own @returns {Step} */
export function rounded(own) {
  return { own, limit: (_, mine) => slack(Math.abs(mine)) };
}

/**
 * x @ w + bias.
 * @param {Matrix} x [T, in] @param {Matrix} w [in, out], or [out, in] where it lies the other way
 * @param {Row | undefined} bias [out] @param {boolean} [isTransposed]
 * @returns {Step}
 */
export function affine(x, w, bias, isTransposed = false) {
  const own = isTransposed ? timesTransposed(x, w, bias) : times(x, w, bias); // [T, out]
  const rows = x.map(lengthOf); // [T]
  const columns = isTransposed ? w.map(lengthOf) : columnLengths(w); // [out]
  const n = x[0]?.length ?? 0;
  return { own, limit: ([t = 0, c = 0], mine) => slack(sumSize(n, at(rows, t), at(columns, c), mine) + Math.abs(bias?.[c] ?? 0)) };
}

/**
 * The row less its mean, over its spread: both are sums over the row.
 * @param {Matrix} x [T, C] @param {Row} scale [C] @param {Row | undefined} offset [C] @param {number} epsilon
 * @returns {Step}
 */
export function norm(x, scale, offset, epsilon) {
  const own = rowNorm(x, scale, offset, epsilon); // [T, C]
  const figures = x.map((row) => ({ centre: Math.abs(mean(row)), spread: Math.sqrt(variance(row) + epsilon), root: Math.sqrt(row.length) })); // [T]
  /** @type {Limit} */
  const limit = ([t = 0, c = 0], mine) => {
    const { centre, spread, root } = /** @type {(typeof figures)[number]} */ (figures[t]);
    const [value, gain, shift] = [Math.abs(x[t]?.[c] ?? 0), Math.abs(at(scale, c)), Math.abs(offset?.[c] ?? 0)];
    return slack((gain * (value + (1 + root) * (centre + spread))) / spread + shift + Math.abs(mine));
  };
  return { own, limit };
}

/** @type {WeakMap<Matrix, Row>} a model's matrices stay the same from trace to trace */
const known = new WeakMap();

/** @param {Matrix} w [in, out] @returns {Row} [out] */
export function columnLengths(w) {
  const before = known.get(w);
  if (before) return before;
  const squares = new Array(w[0]?.length ?? 0).fill(0); // [out]
  for (const row of w) for (let i = 0; i < row.length; i += 1) squares[i] += at(row, i) ** 2;
  const lengths = squares.map(Math.sqrt);
  known.set(w, lengths);
  return lengths;
}

/** @param {Row} row @param {number} i */
export function at(row, i) {
  return /** @type {number} */ (row[i]);
}
