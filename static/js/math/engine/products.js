/** Sums of rows and products of a matrix with [in, out] parameters, forward and backward, in plain loops. */
import { dotProduct } from '../attention.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */

/**
 * A row of zeros of the kind that another has: lists stay lists, packed rows stay packed.
 * @param {unknown} like @param {number} length @returns {Row}
 */
export function blank(like, length) {
  return /** @type {Row} */ (/** @type {unknown} */ (ArrayBuffer.isView(like) ? new Float64Array(length) : new Array(length).fill(0)));
}

/** A row to compute with: of 32 bits it gets 64, or each result would be rounded to 32 again. @param {Row} row @returns {Row} */
export function wide(row) {
  const packed = /** @type {unknown} */ (row);
  return packed instanceof Float32Array ? /** @type {Row} */ (/** @type {unknown} */ (Float64Array.from(packed))) : row;
}

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
    const products = blank(row, outs); // [out]
    // Row of w by row of w, so that memory is read in the order it lies in.
    if (ArrayBuffer.isView(row)) addRows(products, row, w);
    else row.forEach((value, i) => addScaled(products, /** @type {Row} */ (w[i]), value));
    if (bias) addScaled(products, bias, 1);
    return products;
  });
}

/**
 * into += row @ w, four rows of w at a time, for then what is added to is read and written a quarter as often.
 * @param {Row} into [out] @param {Row} row [in] @param {Matrix} w [in, out]
 */
function addRows(into, row, w) {
  const whole = row.length - (row.length % 4);
  for (let i = 0; i < whole; i += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [row[i], row[i + 1], row[i + 2], row[i + 3]];
    addFour(into, a, /** @type {Row} */ (w[i]), b, /** @type {Row} */ (w[i + 1]), c, /** @type {Row} */ (w[i + 2]), d, /** @type {Row} */ (w[i + 3]));
  }
  for (let i = whole; i < row.length; i += 1) addScaled(into, /** @type {Row} */ (w[i]), /** @type {number} */ (row[i]));
}

/** @param {Row} into @param {number} a @param {Row} p @param {number} b @param {Row} q @param {number} c @param {Row} r @param {number} d @param {Row} s */
function addFour(into, a, p, b, q, c, r, d, s) {
  for (let o = 0; o < into.length; o += 1) {
    into[o] = at(into, o) + (a * at(p, o) + b * at(q, o) + c * at(r, o) + d * at(s, o));
  }
}

/** @param {Row} row @param {number} i */
function at(row, i) {
  return /** @type {number} */ (row[i]);
}

/**
 * The same with a matrix that lies the other way, as a tied table does.
 * @param {Matrix} x [T, in]
 * @param {Matrix} w [out, in]
 * @param {Row} [bias] [out]
 * @returns {Matrix} [T, out]
 */
export function timesTransposed(x, w, bias) {
  return x.map((row) => {
    const products = blank(row, w.length); // [out]
    w.forEach((weights, o) => (products[o] = dotProduct(row, weights)));
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
  addAll(d, ofBias);
  return d.map((row) => {
    const slopes = blank(row, w.length); // [in]
    w.forEach((weights, i) => (slopes[i] = dotProduct(row, weights)));
    return slopes;
  });
}

/**
 * Back through a product with a matrix that lies the other way.
 * @param {Matrix} d [T, out] @param {Matrix} x [T, in] @param {Matrix} w [out, in] @param {Matrix} ofW [out, in] @param {Row} [ofBias] [out]
 * @returns {Matrix} [T, in] dL/dx
 */
export function timesTransposedBackward(d, x, w, ofW, ofBias) {
  addAll(d, ofBias);
  return d.map((row, t) => {
    const slopes = blank(row, w[0]?.length ?? 0); // [in]
    row.forEach((slope, o) => {
      addScaled(/** @type {Row} */ (ofW[o]), /** @type {Row} */ (x[t]), slope);
      addScaled(slopes, /** @type {Row} */ (w[o]), slope);
    });
    return slopes;
  });
}

/** @param {Matrix} d [T, out] @param {Row} [ofBias] [out] */
function addAll(d, ofBias) {
  if (ofBias) for (const row of d) addScaled(ofBias, row, 1);
}
