/** What views look up in the state. Pure, and cheap enough to ask on every update. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TracedRecord} TracedRecord */

/**
 * The trace of the current record. Drafts may have been moved, added or removed
 * since the trace was asked for, so it is found by key; while a new record has
 * no trace yet, that of its neighbour stays on show.
 * @param {State} state
 * @returns {TracedRecord | null}
 */
export function currentRecord(state) {
  const exact = recordOf(state, state.rec);
  return exact ?? state.traced?.trace.records.at(-1) ?? null;
}

/**
 * The last trace of the record now at `index`, or null if there is none.
 * @param {State} state @param {number} index
 * @returns {TracedRecord | null}
 */
export function recordOf(state, index) {
  const { traced } = state;
  const key = state.drafts[index]?.key;
  if (!traced || key === undefined) return null;
  const place = traced.drafts[index]?.key === key ? index : traced.drafts.findIndex((record) => record.key === key);
  return traced.trace.records[place] ?? null;
}

/**
 * How many positions the model has; null until the server has told.
 * @param {State} state
 * @returns {number | null}
 */
export function contextLength(state) {
  return state.model?.config.context_length ?? state.traced?.trace.slots ?? null;
}

/**
 * Whether what is on show belongs to other records or another mask than now wanted.
 * @param {State} state
 */
export function isStale(state) {
  return state.refusal !== null;
}
