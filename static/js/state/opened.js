/** What lies over the page's plain state, and closing it. Pure; bound late, with the derivation. */
import { togglePart, togglePresent } from './present.js';
import * as trail from './trail.js';

/** @typedef {import('../types.js').State} State */

/** Close whatever lies over the page's plain state; where nothing does, the derivation beside it. @param {State} state @returns {State} */
export function closeAll(state) {
  const isOpen = state.popover !== null || state.piece !== null || state.row !== null;
  return isOpen ? { ...state, popover: null, piece: null, row: null } : trail.closeTrail(state);
}

export const openedTransitions = { ...trail, closeAll, togglePart, togglePresent };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof openedTransitions]: (typeof openedTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} OpenedAct
 */
