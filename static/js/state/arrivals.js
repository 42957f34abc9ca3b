/** What arrives from the server. Pure; whether a reply is still wanted is decided before. */
import { clamped, sameDrafts, withBaselineTraced, withoutLabEdits } from './drafts.js';
import { inForce, isTraceOf } from './in-force.js';
import { isComparing } from './wanted.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */

/** A link, or a run that another one has replaced. */
const STEP_REFUSAL = 'step_unknown';
const LAB_REFUSALS = ['slot_unknown', 'token_id_unknown'];

/** @param {State} state @param {import('../types.js').ModelInfo} model @returns {State} */
export function modelArrived(state, model) {
  return { ...state, model };
}

/** @param {State} state @param {import('../types.js').VocabularyEntry[]} vocabulary @returns {State} */
export function vocabularyArrived(state, vocabulary) {
  return { ...state, vocabulary };
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
  const { traced: before } = state;
  const parameters = before && traced.step === before.step && traced.model === before.model ? state.parameters : null;
  const { goTo } = state.generation;
  const isThere = goTo !== null && traced.drafts === state.drafts;
  const there = isThere ? { pos: goTo, key: goTo, generation: { ...state.generation, goTo: null } } : null;
  return withBaselineTraced(clamped({ ...state, ...there, traced, parameters, pending, refusal: null, overlong: null }));
}

/**
 * The records as they stand have no trace; the last valid one stays on show.
 * Only a link can ask for a lab edit that does not exist; it is dropped, the records stay.
 * @param {State} state @param {import('../types.js').ApiError} refusal
 * @param {State['overlong']} overlong @returns {State}
 */
export function traceRefused(state, refusal, overlong) {
  // One of a link, that is not in this model.
  if (refusal.code.startsWith('fault_')) return { ...state, fault: null, leftOut: { fault: state.fault }, show: 'values', pending: false };
  if (refusal.code === STEP_REFUSAL) return { ...state, step: null, pending: false, train: { ...state.train, against: null, refusal: isAsLoaded(state, refusal) ? null : refusal } };
  if (isOfComparison(state) && refusal.code !== 'unreachable') return { ...state, show: 'values', pending: false };
  const isLabEdit = LAB_REFUSALS.includes(refusal.code) && state.drafts.some((record) => withoutLabEdits(record) !== record);
  if (isLabEdit) return { ...state, drafts: state.drafts.map(withoutLabEdits) };
  return { ...state, refusal, overlong, pending: false };
}

/** The step that the model came with is on show when the page shows it as loaded. @param {State} state @param {import('../types.js').ApiError} refusal */
function isAsLoaded({ model }, { details }) {
  return Boolean(model?.trained_step) && details.step === model?.trained_step;
}

/** Whether it is the other step that is lacking: the records themselves have their trace. @param {State} state */
function isOfComparison(state) {
  return isComparing(state) && isTraceOf(state.traced, { drafts: state.drafts, ...inForce(state) });
}

/** @param {State} state @param {Traced} baselineTraced @returns {State} */
export function baselineArrived(state, baselineTraced) {
  return { ...state, baselineTraced };
}

/** Remembered records without a trace give way to those on show. @param {State} state @param {import('../types.js').ApiError} refusal @returns {State} */
export function baselineRefused(state, refusal) {
  const baseline = state.drafts.map(withoutLabEdits);
  const isKept = ['unreachable', STEP_REFUSAL].includes(refusal.code) || sameDrafts(baseline, state.baseline);
  return isKept ? traceRefused(state, refusal, null) : withBaselineTraced({ ...state, baseline });
}

/** @param {State} state @param {Traced} healthyTraced @returns {State} */
export function healthyArrived(state, healthyTraced) {
  return { ...state, healthyTraced };
}

/** @param {State} state @param {Traced} againstTraced @returns {State} */
export function againstArrived(state, againstTraced) {
  return { ...state, againstTraced };
}
