/** What arrives after the first picture. Pure; bound late. */

/** @typedef {import('../types.js').State} State */

/** @param {State} state @param {import('../types.js').Corpus} corpus @returns {State} */
export function corpusArrived(state, corpus) {
  return { ...state, corpus };
}

/**
 * Those of a step or a model that is no longer on show are nobody's.
 * @param {State} state @param {import('../types.js').Parameter[]} parameters
 * @param {number | null} step @param {string | null} [model] @returns {State}
 */
export function parametersArrived(state, parameters, step, model = null) {
  return state.traced?.step === step && state.traced.model === model ? { ...state, parameters } : state;
}

/** @param {State} state @param {import('../types.js').FaultInfo[]} faults @param {string[]} checks @returns {State} */
export function faultsArrived(state, faults, checks) {
  return { ...state, faults, checks };
}

/** @param {State} state @param {string} fault @param {import('../types.js').Verdict[]} verdicts @returns {State} */
export function verdictsArrived(state, fault, verdicts) {
  return { ...state, verdicts: { ...state.verdicts, [fault]: verdicts } };
}

/** @param {State} state @param {import('../types.js').Verification} verification @returns {State} */
export function verificationArrived(state, verification) {
  return { ...state, verification };
}

/** Bound late, with what asks for them. */
export const lateArrivals = { corpusArrived, faultsArrived, parametersArrived, verdictsArrived, verificationArrived };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof lateArrivals]: (typeof lateArrivals)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} LateArrivalsAct
 */
