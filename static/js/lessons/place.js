/** What a lesson is about: one position of one record, as last traced. Pure. */
import { shownRecord, shownRecordAt } from '../state/shown.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../types.js').Trace} Trace
 *
 * @typedef {object} Place
 * @property {Trace} trace
 * @property {TracedRecord} record the current one
 * @property {number} index its place among the drafts
 * @property {import('../types.js').Draft} draft what its trace was computed from
 * @property {number} position
 * @property {number} context slots of the context
 * @property {number} vocabulary
 */

/**
 * @param {State} state
 * @returns {Place | null} null where nothing is traced
 */
export function placeOf(state) {
  const record = shownRecord(state);
  const { traced, model } = state;
  const draft = traced?.drafts.find(({ key }) => key === state.drafts[state.rec]?.key);
  if (!record || !traced || !draft) return null;
  return {
    trace: traced.trace,
    record,
    index: state.rec,
    draft,
    position: Math.min(state.pos, record.valid_count - 1),
    context: model?.config.context_length ?? traced.trace.slots,
    vocabulary: record.tensors.logits[0]?.length ?? 0,
  };
}

/**
 * The prediction that the tour follows: record 0, before a token that the lab
 * has swapped; or else where two records that began alike part; or else the
 * target that costs most. In the chapter's records that is position 5, before
 * "red" in the one and "blue" in the other.
 * @param {State} state
 * @returns {{rec: number, pos: number}}
 */
export function focusOf(state) {
  const [own, ...others] = state.drafts.map((_, i) => shownRecordAt(state, i));
  if (!own) return { rec: 0, pos: state.pos };
  const swapped = state.drafts[0]?.replace.map(({ position }) => position - 1).filter((position) => position > 0) ?? [];
  const pos = swapped.length ? Math.min(...swapped) : (parting(own, others) ?? dearest(own));
  return { rec: 0, pos: Math.min(pos, own.valid_count - 1) };
}

/** @param {TracedRecord} own @param {(TracedRecord | null)[]} others */
function parting(own, others) {
  for (const [position, target] of own.targets.entries()) {
    const alike = others.filter((other) => other && own.ids.slice(0, position + 1).every((id, i) => other.ids[i] === id));
    if (position > 0 && alike.some((other) => other?.targets[position] !== target)) return position;
  }
  return null;
}

/** Position 0 sees BOS alone and is chosen only where there is no other. @param {TracedRecord} record */
function dearest({ losses }) {
  const [, ...rest] = losses;
  return rest.length ? indexOfMax(rest.map((loss) => loss ?? 0)) + 1 : 0;
}

/** @param {number[]} values */
function indexOfMax(values) {
  return values.indexOf(Math.max(...values));
}

/**
 * Of the keys that a query sees, the one with the largest and the one with the
 * smallest weight, the earlier at a tie.
 * @param {number[]} weights [T]
 * @param {boolean[]} visible [T]
 */
export function extremes(weights, visible) {
  const seen = visible.flatMap((sees, key) => (sees ? [key] : []));
  const weight = /** @param {number} key */ (key) => weights[key] ?? 0;
  const strongest = seen.reduce((best, key) => (weight(key) > weight(best) ? key : best), seen[0] ?? 0);
  const weakest = seen.reduce((best, key) => (weight(key) < weight(best) ? key : best), seen[0] ?? 0);
  return { strongest, weakest, seen: seen.length };
}
