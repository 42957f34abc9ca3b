/** Layer normalisation of rows with its parameters (Ba, Kiros and Hinton 2016, section 3). */
import { mean, variance } from '../row-norm.js';
import { blank } from './products.js';

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
  return x.map((row) => {
    const [centre, deviation] = [mean(row), Math.sqrt(variance(row) + epsilon)];
    const normed = blank(row, row.length); // [C]
    row.forEach((value, i) => (normed[i] = ((value - centre) / deviation) * at(scale, i) + (offset ? at(offset, i) : 0)));
    return normed;
  });
}

/** @param {Row} row @param {number} i */
function at(row, i) {
  return /** @type {number} */ (row[i]);
}
