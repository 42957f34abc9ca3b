/** A recomputation that is too long to be begun unasked: asked for, and how far it is. Pure; bound late. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */

/** @param {State} state @returns {State} */
export function recomputationAsked(state) {
  return state.traced ? { ...state, recomputing: { traced: state.traced, share: 0 } } : state;
}

/** @param {State} state @param {Traced} traced @param {number} share 0 to 1 @returns {State} */
export function recomputationGoesOn(state, traced, share) {
  return state.recomputing?.traced === traced ? { ...state, recomputing: { traced, share } } : state;
}

/** Of the trace on show. @param {State} state */
export function isRecomputationAsked({ recomputing, traced }) {
  return recomputing !== undefined && recomputing.traced === traced;
}

export const recomputingTransitions = { recomputationAsked, recomputationGoesOn };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof recomputingTransitions]: (typeof recomputingTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} RecomputingAct
 */
