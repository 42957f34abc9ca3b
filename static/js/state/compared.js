/** What the trace on show is looked at against: the healthy model under a fault, the other step where two are compared. Pure. */
import { isBroken, isTraceOf, mended } from './in-force.js';
import { isComparing } from './wanted.js';

/**
 * @param {import('../types.js').State} state
 * @returns {import('../types.js').Traced | null} null where there is nothing to compare with, or not yet
 */
export function comparedWith(state) {
  const other = heldBeside(state);
  const isOpen = (/** @type {import('../types.js').Traced} */ { trace }) => trace.records.every(({ tensors }) => tensors.blocks[state.block]?.norm1);
  return other && (!other.selection || isOpen(other)) ? other : null;
}

/** @param {import('../types.js').State} state */
function heldBeside(state) {
  const { traced, healthyTraced, againstTraced, train } = state;
  if (!traced) return null;
  if (isBroken(traced)) return isTraceOf(healthyTraced, mended(traced)) ? healthyTraced : null;
  return isComparing(state) && isTraceOf(againstTraced, { ...traced, step: train.against }) ? againstTraced : null;
}

/** Whether the loom has, or awaits, something to compare with. @param {import('../types.js').State} state */
export function isCompared(state) {
  return (!!state.traced && isBroken(state.traced)) || isComparing(state);
}
