/** Whether the page waits to be asked before it recomputes, since that would take it seconds. */
import { AT_ONCE, effortOf, numbersIn } from '../math/effort.js';
import { isRecomputationAsked } from '../state/recomputing.js';

/** @typedef {import('../types.js').State} State */

/** @type {WeakMap<import('../types.js').Traced, number>} counted once */
const counted = new WeakMap();

/** @param {State} state @returns {number | null} how many numbers are there to be compared; null where nothing is to be asked */
export function numbersToOffer(state) {
  const { traced, model, parameters, verification, pending } = state;
  if (!traced || !model || !parameters || pending || verification?.traced === traced || isRecomputationAsked(state)) return null;
  const { records } = traced.trace;
  if (effortOf(records.map(({ ids }) => ids.length), model.config) <= AT_ONCE) return null;
  const count = counted.get(traced) ?? records.reduce((sum, { tensors }) => sum + numbersIn(tensors), 0);
  counted.set(traced, count);
  return count;
}
