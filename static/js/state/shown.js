/** Which traced record belongs to the current draft. Pure. */

/** @typedef {import('../types.js').State} State */

/**
 * Place of the current draft in the last valid trace, by its key: records that
 * were moved, removed or added since are not mistaken for one another.
 * @param {State} state
 * @returns {number} -1 where the current draft has no trace yet
 */
export function shownIndex(state) {
  const key = state.drafts[state.rec]?.key;
  return state.traced?.drafts.findIndex((record) => record.key === key) ?? -1;
}

/**
 * @param {State} state
 * @returns {import('../types.js').TracedRecord | null}
 */
export function shownRecord(state) {
  return state.traced?.trace.records[shownIndex(state)] ?? null;
}
