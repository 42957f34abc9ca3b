/** Layer normalisation of rows with its parameters (Ba, Kiros and Hinton 2016, section 3). */
import { normalised } from '../row-norm.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */

/**
 * @param {Matrix} x [T, C]
 * @param {Row} scale [C]
 * @param {Row} offset [C]
 * @param {number} epsilon
 * @returns {Matrix} [T, C]
 */
export function rowNorm(x, scale, offset, epsilon) {
  return x.map((row) => normalised(row, epsilon).map((value, i) => value * /** @type {number} */ (scale[i]) + /** @type {number} */ (offset[i])));
}
