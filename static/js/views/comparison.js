/**
 * What differs between the records on show and the remembered ones, and which
 * logits moved for it. Everything is read off the two traces: the input IDs
 * that were computed and the logits that came out, never what was clicked.
 *
 * Only runs of one shape, one mask and one step are compared; matrix products round
 * differently at different shapes, and that must not be mistaken for a leak.
 */
import { difference } from '../math/difference.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */
/** @typedef {import('../types.js').Draft} Draft */

/**
 * - identical: all V logits are the remembered ones, bit for bit
 * - moved: some differ, at or after the first changed slot
 * - leak: some differ, although nothing at or before this position changed
 * - new: the remembered record has no such position
 *
 * @typedef {object} PositionChange
 * @property {'identical' | 'moved' | 'leak' | 'new'} kind
 * @property {number} max largest |Δ logit|; 0 where identical or new
 * @property {boolean} changed the input ID at this very position differs
 *
 * @typedef {object} RecordComparison
 * @property {PositionChange[]} positions [T] of the record on show
 * @property {number[]} changed slots that differ and hold a token now or did before
 * @property {boolean} padding what fills slots that were and are padding differs
 * @property {number | null} first the first slot that differs, padding included
 * @property {number[]} neighbours the other records in which a slot differs
 *
 * @typedef {object} Comparison
 * @property {RecordComparison[]} records
 * @property {boolean} edited whether any input differs at all
 */

/** @typedef {{baseline: Traced, pad: number | null, result: Comparison}} Known */
/** @type {WeakMap<Traced, Known>} */
const known = new WeakMap();

/**
 * @param {State} state
 * @returns {Comparison | null} null where the two runs may not be compared
 */
export function comparison(state) {
  const { traced, baselineTraced: baseline } = state;
  if (!traced || !baseline || !comparable(traced, baseline)) return null;
  const pad = padId(state.vocabulary);
  const before = known.get(traced);
  if (before && before.baseline === baseline && before.pad === pad) return before.result;
  const result = compare(traced, baseline, pad);
  known.set(traced, { baseline, pad, result });
  return result;
}

/** @param {Traced} a @param {Traced} b */
function comparable(a, b) {
  const sameRun = a.trace.mask === b.trace.mask && a.trace.model === b.trace.model && a.trace.source === b.trace.source && a.fault === b.fault && a.step === b.step;
  const sameRecords = a.drafts.length === b.drafts.length && a.drafts.every((record, i) => record.key === b.drafts[i]?.key);
  return sameRun && sameRecords && a.trace.slots === b.trace.slots;
}

/** @param {State['vocabulary']} vocabulary */
function padId(vocabulary) {
  return vocabulary?.find((entry) => entry.kind === 'special' && entry.name === 'PAD')?.id ?? null;
}

/** @param {Traced} now @param {Traced} before @param {number | null} pad @returns {Comparison} */
function compare(now, before, pad) {
  const inputs = now.trace.records.map((_, i) => inputChange(inputSlots(now, i, pad), inputSlots(before, i, pad)));
  const records = inputs.map((input, i) => ({
    ...input,
    positions: positionChanges(now, before, i, input),
    neighbours: inputs.flatMap((other, j) => (j !== i && other.first !== null ? [j] : [])),
  }));
  return { records, edited: inputs.some((input) => input.first !== null) };
}

/** @typedef {{id: number | null, valid: boolean}} Slot id null is PAD whose ID is not known yet */

/**
 * What was fed to the model in every slot of one record, padding included.
 * @param {Traced} traced @param {number} index @param {number | null} pad
 * @returns {Slot[]}
 */
function inputSlots(traced, index, pad) {
  const record = /** @type {import('../types.js').TracedRecord} */ (traced.trace.records[index]);
  const draft = traced.drafts[index];
  const swapped = new Map(draft?.replace.map((swap) => [swap.position, swap.id]));
  const filling = draft?.paddingId ?? pad;
  return Array.from({ length: traced.trace.slots }, (_, slot) => {
    const valid = slot < record.valid_count;
    return { valid, id: valid ? record.ids[slot] ?? null : swapped.get(slot) ?? filling };
  });
}

/**
 * @param {Slot[]} now @param {Slot[]} before
 * @returns {{changed: number[], padding: boolean, first: number | null}}
 */
function inputChange(now, before) {
  const differing = now.flatMap((slot, i) => {
    const other = before[i];
    return slot.id === other?.id && slot.valid === other.valid ? [] : [i];
  });
  const changed = differing.filter((i) => now[i]?.valid || before[i]?.valid);
  return { changed, padding: differing.length > changed.length, first: differing[0] ?? null };
}

/**
 * @param {Traced} now @param {Traced} before @param {number} index
 * @param {{changed: number[], first: number | null}} input
 * @returns {PositionChange[]}
 */
function positionChanges(now, before, index, { changed, first }) {
  const remembered = before.trace.records[index]?.tensors.logits ?? [];
  const edited = new Set(changed);
  return (now.trace.records[index]?.tensors.logits ?? []).map((row, position) => {
    const other = remembered[position];
    if (!other) return { kind: 'new', max: 0, changed: edited.has(position) };
    const { identical, max } = difference(row, other);
    const allowed = first !== null && position >= first;
    return { kind: identical ? 'identical' : allowed ? 'moved' : 'leak', max, changed: edited.has(position) };
  });
}
