/** A block that was left out of a trace arrives, and takes its place in it. Pure; bound late. */
import { clamped } from './drafts.js';
import { isTraceOf } from './in-force.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */
/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TracedRecord} TracedRecord */

/** All traces that a state holds. */
const HELD = /** @type {const} */ (['traced', 'healthyTraced', 'againstTraced', 'baselineTraced']);

/**
 * Into each trace that it is a slice of.
 * @param {State} state @param {Traced} slice @returns {State}
 */
export function sliceArrived(state, slice) {
  /** @type {Map<Traced, Traced>} what is held twice stays one */
  const merged = new Map();
  const changed = HELD.map((name) => {
    const held = state[name];
    if (!held || !isTraceOf(held, slice)) return [name, held];
    const whole = merged.get(held) ?? withSlice(held, slice);
    merged.set(held, whole);
    return [name, whole];
  });
  return clamped({ ...state, ...Object.fromEntries(changed) });
}

/** @param {Traced} traced @param {Traced} slice @returns {Traced} */
function withSlice(traced, slice) {
  return { ...traced, trace: mergedTrace(traced.trace, slice.trace) };
}

/** @param {Trace} trace @param {Trace} slice @returns {Trace} */
export function mergedTrace(trace, slice) {
  const records = trace.records.map((record, i) => merged(record, slice.records[i]));
  return { ...trace, records, ...(trace.files && slice.files && { files: [...trace.files, ...slice.files] }) };
}

/** @param {TracedRecord} record @param {TracedRecord | undefined} slice @returns {TracedRecord} */
function merged(record, slice) {
  if (!slice) return record;
  const { blocks, ...around } = slice.tensors;
  const tensors = { ...record.tensors, ...around, blocks: record.tensors.blocks.map((block, i) => withMore(block, blocks[i] ?? {})) };
  const left = record.left_out?.filter(({ name, block }) => slice.left_out?.some((other) => other.name === name && other.block === block));
  return { ...record, tensors, ...(left && { left_out: left }) };
}

/** Nothing is made that waits to be looked at. @template {object} T @param {T} block @param {object} more @returns {T} the same one where there is nothing more */
function withMore(block, more) {
  const brought = Object.getOwnPropertyDescriptors(more);
  return Object.keys(brought).length ? Object.defineProperties(/** @type {T} */ ({}), { ...Object.getOwnPropertyDescriptors(block), ...brought }) : block;
}

/** Have what leaves a folded block brought, which was too much to be sent unasked. @param {State} state @param {number} block @returns {State} */
export function loadOutcome(state, block) {
  return state.outcomes.includes(block) ? state : { ...state, outcomes: [...state.outcomes, block] };
}

/** Bound late, with what asks for slices. */
export const sliceTransitions = { loadOutcome, sliceArrived };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof sliceTransitions]: (typeof sliceTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} SliceAct
 */
