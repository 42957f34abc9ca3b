/** Figures of attention that no tensor stores: raw dot products, and sums of weights. Pure. */

/**
 * @param {readonly number[]} query [d]
 * @param {readonly number[]} key [d]
 */
export function dotProduct(query, key) {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += /** @type {number} */ (query[i]) * /** @type {number} */ (key[i]);
  return sum;
}

/** Added from left to right; of weights, it shows how far rounding leaves them from 1. @param {readonly number[]} row */
export function sum(row) {
  return row.reduce((total, value) => total + value, 0);
}
