/** What arrives from the server. Pure; whether a reply is still wanted is decided before. */
import { clamped, withBaselineTraced } from './drafts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */

/** @param {State} state @param {import('../types.js').ModelInfo} model @returns {State} */
export function modelArrived(state, model) {
  return { ...state, model };
}

/** @param {State} state @param {import('../types.js').VocabularyEntry[]} vocabulary @returns {State} */
export function vocabularyArrived(state, vocabulary) {
  return { ...state, vocabulary };
}

/** @param {State} state @param {import('../types.js').Corpus} corpus @returns {State} */
export function corpusArrived(state, corpus) {
  return { ...state, corpus };
}

/** @param {State} state @param {import('../types.js').Parameter[]} parameters @returns {State} */
export function parametersArrived(state, parameters) {
  return { ...state, parameters };
}

/** @param {State} state @returns {State} */
export function traceRequested(state) {
  return state.pending ? state : { ...state, pending: true };
}

/**
 * @param {State} state @param {Traced} traced @param {boolean} pending a newer one is on its way
 * @returns {State}
 */
export function traceArrived(state, traced, pending) {
  return withBaselineTraced(clamped({ ...state, traced, pending, refusal: null, overlong: null }));
}

/**
 * The records as they stand have no trace; the last valid one stays on show.
 * @param {State} state @param {import('../types.js').ApiError} refusal
 * @param {State['overlong']} overlong @returns {State}
 */
export function traceRefused(state, refusal, overlong) {
  return { ...state, refusal, overlong, pending: false };
}

/** @param {State} state @param {Traced} baselineTraced @returns {State} */
export function baselineArrived(state, baselineTraced) {
  return { ...state, baselineTraced };
}
