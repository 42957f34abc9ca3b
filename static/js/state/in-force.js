/** Which lever acts: a fault in Break alone, the mask's switch in Explore alone. Pure. */

/** @typedef {import('../types.js').State} State */

/**
 * What the records are computed with.
 * @param {State} state
 * @returns {{mask: import('../types.js').Mask, fault: string | null}}
 */
export function inForce(state) {
  if (state.mode === 'break') return { mask: 'causal', fault: state.fault };
  return { mask: state.mask, fault: null };
}
