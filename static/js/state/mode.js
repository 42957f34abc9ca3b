/**
 * Modes and their levers. Leaving a mode releases its lever, so that a fault
 * never acts outside Break and the mask is on outside Explore; the setting
 * waits for the return. Pure.
 */

import { settled } from './drafts.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state @param {import('../types.js').Mode} mode @returns {State} */
export function setMode(state, mode) {
  if (mode === state.mode) return state;
  return settled({ ...state, mode, show: mode === 'break' && state.fault ? 'difference' : 'values' });
}

/**
 * Break one step; null mends it.
 * @param {State} state @param {string | null} fault @returns {State}
 */
export function setFault(state, fault) {
  if (fault === state.fault) return state;
  return settled({ ...state, fault, check: fault ? state.check : null, show: fault ? 'difference' : 'values' });
}

/** @param {State} state @param {string | null} check @returns {State} */
export function openCheck(state, check) {
  return check === state.check ? state : { ...state, check, trail: [] };
}

/** @param {State} state @param {State['show']} show @returns {State} */
export function setShow(state, show) {
  return show === state.show ? state : { ...state, show };
}

/** @param {State} state @param {boolean} present @returns {State} */
export function setPresent(state, present) {
  return present === state.present ? state : { ...state, present };
}
