/**
 * Modes and their levers. Leaving a mode releases its lever, so that a fault
 * never acts outside Break and the mask is on outside Explore; the setting
 * waits for the return. The step on show is every mode's. Pure.
 */

import { withPrompt, withRecords } from './aside.js';
import { clamped, settled, withBaselineTraced } from './drafts.js';
import { inForce, isTraceOf, mended } from './in-force.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state @param {import('../types.js').Mode} mode @returns {State} */
export function setMode(state, mode) {
  if (mode === state.mode) return state;
  const entered = mode === 'generate' ? withPrompt(state) : withRecords(state);
  return moved({ ...entered, mode, panel: mode !== 'explore', show: mode === 'break' && isActing(state) ? 'difference' : 'values' });
}

/** Whether Break's lever changes anything. @param {Pick<State, 'lever' | 'off' | 'swap' | 'fault'>} state */
export function isActing({ lever, off, swap, fault }) {
  return lever === 'apart' ? off.length + swap.length > 0 : fault !== null;
}

/**
 * Break one step; null mends it, and the switch brings the same fault back.
 * @param {State} state @param {string | null} fault @returns {State}
 */
export function setFault(state, fault) {
  if (fault === state.fault) return state;
  const mended = state.fault ?? state.mended;
  return moved({ ...state, fault, mended, leftOut: null, check: fault ? state.check : null, show: fault ? 'difference' : 'values' });
}

/** The lab's switch. @param {State} state @returns {State} */
export function toggleFault(state) {
  return setFault(state, state.fault ? null : (state.mended ?? state.faults?.[0]?.name ?? null));
}

/** @param {State} state @param {string | null} check @returns {State} */
export function openCheck(state, check) {
  return check === state.check ? state : { ...state, check, trail: [] };
}

/**
 * The whole page at a saved step; null is the model as loaded.
 * @param {State} state @param {number | null} step @returns {State}
 */
export function setStep(state, step) {
  return step === state.step ? state : moved({ ...state, step });
}

/** What the values take the place of waits for the return. @param {State} state @param {State['show']} show @returns {State} */
export function setShow(state, show) {
  if (show === state.show) return state;
  const { mode, train } = state;
  return { ...state, show, train: mode === 'train' && state.show !== 'values' ? { ...train, beside: state.show } : train };
}

/** The mode's panel in place of the open stage. @param {State} state @returns {State} */
export function openPanel(state) {
  return state.panel || state.mode === 'explore' ? state : { ...state, panel: true };
}

/**
 * A healthy trace that is at hand is shown at once, so that no broken number
 * stands outside Break even for a moment; and none is asked for twice.
 * @param {State} state a lever has just been moved @returns {State}
 */
function moved(state) {
  const { traced, healthyTraced, drafts } = state;
  const force = inForce(state);
  const healthy = isTraceOf(traced, { ...mended(force), drafts, mask: 'causal' }) ? traced : healthyTraced;
  const isHeld = isTraceOf(healthy, { drafts, ...force });
  const shown = isHeld ? healthy : traced;
  const parameters = shown?.step === traced?.step ? state.parameters : null;
  const held = { ...state, healthyTraced: healthy, traced: shown, parameters };
  return withBaselineTraced(settled(clamped(held)));
}

/** Bound late, with the views that use them. */
export const modeTransitions = { openCheck, openPanel, setFault, setMode, setShow, setStep, toggleFault };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof modeTransitions]: (typeof modeTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} ModeAct
 */
