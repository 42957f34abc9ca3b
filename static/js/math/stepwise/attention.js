/** Scores, weights and mixtures of an open block, each from its operands as they arrived. */
import { lengthOf, slack, sumSize } from '../float32.js';
import { mixturesOf, scoresOf, weightsOf } from '../engine/attention.js';
import { at, columnLengths } from './limits.js';

/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('./limits.js').Step} Step */

/** @param {Matrix[]} q [H, T, d] @param {Matrix[]} k [H, T, d] @param {boolean[][]} visible [T, T] @returns {Step} */
export function scores(q, k, visible) {
  const own = q.map((head, h) => scoresOf(head, k[h] ?? [], visible)); // [H, T, T]
  const [queries, keys] = [q, k].map((heads) => heads.map((head) => head.map(lengthOf))); // [H, T] each
  const d = q[0]?.[0]?.length ?? 1;
  return {
    own,
    limit: ([h = 0, t = 0, s = 0], mine) => slack(sumSize(d, at(queries?.[h] ?? [], t) / Math.sqrt(d), at(keys?.[h] ?? [], s), mine)),
  };
}

/** Relative to the weight: e's exponent is rounded, and so is the sum. @param {(number | null)[][][]} of [H, T, T] @returns {Step} */
export function weights(of) {
  const own = of.map(weightsOf); // [H, T, T]
  const peaks = of.map((rows) => rows.map((row) => row.reduce((/** @type {number} */ most, score) => Math.max(most, Math.abs(score ?? 0)), 0))); // [H, T]
  const root = Math.sqrt(of[0]?.length ?? 0);
  return { own, limit: ([h = 0, t = 0], mine) => slack(mine * (2 + root + 2 * at(peaks[h] ?? [], t))) };
}

/** @param {Matrix[]} of weights [H, T, T] @param {Matrix[]} v [H, T, d] @returns {Step} */
export function mixtures(of, v) {
  const own = of.map((rows, h) => mixturesOf(rows, v[h] ?? [])); // [H, T, d]
  const rows = of.map((head) => head.map(lengthOf)); // [H, T]
  const columns = v.map(columnLengths); // [H, d]
  return { own, limit: ([h = 0, t = 0, j = 0], mine) => slack(sumSize(t + 1, at(rows[h] ?? [], t), at(columns[h] ?? [], j), mine)) };
}
