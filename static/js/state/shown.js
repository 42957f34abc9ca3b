/** Which traced record belongs to which draft. Pure. */

/** @typedef {import('../types.js').State} State */

/**
 * Place of the current draft in the last valid trace, by its key: records that
 * were moved, removed or added since are not mistaken for one another.
 * @param {State} state
 * @returns {number} -1 where the current draft has no trace yet
 */
export function shownIndex(state) {
  return shownIndexOf(state, state.rec);
}

/**
 * The last trace of the current draft.
 * @param {State} state
 * @returns {import('../types.js').TracedRecord | null}
 */
export function shownRecord(state) {
  return shownRecordAt(state, state.rec);
}

/**
 * The last trace of the draft at `index`.
 * @param {State} state @param {number} index
 * @returns {import('../types.js').TracedRecord | null}
 */
export function shownRecordAt(state, index) {
  return state.traced?.trace.records[shownIndexOf(state, index)] ?? null;
}

/**
 * How many texts the mean loss is of where a window stands: those that lend it rows
 * are scored with it. 0 where it is of the window alone, or of records.
 * @param {Pick<State, 'window' | 'aside' | 'traced'>} state
 */
export function textsInMean({ window, aside, traced }) {
  const count = window && !aside ? (traced?.drafts.length ?? 0) : 0;
  return count > 1 ? count : 0;
}

/** @param {State} state @param {number} index */
function shownIndexOf(state, index) {
  const key = state.drafts[index]?.key;
  return state.traced?.drafts.findIndex((record) => record.key === key) ?? -1;
}

/**
 * How many positions the model has; null until the server has told.
 * @param {State} state
 * @returns {number | null}
 */
export function contextLength(state) {
  return state.model?.config.context_length ?? state.traced?.trace.slots ?? null;
}
