/** The records step aside while Generate shows its prompt in their place. Pure. */

/** @typedef {import('../types.js').State} State */

/**
 * @param {State} state @returns {State}
 */
export function withPrompt(state) {
  if (state.aside) return state;
  const { drafts, baseline, rec, pos, key } = state;
  return { ...state, aside: { drafts, baseline, rec, pos, key } };
}

/** The records as they were. @param {State} state @returns {State} */
export function withRecords(state) {
  return state.aside ? { ...state, ...state.aside, aside: null } : state;
}
