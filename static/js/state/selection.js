/** What is selected and opened. Pure; a selection outside the trace is brought inside. */
import { clamped } from './drafts.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state @param {number} pos @returns {State} */
export function selectPosition(state, pos) {
  if (pos < 0 || pos === state.pos) return state;
  return clamped({ ...state, pos, key: pos });
}

/** @param {State} state @param {number} by @returns {State} */
export function stepPosition(state, by) {
  return selectPosition(state, Math.max(0, state.pos + by));
}

/** A cell of an attention map. @param {State} state @param {number} head @param {number} query @param {number} key @returns {State} */
export function selectCell(state, head, query, key) {
  return { ...state, head, pos: query, key };
}

/** @param {State} state @param {import('../types.js').Stage} stage @returns {State} */
export function openStage(state, stage) {
  return stage === state.stage && !state.panel ? state : { ...state, stage, panel: false };
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

/** @param {State} state @param {number | null} slot @returns {State} */
export function openPiece(state, slot) {
  return slot === state.piece ? state : { ...state, piece: slot };
}

/** @param {State} state @param {string | null} name @returns {State} */
export function openRow(state, name) {
  return name === state.row ? state : { ...state, row: name };
}

/** @param {State} state @param {State['popover']} popover @returns {State} */
export function openPopover(state, popover) {
  return popover === state.popover ? state : { ...state, popover };
}

/** @param {State} state @param {import('../types.js').Lang} lang @returns {State} */
export function setLang(state, lang) {
  return lang === state.lang ? state : { ...state, lang };
}

/** @param {State} state @param {import('../types.js').Theme} theme @returns {State} */
export function setTheme(state, theme) {
  return theme === state.theme ? state : { ...state, theme };
}

/** The system's theme, light, dark, and round again. @param {State} state @returns {State} */
export function nextTheme(state) {
  return { ...state, theme: state.theme === 'auto' ? 'light' : state.theme === 'light' ? 'dark' : 'auto' };
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
