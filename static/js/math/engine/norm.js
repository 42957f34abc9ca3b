/** Layer normalisation of rows with its parameters (Ba, Kiros and Hinton 2016, section 3). */
import { normalised } from '../row-norm.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */

/**
 * @param {Matrix} x [T, C]
 * @param {Row} scale [C]
 * @param {Row | undefined} offset [C] where the model has one
 * @param {number} epsilon
 * @returns {Matrix} [T, C]
 */
export function rowNorm(x, scale, offset, epsilon) {
  return x.map((row) => normalised(row, epsilon).map((value, i) => value * at(scale, i) + (offset ? at(offset, i) : 0)));
}

/** @param {Row} row @param {number} i */
function at(row, i) {
  return /** @type {number} */ (row[i]);
}
