/**
 * Softmax over all candidates of one position, and the loss it gives.
 *
 * Stable: the maximum is subtracted before any exponential, so that none
 * overflows, and the loss is taken from the shifted logits, never as the
 * logarithm of a probability that may have underflowed to zero.
 * Nothing here rounds, formats or draws.
 */

/**
 * What one row of logits needs for every probability in it.
 * @typedef {object} Softmax
 * @property {number} max the largest logit
 * @property {number} argmax its ID, the smallest one at a tie
 * @property {number} sum of the V exponentials exp(logit − max); at least 1
 * @property {number} logSum ln(sum)
 */

/**
 * @param {readonly number[]} logits [V], not empty
 * @returns {Softmax}
 */
export function softmax(logits) {
  const argmax = indexOfMax(logits);
  const max = at(logits, argmax);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - max);
  return { max, argmax, sum, logSum: Math.log(sum) };
}

/**
 * exp(logit − max) ÷ sum.
 * @param {Softmax} of
 * @param {number} logit
 */
export function probability(of, logit) {
  return Math.exp(logit - of.max) / of.sum;
}

/**
 * −ln p of the target, in nats: ln(sum) − (logit − max).
 * @param {Softmax} of
 * @param {number} logit the target's
 */
export function crossEntropy(of, logit) {
  return of.logSum - (logit - of.max);
}

/**
 * Every candidate's probability.
 * @param {Softmax} of
 * @param {readonly number[]} logits [V]
 * @returns {number[]} [V]
 */
export function probabilities(of, logits) {
  // Rows of 32 bits would round what is made of them to 32 bits.
  return Array.from(logits, (logit) => probability(of, logit));
}

/**
 * All IDs, highest value first; ties by the smaller ID.
 * @param {readonly number[]} values [V]
 * @returns {number[]} [V]
 */
export function descending(values) {
  return Array.from(values, (_, id) => id).sort((a, b) => at(values, b) - at(values, a) || a - b);
}

/**
 * The place of one ID in `descending`, counted from 1.
 * @param {readonly number[]} values [V]
 * @param {number} id
 */
export function rankOf(values, id) {
  const own = at(values, id);
  let rank = 1;
  for (const [other, value] of values.entries()) {
    if (value > own || (value === own && other < id)) rank += 1;
  }
  return rank;
}

/** @param {readonly number[]} values */
function indexOfMax(values) {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) if (at(values, i) > at(values, best)) best = i;
  return best;
}

/** @param {readonly number[]} values @param {number} index */
function at(values, index) {
  return /** @type {number} */ (values[index]);
}
