/**
 * RowNorm's figures for one row, recomputed from the row itself: the model
 * stores the normalised row, not the mean and variance it came from.
 * Knows nothing of scale and offset, which are parameters.
 */

/** @typedef {import('../types.js').Row} Row */

/**
 * @param {Row} row [C]
 * @returns {number}
 */
export function mean(row) {
  return row.reduce((sum, value) => sum + value, 0) / row.length;
}

/**
 * The mean squared distance from the mean; divided by C, not C − 1.
 * @param {Row} row [C]
 * @returns {number}
 */
export function variance(row) {
  const centre = mean(row);
  return row.reduce((sum, value) => sum + (value - centre) ** 2, 0) / row.length;
}

/**
 * (x − mean) ÷ √(variance + ε), before scale and offset.
 * @param {Row} row [C]
 * @param {number} epsilon
 * @returns {Row} [C]
 */
export function normalised(row, epsilon) {
  const centre = mean(row);
  const deviation = Math.sqrt(variance(row) + epsilon);
  return Array.from(row, (value) => (value - centre) / deviation);
}
