/**
 * How far one row of numbers is from another. There is no tolerance: two rows
 * are identical only when every pair of numbers is the same to the last bit,
 * the sign of a zero included. What a difference means is decided elsewhere.
 */

/** @typedef {{identical: boolean, max: number}} Difference max is the largest |Δ|, 0 where identical */

/** @type {Readonly<Difference>} */
const NONE = Object.freeze({ identical: true, max: 0 });

/**
 * @param {readonly number[]} now
 * @param {readonly number[]} before of the same length
 * @returns {Readonly<Difference>}
 */
export function difference(now, before) {
  if (now.length !== before.length) throw new RangeError(`rows of ${now.length} and ${before.length} numbers`);
  let identical = true;
  let max = 0;
  for (let i = 0; i < now.length; i += 1) {
    const a = /** @type {number} */ (now[i]);
    const b = /** @type {number} */ (before[i]);
    if (Object.is(a, b)) continue;
    identical = false;
    max = larger(max, Math.abs(a - b));
  }
  return identical ? NONE : { identical, max };
}

/** Like Math.max for two, but cheap; NaN, once there, stays. @param {number} a @param {number} b */
function larger(a, b) {
  return a >= b || a !== a ? a : b;
}
