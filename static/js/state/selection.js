/** What is selected and opened. Pure; a selection outside the trace is brought inside. */
import { clamped } from './drafts.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state @param {number} pos @returns {State} */
export function selectPosition(state, pos) {
  if (pos < 0 || pos === state.pos) return state;
  return clamped({ ...state, pos, key: pos });
}

/** @param {State} state @param {import('../types.js').Stage} stage @returns {State} */
export function openStage(state, stage) {
  return stage === state.stage && !state.panel ? state : { ...state, stage, panel: false };
}

/** @param {State} state @param {number | null} slot @returns {State} */
export function openPiece(state, slot) {
  return slot === state.piece ? state : { ...state, piece: slot };
}

/** @param {State} state @param {State['popover']} popover @returns {State} */
export function openPopover(state, popover) {
  return popover === state.popover ? state : { ...state, popover };
}

/** @param {State} state @param {import('../types.js').Lang} lang @returns {State} */
export function setLang(state, lang) {
  return lang === state.lang ? state : { ...state, lang };
}

/** The system's theme, light, dark, and round again. @param {State} state @returns {State} */
export function nextTheme(state) {
  return { ...state, theme: state.theme === 'auto' ? 'light' : state.theme === 'light' ? 'dark' : 'auto' };
}
