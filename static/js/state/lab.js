/**
 * The causal-mask lab: edits that are compared with the remembered baseline.
 * Pure. A lab edit swaps input IDs after tokenising; the text stays as typed.
 */
import { clamped, withoutLabEdits } from './drafts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Draft} Draft */

/** @param {State} state @param {import('../types.js').Mask} mask @returns {State} */
export function setMask(state, mask) {
  return mask === state.mask ? state : clamped({ ...state, mask });
}

/** @param {State} state @returns {State} */
export function toggleMask(state) {
  return setMask(state, state.mask === 'causal' ? 'none' : 'causal');
}

/**
 * Swap the input ID at a position of the current record; null undoes it.
 * @param {State} state @param {number} position @param {number | null} id @returns {State}
 */
export function replaceToken(state, position, id) {
  return editCurrent(state, (record) => {
    const others = record.replace.filter((swap) => swap.position !== position);
    return { ...record, replace: id === null ? others : [...others, { position, id }] };
  });
}

/**
 * Fill the padding slots of the current record with a token; null restores PAD.
 * @param {State} state @param {number | null} id @returns {State}
 */
export function fillPadding(state, id) {
  return editCurrent(state, (record) => ({ ...record, paddingId: id }));
}

/**
 * Change what comes after the selected position: the next token, or behind the
 * last one the padding. If the next token is already changed, undo it.
 * @param {State} state @returns {State}
 */
export function changeFuture(state) {
  const traced = state.traced?.trace.records[state.rec];
  const record = state.drafts[state.rec];
  if (!traced || !record) return state;
  const next = state.pos + 1;
  if (next >= traced.valid_count) return fillPadding(state, record.paddingId === null ? otherId(state, traced.ids[state.pos]) : null);
  if (record.replace.some((swap) => swap.position === next)) return replaceToken(state, next, null);
  return replaceToken(state, next, otherId(state, traced.ids[next], next));
}

/**
 * An ID that differs from `id`: what another record has at that position, else
 * the newest merge, so that the swap is a token a reader can recognise.
 * @param {State} state @param {number | undefined} id @param {number} [position] @returns {number}
 */
function otherId(state, id, position) {
  const neighbours = state.traced?.trace.records.map((record) => record.ids[position ?? -1]) ?? [];
  const found = neighbours.find((candidate) => candidate !== undefined && candidate !== id);
  const newest = (state.model?.config.vocabulary_size ?? 1) - 1;
  return found ?? (id === newest ? newest - 1 : newest);
}

/**
 * Take the records as they are typed as what every later edit is compared with.
 * @param {State} state @returns {State}
 */
export function remember(state) {
  return { ...state, baseline: state.drafts.map(withoutLabEdits) };
}

/** Back to the remembered records. @param {State} state @returns {State} */
export function undoEdits(state) {
  return state.drafts === state.baseline ? state : { ...state, drafts: state.baseline, piece: null };
}

/**
 * Whether the drafts differ from the remembered baseline in anything that is computed.
 * @param {State} state
 */
export function isEdited(state) {
  return !sameDrafts(state.drafts, state.baseline);
}

/** @param {Draft[]} a @param {Draft[]} b */
export function sameDrafts(a, b) {
  return a === b || (a.length === b.length && a.every((record, i) => sameDraft(record, /** @type {Draft} */ (b[i]))));
}

/** @param {Draft} a @param {Draft} b */
function sameDraft(a, b) {
  return a === b || (a.key === b.key && a.text === b.text && a.paddingId === b.paddingId && sameSwaps(a.replace, b.replace));
}

/** @param {Draft['replace']} a @param {Draft['replace']} b */
function sameSwaps(a, b) {
  return a.length === b.length && a.every((swap) => b.some((other) => other.position === swap.position && other.id === swap.id));
}

/** @param {State} state @param {(record: Draft) => Draft} change @returns {State} */
function editCurrent(state, change) {
  const drafts = state.drafts.map((record, i) => (i === state.rec ? change(record) : record));
  return { ...state, drafts };
}
