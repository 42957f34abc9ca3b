/**
 * What a person does to the list of records. Pure: state in, state out.
 *
 * Adding or removing a record changes the batch size, and with it how matrix
 * products round; such a run has no bit-identical baseline. The records are
 * then remembered anew, rather than a rounding difference shown as a leak.
 */
import { inForce, isBroken, isTraceOf } from './in-force.js';
import { draft } from './initial.js';
import { shownRecord } from './shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Draft} Draft */

/** As many records as the server takes in one batch. */
export const MOST_RECORDS = 8;

/** @param {Draft} record @returns {Draft} */
export const withoutLabEdits = (record) =>
  record.replace.length || record.paddingId !== null ? { ...record, replace: [], paddingId: null } : record;

/**
 * Typing into a record ends its lab edits: their positions mean nothing in a new text.
 * Typing into a prompt leads to its end, from where it is continued.
 * @param {State} state @param {number} index @param {string} text @returns {State}
 */
export function editRecord(state, index, text) {
  if (state.drafts[index]?.text === text) return state;
  const drawn = state.drafts[index]?.continued;
  const drafts = state.drafts.map((record, i) => (i === index ? { ...draft(text, record.key), ...(drawn && { continued: [] }) } : record));
  return { ...state, drafts, rec: index, piece: null, ...(drawn && { generation: { ...state.generation, running: false, goTo: Infinity, discarded: drawn.length || state.generation.discarded } }) };
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
  return { ...rememberedAs(state, drafts), ...unlent(state), rec, piece: null };
}

/**
 * The baseline moves along: which row of the batch a record takes may change how it rounds.
 * @param {State} state @param {number} from @param {number} to @returns {State}
 */
export function moveRecord(state, from, to) {
  if (from === to || !state.drafts[from] || !state.drafts[to]) return state;
  const rec = moved(state.drafts.map((_, i) => i), from, to).indexOf(state.rec);
  return { ...state, drafts: moved(state.drafts, from, to), baseline: moved(state.baseline, from, to), ...unlent(state), rec };
}

/** An exchanged residual names two records by their places. @param {State} state @returns {Partial<State>} */
function unlent({ swap, off, show }) {
  return swap.length ? { swap: [], show: off.length ? show : 'values' } : {};
}

/** @param {State} state @param {number} index @returns {State} */
export function chooseRecord(state, index) {
  if (index === state.rec || !state.drafts[index]) return state;
  return clamped({ ...state, rec: index, piece: null });
}

/**
 * Keep position, key and head inside the current record's trace.
 * @param {State} state @returns {State}
 */
export function clamped(state) {
  const record = shownRecord(state);
  if (!record) return state;
  const last = record.valid_count - 1;
  const pos = Math.min(state.pos, last);
  const key = Math.min(state.key, inForce(state).mask === 'causal' ? pos : last);
  const { blocks } = record.tensors;
  const block = openIn(blocks, Math.min(state.blockWish ?? state.block, blocks.length - 1));
  const blockWish = block === state.blockWish ? null : state.blockWish;
  const head = Math.min(state.head, (blocks[block]?.weights?.length ?? Infinity) - 1);
  const inside = pos === state.pos && key === state.key && block === state.block && blockWish === state.blockWish && head === state.head;
  return inside ? state : { ...state, pos, key, block, blockWish, head };
}

/** Of a large model's trace one block has come at first: until another is here, that one stays open. @param {import('../types.js').BlockTensors[]} blocks @param {number} block */
function openIn(blocks, block) {
  const here = blocks.findIndex((tensors) => tensors.norm1);
  return here < 0 || blocks[block]?.norm1 ? block : here;
}

/**
 * Back at what the last trace is of, nothing is refused and nothing awaited.
 * @param {State} state @returns {State}
 */
export function settled(state) {
  return isTraceOf(state.traced, { drafts: state.drafts, ...inForce(state) }) ? { ...state, pending: false, refusal: null, overlong: null } : state;
}

/**
 * Where the last trace is of the remembered records themselves, it is their trace too.
 * @param {State} state @returns {State}
 */
export function withBaselineTraced(state) {
  const traced = state.traced;
  if (!traced || isBroken(traced) || !isTraceOf(traced, { ...inForce(state), drafts: traced.drafts }) || !sameDrafts(traced.drafts, state.baseline)) return state;
  return { ...state, baselineTraced: traced };
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
  return a === b || (a.key === b.key && a.text === b.text && a.paddingId === b.paddingId && a.next === b.next && `${a.continued}` === `${b.continued}` && sameSwaps(a.replace, b.replace));
}

/** @param {Draft['replace']} a @param {Draft['replace']} b */
function sameSwaps(a, b) {
  return a.length === b.length && a.every((swap) => b.some((other) => other.position === swap.position && other.id === swap.id));
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
