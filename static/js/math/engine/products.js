/** Sums of rows and products of a matrix with [in, out] parameters, forward and backward, in plain loops. */
import { dotProduct } from '../attention.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */

/**
 * x @ w, and + bias where there is one.
 * @param {Matrix} x [T, in]
 * @param {Matrix} w [in, out]
 * @param {Row} [bias] [out]
 * @returns {Matrix} [T, out]
 */
export function times(x, w, bias) {
  const outs = w[0]?.length ?? 0;
  return x.map((row) => {
    const products = new Array(outs).fill(0); // [out]
    // Row of w by row of w, so that memory is read in the order it lies in.
    row.forEach((value, i) => addScaled(products, /** @type {Row} */ (w[i]), value));
    if (bias) addScaled(products, bias, 1);
    return products;
  });
}

/**
 * @param {Matrix} a [T, C]
 * @param {Matrix} b [T, C]
 * @returns {Matrix} [T, C]
 */
export function plus(a, b) {
  return a.map((row, t) => row.map((value, i) => value + /** @type {number} */ (b[t]?.[i])));
}

/**
 * into += row · factor.
 * @param {Row} into
 * @param {Row} row
 * @param {number} factor
 */
export function addScaled(into, row, factor) {
  for (let i = 0; i < into.length; i += 1) into[i] = /** @type {number} */ (into[i]) + /** @type {number} */ (row[i]) * factor;
}

/**
 * Back through x @ w + bias: what reaches x, and what reaches w and bias, added to their sums.
 * @param {Matrix} d [T, out] dL/d of the result
 * @param {Matrix} x [T, in]
 * @param {Matrix} w [in, out]
 * @param {Matrix} ofW [in, out] dL/dw so far
 * @param {Row} [ofBias] [out] dL/d bias so far
 * @returns {Matrix} [T, in] dL/dx
 */
export function timesBackward(d, x, w, ofW, ofBias) {
  x.forEach((row, t) => row.forEach((value, i) => addScaled(/** @type {Row} */ (ofW[i]), /** @type {Row} */ (d[t]), value)));
  if (ofBias) for (const row of d) addScaled(ofBias, row, 1);
  return d.map((row) => w.map((weights) => dotProduct(row, weights)));
}
