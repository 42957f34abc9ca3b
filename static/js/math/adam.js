/**
 * One Adam update of one number, in float64, by the formulas of Kingma and Ba
 * (2015), algorithm 1, as they are written there. The server's run takes
 * cheaper roads to the same numbers, so the two may differ in the last digits.
 */

/**
 * @typedef {object} Before
 * @property {number} value θ
 * @property {number} gradient g, dL/dθ of this update's batch
 * @property {number} first m, running mean of the gradients
 * @property {number} second v, running mean of their squares
 * @property {number} next which update this is, counted from 1
 * @property {number} learning_rate η
 * @property {number} beta1
 * @property {number} beta2
 * @property {number} epsilon
 *
 * @typedef {object} After
 * @property {number} first_after
 * @property {number} second_after
 * @property {number} first_corrected without the bias of having begun at 0
 * @property {number} second_corrected
 * @property {number} change what is added to the value
 * @property {number} new_value
 */

/** @param {Before} before @returns {After} */
export function adamUpdate({ value, gradient, first, second, next, learning_rate, beta1, beta2, epsilon }) {
  const first_after = beta1 * first + (1 - beta1) * gradient;
  const second_after = beta2 * second + (1 - beta2) * gradient * gradient;
  const first_corrected = first_after / (1 - beta1 ** next);
  const second_corrected = second_after / (1 - beta2 ** next);
  const change = (-learning_rate * first_corrected) / (Math.sqrt(second_corrected) + epsilon);
  return { first_after, second_after, first_corrected, second_corrected, change, new_value: value + change };
}

/**
 * How far each number is from what somebody else computed.
 * @template {object} Numbers @param {Numbers} own @param {Numbers} other @returns {Numbers}
 */
export function apart(own, other) {
  const names = /** @type {(keyof Numbers)[]} */ (Object.keys(own));
  return /** @type {Numbers} */ (Object.fromEntries(names.map((name) => [name, Math.abs(Number(own[name]) - Number(other[name]))])));
}
