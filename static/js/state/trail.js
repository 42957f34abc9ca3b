/**
 * The path of a derivation: from the number first asked about, through the
 * operands followed since, to the number on show. Pure.
 */
import { clamped } from './drafts.js';
import { shownIndex } from './shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').NumberRef} NumberRef */

/** Ask where a number comes from. @param {State} state @param {NumberRef} ref @returns {State} */
export function derive(state, ref) {
  return withTrail(state, [ofRecord(state, ref)]);
}

/** Go on to an operand of the number on show, or to what uses it. @param {State} state @param {NumberRef} ref @returns {State} */
export function follow(state, ref) {
  const own = ofRecord(state, ref);
  return withTrail(showRecord(state, own.record), [...state.trail, own]);
}

/** Back along the path to one of its numbers. @param {State} state @param {number} step @returns {State} */
export function backTo(state, step) {
  const trail = state.trail.slice(0, step + 1);
  return trail.length === state.trail.length ? state : withTrail(state, trail);
}

/** One step back; behind the first number the derivation closes. @param {State} state @returns {State} */
export function back(state) {
  return backTo(state, state.trail.length - 2);
}

/** @param {State} state @returns {State} */
export function closeTrail(state) {
  return state.trail.length ? { ...state, trail: [] } : state;
}

/** What a number in another block is computed from is only here once that block is open. @param {State} state @param {NumberRef[]} trail @returns {State} */
function withTrail(state, trail) {
  const number = trail.at(-1) ?? null;
  const { block = state.block } = number ?? {};
  const found = { ...state, trail, number };
  return block === state.block ? found : clamped({ ...found, blockWish: block });
}

/** Of no record's own: parameters, settings and the mean. */
const SHARED = /^∂?(?:(?:parameters|config|table)\.|mean_loss$)/;

/**
 * The path stays on its record when another is chosen later.
 * @param {State} state @param {NumberRef} ref @returns {NumberRef}
 */
function ofRecord(state, ref) {
  return SHARED.test(ref.name) || ref.record !== undefined ? ref : { ...ref, record: Math.max(0, shownIndex(state)) };
}

/**
 * The pictures show one record: that of the number gone to.
 * @param {State} state @param {number | undefined} record place in the batch @returns {State}
 */
function showRecord(state, record) {
  if (record === undefined || record === shownIndex(state)) return state;
  const key = state.traced?.drafts[record]?.key;
  const rec = state.drafts.findIndex((draft) => draft.key === key);
  return rec < 0 ? state : clamped({ ...state, rec, piece: null });
}
