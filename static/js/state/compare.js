/**
 * Two states of the model side by side: A, the step compared with, and B, the
 * step on show. A trace that is at hand is used at once. Pure.
 */
import { isTraceOf } from './in-force.js';
import { openPanel, setShow, setStep } from './mode.js';
import { isApart, onLine, savedSteps } from './timeline.js';

/** @typedef {import('../types.js').State} State */

/** What the step on show is compared with; null is the model as loaded. @param {State} state @param {number | null} against @returns {State} */
export function setAgainst(state, against) {
  if (against === state.train.against) return state;
  const { traced } = state;
  const isOnShow = traced !== null && isTraceOf(traced, { ...traced, fault: null, step: against });
  return { ...state, train: { ...state.train, against }, againstTraced: isOnShow ? traced : state.againstTraced };
}

/**
 * Both on the loom; where they are one and the same, the selected state beside the model as loaded.
 * @param {State} state @returns {State}
 */
export function openCompare(state) {
  const { step, train, training } = state;
  const shown = openPanel(setShow(state, 'both'));
  const areAlike = isApart(state, step) === isApart(state, train.against);
  if (!areAlike || onLine(state, step) !== onLine(state, train.against)) return shown;
  return setStep(setAgainst(shown, null), training?.selected || savedSteps(state).at(-1) || null);
}

/** A takes B's place, and B takes A's. @param {State} state @returns {State} */
export function swapStates(state) {
  const { step, traced, againstTraced, train } = state;
  if (step === train.against) return state;
  const isHeld = traced !== null && isTraceOf(againstTraced, { ...traced, step: train.against });
  const swapped = isHeld ? { ...state, traced: againstTraced, againstTraced: traced, parameters: null } : state;
  return setStep({ ...swapped, train: { ...train, against: step } }, train.against);
}

/** Values, and back to what was shown beside them. @param {State} state @returns {State} */
export function toggleValues(state) {
  const { mode, show, fault, train } = state;
  if (show !== 'values') return setShow(state, 'values');
  if (mode === 'train') return setShow(state, train.beside);
  return mode === 'break' && fault ? setShow(state, 'difference') : state;
}

/** Difference, and back to the values. @param {State} state @returns {State} */
export function toggleDifference(state) {
  const { mode, show, fault } = state;
  if (mode !== 'train' && !(mode === 'break' && fault)) return state;
  return setShow(state, show === 'difference' ? 'values' : 'difference');
}

/** Bound late, with the views that use them. */
export const compareTransitions = { openCompare, setAgainst, swapStates, toggleDifference, toggleValues };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof compareTransitions]: (typeof compareTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} CompareAct
 */
