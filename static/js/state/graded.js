/** Gradients of the records on show: which the state still lacks, and which are of its trace. Pure. */
import { inForce, isBroken, isTraceOf } from './in-force.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Graded} Graded */
/** @typedef {Omit<Graded, 'reply'>} Asked */

/**
 * Of the very trace on show, or none: a gradient of other records, or of another step, explains nothing.
 * @param {State} state @returns {import('../types.js').Gradients | null}
 */
export function shownGradients({ graded, traced }) {
  return graded && traced && !isBroken(traced) && isSame(graded, traced) ? graded.reply : null;
}

/** Whether gradients are in the picture. @param {State} state */
export function showsGradients({ mode, show }) {
  return mode === 'train' && show === 'gradients';
}

/**
 * What to ask for next: the gradients of the trace on show, while somebody looks
 * at them or follows where one comes from.
 * @param {State} state @returns {Asked | null}
 */
export function wantedGradients(state) {
  const { drafts, trail, gradedRefusal } = state;
  const force = inForce(state);
  const { model, mask, step } = force;
  const asked = { drafts, model, mask, step };
  const isLookedAt = showsGradients(state) || trail.some(({ name }) => name.startsWith('∂'));
  if (!isLookedAt || isBroken(force) || !isTraceOf(state.traced, { ...force, drafts }) || shownGradients(state)) return null;
  return gradedRefusal && isSame(gradedRefusal.asked, asked) ? null : asked;
}

/** Why the trace on show has none. @param {State} state @returns {import('../types.js').ApiError | null} */
export function shownRefusal({ gradedRefusal: refused, traced }) {
  return refused && traced && isSame(refused.asked, traced) ? refused.error : null;
}

/** @param {State} state @param {Asked} asked @param {import('../types.js').Gradients} reply @returns {State} */
export function gradientsArrived(state, asked, reply) {
  return { ...state, graded: { ...asked, reply }, gradedRefusal: null };
}

/** @param {State} state @param {Graded} graded what was compared @param {import('../types.js').GradientVerification} verification @returns {State} */
export function gradientsVerified(state, graded, verification) {
  return state.graded === graded ? { ...state, graded: { ...graded, verification } } : state;
}

/** The values stay on show. @param {State} state @param {Asked} asked @param {import('../types.js').ApiError} error @returns {State} */
export function gradientsRefused(state, asked, error) {
  return { ...state, gradedRefusal: { asked, error } };
}

/** @param {Asked} a @param {Asked} b */
function isSame(a, b) {
  return a.drafts === b.drafts && a.model === b.model && a.mask === b.mask && a.step === b.step;
}

/** Bound late, with the views that use them. */
export const gradedTransitions = { gradientsArrived, gradientsRefused, gradientsVerified };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof gradedTransitions]: (typeof gradedTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} GradedAct
 */
