/**
 * Learning beside any mode: a lesson may set anything of the page, and what was
 * there before can be brought back. Pure.
 */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Lesson} Lesson */

/** What a lesson may change, and "back to where I was" restores. */
const OWN = /** @type {const} */ (['drafts', 'baseline', 'rec', 'pos', 'stage', 'block', 'head', 'key', 'map', 'mask', 'mode', 'fault', 'check', 'show', 'trail', 'candidates', 'row']);

/**
 * Open a lesson with the state it wants to be looked at in.
 * @param {State} state @param {Lesson} lesson @param {Partial<State>} scene @returns {State}
 */
export function openLesson(state, lesson, scene) {
  const before = state.lesson ? state.before : Object.fromEntries(OWN.map((name) => [name, state[name]]));
  return { ...state, ...scene, lesson, before };
}

/** Leave, and keep the page as the lesson has it. @param {State} state @returns {State} */
export function leaveLesson(state) {
  return state.lesson ? { ...state, lesson: null, before: null } : state;
}

/** Leave, and bring back what was there before. @param {State} state @returns {State} */
export function backFromLesson(state) {
  return state.lesson ? { ...state, ...state.before, lesson: null, before: null } : state;
}
