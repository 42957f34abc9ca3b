/**
 * How far a number that was computed in 32 bits may lie from the same number
 * computed in 64, from the same operands.
 *
 * Each rounding moves a result by up to u = 2⁻²⁴ of its size. Of a sum of n terms
 * every partial sum is rounded; the roundings point both ways, and add up as a
 * random walk does, with √n and not with n (Higham and Mary 2019, "A New Approach
 * to Probabilistic Rounding Error Analysis"). So each formula has a size that its
 * roundings are measured by, with a √n where it is a sum, and four times u of it is
 * allowed. Measured are at most 1; a number that is wrong by a thousandth of what
 * such numbers are is off by hundreds.
 */

/** Half the distance from 1 to the next number of 32 bits. */
export const UNIT = 2 ** -24;
const ALLOWED = 4;
/** Below this, numbers of 32 bits lose digits, and at last become 0. */
export const SMALLEST = 2 ** -126;

/** @param {number} size @returns {number} */
export function slack(size) {
  return size === 0 ? 0 : ALLOWED * UNIT * size + SMALLEST;
}

/** The length of a row as a vector. @param {ArrayLike<number>} row */
export function lengthOf(row) {
  let sum = 0;
  for (let i = 0; i < row.length; i += 1) sum += /** @type {number} */ (row[i]) ** 2;
  return Math.sqrt(sum);
}

/**
 * Of a sum of products, from the lengths of both vectors: what a sum of such terms
 * is when they point anywhere, times √n.
 * @param {number} n terms @param {number} a @param {number} b @param {number} sum
 */
export function sumSize(n, a, b, sum) {
  return a * b + Math.sqrt(n) * Math.abs(sum);
}
