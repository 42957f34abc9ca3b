/** Which lever acts: a fault in Break alone, the mask's switch in Explore alone; the step everywhere. Pure. */

/** @typedef {import('../types.js').State} State */

/**
 * What the records are computed with.
 * @param {State} state
 * @returns {{mask: import('../types.js').Mask, fault: string | null, step: number | null}}
 */
export function inForce({ mode, mask, fault, step }) {
  return { mask: mode === 'explore' ? mask : 'causal', fault: mode === 'break' ? fault : null, step };
}

/**
 * Whether a trace is of these records under these levers.
 * @param {import('../types.js').Traced | null} traced
 * @param {Omit<import('../types.js').Traced, 'trace' | 'milliseconds'>} asked
 * @returns {traced is import('../types.js').Traced}
 */
export function isTraceOf(traced, { drafts, mask, fault, step }) {
  return traced?.drafts === drafts && traced.mask === mask && traced.fault === fault && traced.step === step;
}
