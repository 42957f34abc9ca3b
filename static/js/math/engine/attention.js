/**
 * Attention of one record, head by head: split, scores, weights, mixtures, join
 * (Vaswani et al. 2017, section 3.2). A pair that is not visible has no score
 * and a weight of exactly zero.
 */
import { dotProduct } from '../attention.js';
import { addScaled, blank } from './products.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */

/**
 * Consecutive coordinates grouped into heads.
 * @param {Matrix} x [T, C]
 * @param {number} heads
 * @returns {Matrix[]} [H, T, d]
 */
export function split(x, heads) {
  const d = (x[0]?.length ?? 0) / heads;
  return Array.from({ length: heads }, (_, h) => x.map((row) => row.slice(h * d, (h + 1) * d)));
}

/**
 * The heads laid side by side again.
 * @param {Matrix[]} heads [H, T, d]
 * @returns {Matrix} [T, C]
 */
export function join(heads) {
  return (heads[0] ?? []).map((first, t) => {
    const row = blank(first, heads.length * first.length); // [C]
    heads.forEach((head, h) => head[t]?.forEach((value, j) => (row[h * first.length + j] = value)));
    return row;
  });
}

/**
 * q · k ÷ √d for each visible pair.
 * @param {Matrix} q [T, d] one head's queries
 * @param {Matrix} k [T, d] its keys
 * @param {boolean[][]} visible [T, T]
 * @returns {(number | null)[][]} [T, T]
 */
export function scoresOf(q, k, visible) {
  const root = Math.sqrt(q[0]?.length ?? 1);
  return q.map((query, t) => k.map((key, s) => (visible[t]?.[s] ? dotProduct(query, key) / root : null)));
}

/**
 * Softmax of each query's scores over the keys it can see.
 * @param {(number | null)[][]} scores [T, T]
 * @returns {Matrix} [T, T]
 */
export function weightsOf(scores) {
  return scores.map((row) => {
    const peak = Math.max(...row.map((score) => score ?? -Infinity));
    const raised = row.map((score) => (score === null ? 0 : Math.exp(score - peak))); // [T]
    const total = raised.reduce((sum, value) => sum + value, 0);
    return raised.map((value) => (total ? value / total : 0));
  });
}

/**
 * Each query's weighted sum of the values.
 * @param {Matrix} weights [T, T]
 * @param {Matrix} v [T, d]
 * @returns {Matrix} [T, d]
 */
export function mixturesOf(weights, v) {
  return weights.map((row) => {
    const mixture = blank(v[0], v[0]?.length ?? 0); // [d]
    row.forEach((weight, s) => {
      if (weight) addScaled(mixture, /** @type {Row} */ (v[s]), weight); // what is masked adds nothing
    });
    return mixture;
  });
}
