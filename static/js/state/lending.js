/** A residual row from elsewhere: another place of the text that a window shows, or words of a person's own. Pure; bound late. */
import { exchange } from './apart.js';
import { withLender } from './lenders.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types/models.js').Place} Place */
/** @typedef {import('../types/models.js').LendTo} LendTo */

/**
 * From a place: asked for first, unless it is here.
 * @param {State} state @param {LendTo} lend where to @param {Place} at @returns {State}
 */
export function lendFromPlace(state, lend, at) {
  const known = state.drafts.findIndex((own, i) => i > 0 && own.at?.split === at.split && own.at.from === at.from);
  if (known > 0) return exchange(state, { record: state.rec, ...lend, from: known });
  return { ...state, text: { ...state.text, wish: { split: at.split, from: at.from, lend }, refusal: null } };
}

/** @param {State} state @param {LendTo} lend @param {string} text @returns {State} */
export function lendFromText(state, lend, text) {
  return lent(state, lend, { text, next: null });
}

/** @param {State} state @param {LendTo} lend @param {{text: string, next?: number | null, at?: Place}} piece @returns {State} */
export function lent(state, lend, piece) {
  const beside = withLender(state, piece);
  return beside ? exchange(beside.state, { record: state.rec, ...lend, from: beside.from }) : state;
}

export const lendingTransitions = { lendFromPlace, lendFromText };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof lendingTransitions]: (typeof lendingTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} LendingAct
 */
