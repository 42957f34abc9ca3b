/**
 * Take apart, Break's second lever: parts that bring nothing, and residual rows
 * from other records. Several act at once; each can be undone. Pure; bound late.
 */
import { clamped, settled } from './drafts.js';
import { isActing } from './mode.js';
import { inForce, isTraceOf, mended } from './in-force.js';
import { withoutIdle } from './lenders.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Swap} Swap */
/** @typedef {import('../types.js').Ablations} Ablations */
/** @typedef {import('../types/apart.js').AblationsRequest} Asked */

/** Whether Break takes the model apart rather than planting a bug. @param {State} state */
export function isApart({ mode, lever }) {
  return mode === 'break' && lever === 'apart';
}

/** @param {State} state @param {State['lever']} lever @returns {State} */
export function setLever(state, lever) {
  if (lever === state.lever) return state;
  return moved({ ...state, lever, panel: true, trail: [], show: isActing({ ...state, lever }) ? 'difference' : 'values' });
}

/** Off, or on again: "0.1" head 1 of block 0, "ffn2", "block3". @param {State} state @param {string} part @returns {State} */
export function switchPart(state, part) {
  const off = state.off.includes(part) ? state.off.filter((other) => other !== part) : [...state.off, part];
  return changed(state, { off });
}

/**
 * The residual that leaves a block, from another record; the same place again is exchanged anew.
 * @param {State} state @param {Swap} swap @returns {State}
 */
export function exchange(state, swap) {
  return changed(state, { swap: [...state.swap.filter((other) => !isSamePlace(other, swap)), swap] });
}

/** @param {State} state @param {Swap} swap @returns {State} */
export function undoExchange(state, swap) {
  return changed(state, { swap: state.swap.filter((other) => !isSamePlace(other, swap)) });
}

/** The latest change: an exchange before a switch. @param {State} state @returns {State} */
export function undoApart(state) {
  if (state.swap.length) return changed(state, { swap: state.swap.slice(0, -1) });
  return state.off.length ? changed(state, { off: state.off.slice(0, -1) }) : state;
}

/** The model is whole again. @param {State} state @returns {State} */
export function undoAllApart(state) {
  return state.off.length + state.swap.length ? changed(state, { off: [], swap: [] }) : state;
}

/** How many changes act. @param {Pick<State, 'off' | 'swap'>} state */
export function changesOf({ off, swap }) {
  return off.length + swap.length;
}

/**
 * What each part is worth alone, of the record on show; asked for while the panel is open.
 * @param {State} state @returns {Asked | null}
 */
export function wantedAblations(state) {
  const { drafts, rec, ablations, traced } = state;
  const healthy = mended(inForce(state));
  const asked = { drafts, record: rec, model: healthy.model, step: healthy.step };
  if (!isApart(state) || !state.panel || !isTraceOf(traced, { ...inForce(state), drafts })) return null;
  return ablations && isSame(ablations.asked, asked) ? null : asked;
}

/** Of the record on show, or none. @param {State} state @returns {Ablations | null} */
export function shownAblations(state) {
  const { ablations, drafts, rec, modelName, step } = state;
  const isShown = ablations && isSame(ablations.asked, { drafts, record: rec, model: modelName, step });
  return isShown ? ablations.reply : null;
}

/** @param {State} state @param {Asked} asked @param {Ablations} reply @returns {State} */
export function ablationsArrived(state, asked, reply) {
  return { ...state, ablations: { asked, reply } };
}

/** The thumbnails stay without their numbers. @param {State} state @param {Asked} asked @returns {State} */
export function ablationsRefused(state, asked) {
  return { ...state, ablations: { asked, reply: null } };
}

/** @param {State} state @param {Partial<Pick<State, 'off' | 'swap'>>} change @returns {State} */
function changed(state, change) {
  const next = withoutIdle({ ...state, ...change });
  return moved({ ...next, leftOut: null, trail: [], show: changesOf(next) ? 'difference' : 'values' });
}

/** The intact trace is kept, so that what was undone is shown at once. @param {State} state @returns {State} */
function moved(state) {
  const { traced, healthyTraced, drafts } = state;
  const force = inForce(state);
  const whole = { ...mended(force), drafts };
  const healthy = isTraceOf(traced, whole) ? traced : healthyTraced;
  const shown = isTraceOf(healthy, { ...force, drafts }) ? healthy : traced;
  return settled(clamped({ ...state, healthyTraced: healthy, traced: shown }));
}

/** @param {Swap} a @param {Swap} b */
function isSamePlace(a, b) {
  return a.record === b.record && a.block === b.block && a.position === b.position;
}

/** @param {Asked} a @param {Asked} b */
function isSame(a, b) {
  return a.drafts === b.drafts && a.record === b.record && a.model === b.model && a.step === b.step;
}

export const apartTransitions = { ablationsArrived, ablationsRefused, exchange, setLever, switchPart, undoAllApart, undoApart, undoExchange };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof apartTransitions]: (typeof apartTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} ApartAct
 */
