/**
 * From a number to its colour's place on a scale. Pure: no colour, no canvas.
 *
 * Signed values are scaled by their own tensor's largest magnitude: zero is the
 * exact middle step. Attention weights are never stretched: from 0 to 1.
 */

/** Steps of every ramp: odd, so that a signed zero has a step of its own. */
export const STEPS = 257;
const ZERO = (STEPS - 1) / 2;

/**
 * A row, a matrix, or a matrix per head; `null` where there is no such number.
 * @typedef {readonly (number | null)[]} Row
 * @typedef {Row | readonly Row[] | readonly (readonly Row[])[]} Tensor
 */

/** Largest magnitude; an empty or all-zero tensor gives 0. @param {Tensor} tensor @returns {number} */
export function largest(tensor) {
  if (tensor instanceof Float32Array) return largestOf(tensor);
  let most = 0;
  for (const part of tensor) {
    const size = typeof part === 'object' ? (part === null ? 0 : largest(part)) : Math.abs(part);
    if (size > most) most = size;
  }
  return most;
}

/** Packed ones come by the million. @param {Float32Array} row */
function largestOf(row) {
  let most = 0;
  for (let i = 0; i < row.length; i++) {
    const size = Math.abs(row[i] ?? 0);
    if (size > most) most = size;
  }
  return most;
}

/** @type {WeakMap<object, number>} */
const measured = new WeakMap();

/** `largest` of a traced tensor, taken once: traces are never written to. @param {Tensor} tensor */
export function scaleEnd(tensor) {
  const known = measured.get(tensor);
  if (known !== undefined) return known;
  const most = largest(tensor);
  measured.set(tensor, most);
  return most;
}

/** On a diverging ramp; a tensor of zeros is all neutral middle. @param {number} value @param {number} most largest magnitude of the tensor */
export function signedStep(value, most) {
  if (!(most > 0) || Number.isNaN(value)) return ZERO;
  const share = Math.max(-1, Math.min(1, value / most));
  return ZERO + Math.round(share * ZERO);
}

/** On the ramp that is fixed from 0 to 1. @param {number} weight */
export function weightStep(weight) {
  if (Number.isNaN(weight)) return 0;
  return Math.round(Math.max(0, Math.min(1, weight)) * (STEPS - 1));
}

/**
 * Fit a row into fewer pixels: each keeps the entry of largest magnitude that
 * falls on it, with its sign, so that no spike is averaged away.
 * @param {readonly number[]} row @param {number} pixels @param {Float64Array} [into] reused between rows
 * @returns {Float64Array} as many values as pixels
 */
export function fold(row, pixels, into = new Float64Array(pixels)) {
  const count = row.length;
  for (let x = 0; x < pixels; x++) {
    const first = Math.floor((x * count) / pixels);
    const end = Math.max(first + 1, Math.floor(((x + 1) * count) / pixels));
    let kept = row[first] ?? 0;
    for (let i = first + 1; i < end; i++) {
      const value = /** @type {number} */ (row[i]);
      if (Math.abs(value) > Math.abs(kept)) kept = value;
    }
    into[x] = kept;
  }
  return into;
}
