/**
 * How far the numbers of one update that a run computed may lie from the page's
 * own, which are in float64 and rounded where the run's are not.
 *
 * In float64 it is the bound of every other comparison. In float32 each operation
 * moves its result by up to u = 2⁻²⁴ of it; the counts below are the operations of
 * the run (minigpt/training/adam.py, minigpt/training/stream/adamw.py), in which the
 * settings are rounded too. So these are bounds and no estimates, and they follow
 * the size of each number: moments are small.
 */
import { TOLERANCE } from './agreement.js';
import { SMALLEST, UNIT } from './float32.js';

/**
 * @typedef {import('../types/training.js').Update} Update
 * @typedef {import('./adam.js').After & Partial<import('./adamw.js').TextAfter>} After
 */

/** What the page's own few operations round off, in parts of a number. */
const OWN = 2 ** -50;

/** @param {Update} update @param {After} own what the page made of it @param {string} [dtype] of the model @returns {After} */
export function updateBounds(update, own, dtype) {
  return dtype === 'float32' ? inFloat32(update, own) : /** @type {After} */ (Object.fromEntries(Object.entries(own).map(([name, number]) => [name, TOLERANCE * Math.max(1, Math.abs(number))])));
}

/** @param {Update} update @param {After} own @returns {After} */
function inFloat32(update, own) {
  const { first: m, second: v, beta1, beta2, next } = update;
  const g = Math.abs(own.clipped ?? update.gradient);
  const clipped = g === Math.abs(update.gradient) ? 0 : rounded(3, g);
  const [part1, part2] = [1 - beta1, 1 - beta2];
  // torch's lerp goes from the nearer end: m + (1 − β)(g − m), or g − (1 − (1 − β))(g − m).
  const first_after = part1 * clipped + (part1 < 0.5 ? rounded(3, part1 * (Math.abs(m) + g)) + rounded(1, Math.abs(own.first_after)) : rounded(4, Math.abs(m) + g));
  const second_after = 2 * part2 * g * clipped + rounded(4, beta2 * v + part2 * g * g);
  const first_corrected = unbiased(first_after, own.first_corrected, beta1, next);
  const second_corrected = unbiased(second_after, own.second_corrected, beta2, next);
  const { learning_rate, decayed } = scheduled(update);
  const change = ofChange(update, own, { learning_rate, first_corrected, second_corrected });
  const new_value = change + decayed + rounded(10, Math.abs(own.change)) + rounded(3, Math.abs(own.decayed ?? update.value)) + rounded(1, Math.abs(own.new_value));
  const bounds = { first_after, second_after, first_corrected, second_corrected, change, new_value };
  return own.clipped === undefined ? bounds : { learning_rate, clipped, decayed, ...bounds };
}

/** Both are in float64 here and there; but a cosine may end in another last digit. @param {Update} update */
function scheduled(update) {
  if (!('norm' in update)) return { learning_rate: 0, decayed: 0 };
  const { peak_learning_rate: peak, weight_decay, value } = update;
  return { learning_rate: OWN * peak, decayed: OWN * Math.abs(value) * (1 + peak * weight_decay) };
}

/** Of −η m̂ ÷ (√v̂ + ε), by the bounds of what is in it. @param {Update} update @param {After} own @param {Pick<Required<After>, 'learning_rate' | 'first_corrected' | 'second_corrected'>} of */
function ofChange({ epsilon, learning_rate: rate }, own, of) {
  const root = Math.sqrt(own.second_corrected);
  // |√a − √b| is at most |a − b| ÷ √a, and at most √|a − b|.
  const ofRoot = Math.min(Math.sqrt(of.second_corrected), root > 0 ? of.second_corrected / root : Infinity);
  const least = Math.max(root - ofRoot, 0) + epsilon;
  const first = Math.abs(own.first_corrected);
  return (rate * (of.first_corrected + (first * ofRoot) / (root + epsilon)) + of.learning_rate * (first + of.first_corrected)) / least + OWN * Math.abs(own.change);
}

/** @param {number} operations @param {number} size */
function rounded(operations, size) {
  return operations * UNIT * size + SMALLEST;
}

/** The run's moments are divided in float64. @param {number} bound of the moment @param {number} corrected @param {number} beta @param {number} next */
function unbiased(bound, corrected, beta, next) {
  const bias = 1 - beta ** next;
  return (bound + OWN * Math.abs(corrected)) / bias;
}
