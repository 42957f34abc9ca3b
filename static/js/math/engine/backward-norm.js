/** Back through layer normalisation with its parameters. */
import { normalised, variance } from '../row-norm.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */

/**
 * Mean and variance depend on the whole row, so what would only shift it or only
 * stretch it along itself changes nothing behind the norm, and is taken out.
 * @param {Matrix} d [T, C] dL/d of the normed rows
 * @param {Matrix} x [T, C] the rows that the norm read
 * @param {Row} scale [C]
 * @param {number} epsilon
 * @param {{scale: Row, offset: Row | undefined}} sums [C] each, dL/d of both so far
 * @returns {Matrix} [T, C] dL/dx
 */
export function rowNormBackward(d, x, scale, epsilon, sums) {
  return x.map((row, t) => {
    const unit = normalised(row, epsilon); // [C]
    const ofUnit = (d[t] ?? []).map((value, i) => value * at(scale, i)); // [C]
    d[t]?.forEach((value, i) => {
      sums.scale[i] = at(sums.scale, i) + value * at(unit, i);
      if (sums.offset) sums.offset[i] = at(sums.offset, i) + value;
    });
    const shift = meanOf(ofUnit);
    const stretch = meanOf(ofUnit.map((value, i) => value * at(unit, i)));
    const deviation = Math.sqrt(variance(row) + epsilon);
    return ofUnit.map((value, i) => (value - shift - at(unit, i) * stretch) / deviation);
  });
}

/** @param {Row} row */
function meanOf(row) {
  return row.reduce((sum, value) => sum + value, 0) / row.length;
}

/** @param {Row} row @param {number} i */
function at(row, i) {
  return /** @type {number} */ (row[i]);
}
