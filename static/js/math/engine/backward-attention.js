/**
 * Back through the attention of one head: mixtures, weights, scores, and the
 * rows of queries, keys and values that they were made of.
 */
import { dotProduct } from '../attention.js';
import { addScaled, blank } from './products.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {(number | null)[][]} Scores */

/**
 * @typedef {object} Head one head of the forward pass
 * @property {Matrix} q [T, d]
 * @property {Matrix} k [T, d]
 * @property {Matrix} v [T, d]
 * @property {Scores} scores [T, T], null where not visible
 * @property {Matrix} weights [T, T]
 */

/**
 * @param {Matrix} d [T, d] dL/d of the head's mixtures
 * @param {Head} head
 * @returns {Head} dL/d of each
 */
export function headBackward(d, { q, k, v, scores, weights }) {
  // Of a masked pair too: its weight is an exact 0, but one that the mixture adds up.
  const ofWeights = d.map((row) => v.map((value) => dotProduct(row, value))); // [T, T]
  const ofScores = scores.map((row, t) => softmaxBackward(ofWeights[t] ?? [], weights[t] ?? [], row)); // [T, T]
  const root = Math.sqrt(q[0]?.length ?? 1);
  const ofProducts = ofScores.map((row) => row.map((score) => (score ?? 0) / root)); // [T, T]
  return {
    q: ofProducts.map((row) => combined(row, k)), // [T, d]
    k: columns(ofProducts).map((column) => combined(column, q)), // [T, d]
    v: columns(weights).map((column) => combined(column, d)), // [T, d]
    scores: ofScores,
    weights: ofWeights,
  };
}

/**
 * The weights of a query add up to 1, so each only pushes against the mean of all of them.
 * @param {Row} d [T] dL/d of one query's weights @param {Row} weights [T] @param {Scores[number]} scores [T]
 * @returns {Scores[number]} [T], null where there is no score
 */
function softmaxBackward(d, weights, scores) {
  const mean = dotProduct(d, weights);
  return scores.map((score, s) => (score === null ? null : at(weights, s) * (at(d, s) - mean)));
}

/** Rows added up by weight. @param {Row} weights [T] @param {Matrix} rows [T, d] @returns {Row} [d] */
function combined(weights, rows) {
  const sum = blank(rows[0], rows[0]?.length ?? 0); // [d]
  weights.forEach((weight, s) => addScaled(sum, /** @type {Row} */ (rows[s]), weight));
  return sum;
}

/** @param {Matrix} x [T, T] @returns {Matrix} [T, T] */
function columns(x) {
  return x.map((_, s) => x.map((row) => at(row, s)));
}

/** @param {Row} row @param {number} i */
function at(row, i) {
  return /** @type {number} */ (row[i]);
}
