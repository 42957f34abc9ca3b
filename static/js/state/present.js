/** Before an audience: bigger, and one thing at a time. Pure. */

/** @typedef {import('../types.js').State} State */

/** It begins with the panel below the loom. @param {State} state @returns {State} */
export function togglePresent(state) {
  return { ...state, present: !state.present, part: 'panel' };
}

/** The panel or the margin; both fit only without an audience. @param {State} state @returns {State} */
export function togglePart(state) {
  return state.present ? { ...state, part: state.part === 'panel' ? 'margin' : 'panel' } : state;
}
