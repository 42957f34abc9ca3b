/**
 * The causal-mask lab: edits that are compared with the remembered baseline.
 * Pure. A lab edit swaps input IDs after tokenising; the text stays as typed.
 */
import { clamped, sameDrafts, settled, withBaselineTraced, withoutLabEdits } from './drafts.js';
import { shownRecord, shownRecordAt } from './shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Draft} Draft */

/** @param {State} state @param {import('../types.js').Mask} mask @returns {State} */
export function setMask(state, mask) {
  return mask === state.mask ? state : settled(clamped({ ...state, mask }));
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
 * Fill all padding slots of the current record with a token; null restores PAD.
 * @param {State} state @param {number | null} id @returns {State}
 */
export function fillPadding(state, id) {
  const used = shownRecord(state)?.valid_count ?? Infinity;
  return editCurrent(state, (record) => ({ ...record, paddingId: id, replace: record.replace.filter((swap) => swap.position < used) }));
}

/**
 * Change what comes after the selected position: the next token, or behind the
 * last one the padding. If it is already changed, undo it.
 * @param {State} state @returns {State}
 */
export function changeFuture(state) {
  const next = state.pos + 1;
  const traced = shownRecord(state);
  return traced && next >= traced.valid_count ? changePadding(state) : changeToken(state, next);
}

/**
 * Swap the token at a position of the current record, or undo the swap.
 * @param {State} state @param {number} position @returns {State}
 */
export function changeToken(state, position) {
  const traced = shownRecord(state);
  const record = state.drafts[state.rec];
  if (!traced || !record || position >= traced.valid_count) return state;
  const isSwapped = record.replace.some((swap) => swap.position === position);
  return replaceToken(state, position, isSwapped ? null : otherId(state, traced.ids[position], position));
}

/**
 * Fill the padding of the current record with a token that is not PAD, or undo it.
 * @param {State} state @returns {State}
 */
export function changePadding(state) {
  const record = state.drafts[state.rec];
  const used = shownRecord(state)?.valid_count ?? Infinity;
  const isFilled = (record?.paddingId ?? null) !== null || !!record?.replace.some((swap) => swap.position >= used);
  return fillPadding(state, isFilled ? null : otherId(state, undefined));
}

/** Which record the lab calls the current one's neighbour. @param {State} state @returns {number} -1 where it has none */
export function neighbourOf(state) {
  return state.drafts.length < 2 ? -1 : (state.rec + 1) % state.drafts.length;
}

/**
 * Swap a token in the neighbour record, at the selected position or its last
 * one; or give it back what is remembered.
 * @param {State} state @returns {State}
 */
export function changeNeighbour(state) {
  const index = neighbourOf(state);
  const record = state.drafts[index];
  const traced = shownRecordAt(state, index);
  const remembered = state.baseline[index];
  if (!record || !traced || !remembered) return state;
  if (!sameDrafts([record], [remembered])) return editRecordAt(state, index, remembered);
  const position = Math.min(state.pos, traced.valid_count - 1);
  const swap = { position, id: otherId(state, traced.ids[position], position) };
  return editRecordAt(state, index, { ...record, replace: [swap] });
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
  return withBaselineTraced({ ...state, baseline: state.drafts.map(withoutLabEdits) });
}

/** Back to the remembered records. @param {State} state @returns {State} */
export function undoEdits(state) {
  return state.drafts === state.baseline ? state : settled({ ...state, drafts: state.baseline, piece: null });
}

/** @param {State} state @param {(record: Draft) => Draft} change @returns {State} */
function editCurrent(state, change) {
  const record = state.drafts[state.rec];
  return record ? editRecordAt(state, state.rec, change(record)) : state;
}

/** @param {State} state @param {number} index @param {Draft} record @returns {State} */
function editRecordAt(state, index, record) {
  return { ...state, drafts: state.drafts.map((other, i) => (i === index ? record : other)) };
}

export const labTransitions = {
  changeFuture,
  changeNeighbour,
  changePadding,
  changeToken,
  fillPadding,
  remember,
  replaceToken,
  setMask,
  toggleMask,
  undoEdits,
};

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof labTransitions]: (typeof labTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} LabAct
 */
