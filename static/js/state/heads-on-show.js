/**
 * Which trace all heads of all blocks are drawn from in small: in stage 3 the one on show;
 * where the model is taken apart the intact one, since a head that is off reads nothing. Pure.
 */
import { isApart } from './apart.js';
import { comparedWith } from './compared.js';
import { isPanelOpen } from './panel.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */

/** @param {State} state @returns {Traced | null} null where they are not on show */
export function tracedHeads(state) {
  const { stage, traced } = state;
  if (!isPanelOpen(state)) return stage === 3 ? traced : null;
  return isApart(state) ? (comparedWith(state) ?? traced) : null;
}

/** Whether the weights of every block are here. @param {Traced} traced */
export function hasAllHeads({ trace }) {
  return trace.records.every(({ tensors }) => tensors.blocks.every(({ weights }) => weights !== undefined));
}
