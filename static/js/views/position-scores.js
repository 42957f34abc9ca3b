/**
 * One position's logits and all that follows from them, worked out once per
 * row and only as far as somebody asks.
 */
import { crossEntropy, descending, probabilities, probability, softmax } from '../math/softmax.js';

/** @typedef {import('../math/softmax.js').Softmax} Softmax */

/** @type {WeakMap<readonly number[], PositionScores>} */
const known = new WeakMap();

/** @param {readonly number[]} logits [V] */
export function scoresOf(logits) {
  let scores = known.get(logits);
  if (!scores) known.set(logits, (scores = new PositionScores(logits)));
  return scores;
}

export class PositionScores {
  /** @type {number[] | null} */
  #probabilities = null;
  /** @type {number[] | null} */
  #descending = null;
  /** @type {number[] | null} */
  #places = null;

  /** @param {readonly number[]} logits [V] */
  constructor(logits) {
    this.logits = logits;
    this.softmax = softmax(logits);
  }

  /** @param {number} id */
  logit(id) {
    return this.logits[id] ?? NaN;
  }

  /** @param {number} id */
  probability(id) {
    return probability(this.softmax, this.logit(id));
  }

  /** −ln p, in nats. @param {number} id */
  loss(id) {
    return crossEntropy(this.softmax, this.logit(id));
  }

  /** [V], by ID. */
  get probabilities() {
    return (this.#probabilities ??= probabilities(this.softmax, this.logits));
  }

  /** All IDs, highest logit first. Probabilities have the same order, but may underflow to ties. */
  get descending() {
    return (this.#descending ??= descending(this.logits));
  }

  /** The place of an ID in `descending`, counted from 0. @param {number} id */
  place(id) {
    if (!this.#places) {
      this.#places = new Array(this.logits.length);
      for (const [place, other] of this.descending.entries()) this.#places[other] = place;
    }
    return this.#places[id] ?? -1;
  }
}
