/**
 * What a person does to the list of records. Pure: state in, state out.
 *
 * Adding or removing a record changes the batch size, and with it how matrix
 * products round; such a run has no bit-identical baseline. The records are
 * then remembered anew, rather than a rounding difference shown as a leak.
 */
import { draft } from './initial.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Draft} Draft */

/** As many records as the server takes in one batch. */
export const MOST_RECORDS = 8;

/** @param {Draft} record @returns {Draft} */
export const withoutLabEdits = (record) =>
  record.replace.length || record.paddingId !== null ? { ...record, replace: [], paddingId: null } : record;

/**
 * Typing into a record ends its lab edits: their positions mean nothing in a new text.
 * @param {State} state @param {number} index @param {string} text @returns {State}
 */
export function editRecord(state, index, text) {
  if (state.drafts[index]?.text === text) return state;
  const drafts = state.drafts.map((record, i) => (i === index ? draft(text, record.key) : record));
  return { ...state, drafts, rec: index, piece: null };
}

/** @param {State} state @param {string} [text] @returns {State} */
export function addRecord(state, text = '') {
  if (state.drafts.length >= MOST_RECORDS) return state;
  const key = Math.max(...state.drafts.map((record) => record.key)) + 1;
  const drafts = [...state.drafts, draft(text, key)];
  return { ...rememberedAs(state, drafts), rec: drafts.length - 1, pos: 0, key: 0, piece: null };
}

/** @param {State} state @param {number} index @returns {State} */
export function removeRecord(state, index) {
  if (state.drafts.length === 1) return state;
  const drafts = state.drafts.filter((_, i) => i !== index);
  const rec = Math.min(state.rec > index ? state.rec - 1 : state.rec, drafts.length - 1);
  return { ...rememberedAs(state, drafts), rec, piece: null };
}

/**
 * The baseline moves along: which row of the batch a record takes may change how it rounds.
 * @param {State} state @param {number} from @param {number} to @returns {State}
 */
export function moveRecord(state, from, to) {
  if (from === to || !state.drafts[from] || !state.drafts[to]) return state;
  const rec = moved(state.drafts.map((_, i) => i), from, to).indexOf(state.rec);
  return { ...state, drafts: moved(state.drafts, from, to), baseline: moved(state.baseline, from, to), rec };
}

/** @param {State} state @param {number} index @returns {State} */
export function chooseRecord(state, index) {
  if (index === state.rec || !state.drafts[index]) return state;
  return clamped({ ...state, rec: index, piece: null });
}

/**
 * Keep position and key inside the current record's trace.
 * @param {State} state @returns {State}
 */
export function clamped(state) {
  const count = state.traced?.trace.records[state.rec]?.valid_count;
  if (count === undefined) return state;
  const pos = Math.min(state.pos, count - 1);
  const key = Math.min(state.key, state.mask === 'causal' ? pos : count - 1);
  return pos === state.pos && key === state.key ? state : { ...state, pos, key };
}

/** @param {State} state @param {Draft[]} drafts @returns {State} */
function rememberedAs(state, drafts) {
  return { ...state, drafts, baseline: drafts.map(withoutLabEdits) };
}

/** @template T @param {T[]} list @param {number} from @param {number} to @returns {T[]} */
function moved(list, from, to) {
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), /** @type {T} */ (list[from]), ...rest.slice(to)];
}
