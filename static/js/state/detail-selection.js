/** What is selected inside an opened stage, and settings that need no first picture. Pure; bound late. */
import { selectPosition } from './selection.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state @param {number} by @returns {State} */
export function stepPosition(state, by) {
  return selectPosition(state, Math.max(0, state.pos + by));
}

/** A cell of an attention map. @param {State} state @param {number} head @param {number} query @param {number} key @returns {State} */
export function selectCell(state, head, query, key) {
  return { ...state, head, pos: query, key };
}

/** @param {State} state @param {State['map']} map @returns {State} */
export function showMap(state, map) {
  return map === state.map ? state : { ...state, map };
}

/** @param {State} state @param {number} head @returns {State} */
export function chooseHead(state, head) {
  return head === state.head ? state : { ...state, head };
}

/** @param {State} state @param {Partial<State['candidates']>} change @returns {State} */
export function setCandidates(state, change) {
  return { ...state, candidates: { ...state.candidates, ...change } };
}

/** @param {State} state @param {import('../types.js').NumberRef | null} number @returns {State} */
export function readNumber(state, number) {
  return sameNumber(state.number, number) ? state : { ...state, number };
}

/** @param {State} state @param {string | null} name @returns {State} */
export function openRow(state, name) {
  return name === state.row ? state : { ...state, row: name };
}

/** @param {State} state @param {import('../types.js').Theme} theme @returns {State} */
export function setTheme(state, theme) {
  return theme === state.theme ? state : { ...state, theme };
}

/** @param {State} state @param {boolean} letterKeys @returns {State} */
export function setLetterKeys(state, letterKeys) {
  return letterKeys === state.letterKeys ? state : { ...state, letterKeys };
}

/** @param {State['number']} a @param {State['number']} b */
function sameNumber(a, b) {
  if (a === b) return true;
  return !!a && !!b && a.name === b.name && a.block === b.block && a.record === b.record && a.index.join() === b.index.join();
}

/** Bound late, with the views that use them. */
export const detailTransitions = { chooseHead, openRow, readNumber, selectCell, setCandidates, setLetterKeys, setTheme, showMap, stepPosition };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof detailTransitions]: (typeof detailTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} DetailAct
 */
