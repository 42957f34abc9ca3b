/**
 * Learning beside any mode: a lesson may set anything of the page, and what was
 * there before can be brought back. Pure.
 */
import { withRecords } from './aside.js';
import { clamped, settled, withBaselineTraced } from './drafts.js';
import { setMode } from './mode.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Lesson} Lesson */

/** What a lesson may change, and "back to where I was" restores. */
const OWN = /** @type {const} */ ([
  'drafts', 'baseline', 'rec', 'pos', 'stage', 'block', 'head', 'key', 'map', 'mask', 'mode', 'step', 'panel', 'fault', 'check', 'show', 'trail', 'number',
  'candidates', 'row', 'part',
]);

/**
 * Open a lesson with the state it wants to be looked at in.
 * @param {State} state @param {Lesson} lesson @param {Partial<State>} scene @returns {State}
 */
export function openLesson(state, lesson, scene) {
  // Lessons are about the records, not about the prompt that stands in their place.
  const here = state.aside ? { ...withRecords(state), mode: /** @type {const} */ ('explore'), panel: false } : state;
  const before = state.lesson ? state.before : { ...Object.fromEntries(OWN.map((name) => [name, here[name]])), mode: state.mode };
  return traceable({ ...here, ...scene, lesson, before });
}

/** Leave, and keep the page as the lesson has it. @param {State} state @returns {State} */
export function leaveLesson(state) {
  return state.lesson ? { ...state, ...closed(state) } : state;
}

/** Leave, and bring back what was there before. @param {State} state @returns {State} */
export function backFromLesson(state) {
  if (!state.lesson) return state;
  const { mode = 'explore', ...before } = state.before ?? {};
  const back = { ...withRecords(state), ...before, ...closed(state) };
  // The prompt takes the place of records that are there.
  return mode === 'generate' ? setMode(traceable({ ...back, mode: 'explore' }), mode) : traceable({ ...back, mode });
}

/** Learn opens again where it was left. @param {State} state */
function closed({ lesson, learning }) {
  return { lesson: null, before: null, learning: { ...learning, last: lesson } };
}

/** Records, mask or mode may be others now, or again those that were traced. @param {State} state @returns {State} */
function traceable(state) {
  return withBaselineTraced(settled(clamped(state)));
}
