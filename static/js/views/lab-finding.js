/**
 * What the lab has to say: which inputs differ from the remembered records and
 * which logits moved, and the same as a sentence. Pure. It speaks of the two
 * traces that were compared, so it is true of them whatever is being typed.
 */
import { full, short, count as counted } from '../format/numbers.js';
import { name } from '../format/pieces.js';
import { wordsOf } from '../i18n/all.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { comparison } from './comparison.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('./comparison.js').RecordComparison} RecordComparison */
/** @typedef {{lead: string, text: string}} Finding lead is a leak's, else empty */

/**
 * @param {State} state
 * @returns {Finding}
 */
export function finding(state) {
  const t = wordsOf(state).lab;
  const record = shownRecord(state);
  if (state.refusal) return { lead: '', text: t.refused };
  if (!record || !state.traced) return { lead: '', text: '' };
  const compared = comparison(state)?.records[shownIndex(state)];
  if (!compared) return { lead: '', text: t.waiting };
  const leaks = compared.positions.filter((position) => position.kind === 'leak');
  const isEdited = compared.first !== null || compared.neighbours.length > 0;
  if (!isEdited && !leaks.length) return { lead: '', text: t.idle(state.pos, named(state, record.ids[state.pos])) };
  const causes = isEdited ? causesOf(state, compared) : [t.unchanged];
  const effect = leaks.length ? leaked(state, compared, leaks) : moved(state, compared);
  return { lead: leaks.length ? t.leads[sourceOf(compared)] : '', text: [...causes, effect].join(state.lang === 'zh' ? '' : ' ') };
}

/** Which change a leak can have come from. @param {RecordComparison} compared @returns {keyof ReturnType<typeof wordsOf>['lab']['leads']} */
function sourceOf({ changed, padding, neighbours }) {
  /** @type {(keyof ReturnType<typeof wordsOf>['lab']['leads'])[]} */
  const sources = [];
  if (changed.length) sources.push('future');
  if (padding) sources.push('padding');
  if (neighbours.length) sources.push('neighbour');
  return sources.length > 1 ? 'several' : (sources[0] ?? 'unrepeatable');
}

/** @param {State} state @param {RecordComparison} compared @returns {string[]} */
function causesOf(state, { changed, padding, neighbours }) {
  const t = wordsOf(state).lab;
  const index = shownIndex(state);
  const [first] = changed;
  const causes = [];
  if (first !== undefined) {
    const from = state.baselineTraced?.trace.records[index]?.ids[first];
    const to = state.traced?.trace.records[index]?.ids[first];
    const isSwap = changed.length === 1 && from !== undefined && to !== undefined;
    causes.push(isSwap ? t.swapped(first, named(state, from), named(state, to)) : t.differs(changed.length, first));
  }
  if (padding) {
    const filling = fillingOf(state, index);
    causes.push(filling === null ? t.paddingDiffers : t.filled(named(state, filling)));
  }
  if (neighbours.length) causes.push(t.neighbours(neighbours.map((place) => placeNow(state, place))));
  return causes;
}

/** What every padding slot of a traced record holds; null where a link has put tokens into some alone. @param {State} state @param {number} index */
function fillingOf({ traced }, index) {
  const draft = traced?.drafts[index];
  const used = traced?.trace.records[index]?.valid_count ?? 0;
  return !draft || draft.replace.some((swap) => swap.position >= used) ? null : draft.paddingId;
}

/** Where a traced record now stands in the list. @param {State} state @param {number} place */
function placeNow(state, place) {
  const key = state.traced?.drafts[place]?.key;
  return state.drafts.findIndex((draft) => draft.key === key);
}

/** Nothing leaked. @param {State} state @param {RecordComparison} compared */
function moved(state, { changed, positions, first }) {
  const t = wordsOf(state).lab;
  const candidates = shownRecord(state)?.tensors.logits[0]?.length ?? 0;
  const from = changed.length && first !== null ? first : positions.length;
  if (!changed.length) return t.everywhere(state.rec, counted(positions.length * candidates));
  const later = positions.slice(from).filter((position) => position.kind !== 'new');
  const movers = later.filter((position) => position.kind === 'moved');
  const before = from === 0 ? t.nothingBefore : t.before(counted(Math.min(from, positions.length) * candidates));
  if (!later.length) return `${before}${state.lang === 'zh' ? '。' : '.'}`;
  if (!movers.length) return before + t.noneMoved;
  const by = amount(largest(movers));
  return before + (movers.length === later.length ? t.allMoved(by) : t.someMoved(movers.length, later.length, by));
}

/** @param {State} state @param {RecordComparison} compared @param {RecordComparison['positions']} leaks */
function leaked(state, { changed, positions, first }, leaks) {
  const t = wordsOf(state).lab;
  const by = amount(largest(leaks));
  if (!changed.length || first === null) return t.leakedAnywhere(leaks.length, positions.length, by);
  return t.leakedBefore(leaks.length, Math.min(first, positions.length), by);
}

/** @param {RecordComparison['positions']} positions */
function largest(positions) {
  return positions.reduce((most, position) => (position.max >= most || Number.isNaN(position.max) ? position.max : most), 0);
}

/** A change in few digits. Where only a zero's sign differs, the largest |Δ| is 0 and still a change. @param {number} max */
export function amount(max) {
  if (max === 0) return '±0';
  return max < 0.1 ? max.toExponential(1).replace('-', '−') : short(max, 2);
}

/** The same where there is hardly room: one figure beside the power of ten. @param {number} max */
export function brief(max) {
  if (max === 0 || max >= 0.1) return max < 100 ? amount(max) : short(max, 0);
  return max.toExponential(0).replace('-', '−');
}

/** @param {State} state @param {import('./comparison.js').PositionChange} change @returns {string} the state of one position, every digit */
export function changeInWords(state, change) {
  const t = wordsOf(state).lab;
  const candidates = counted(shownRecord(state)?.tensors.logits[0]?.length ?? 0);
  const by = change.max === 0 ? '±0' : full(change.max);
  const said = { identical: t.identical(candidates), moved: t.moved(by), leak: t.leaked(by), new: t.fresh }[change.kind];
  return change.changed ? `${t.changedHere}; ${said}` : said;
}

/** @param {State} state @param {number | undefined} id */
export function named(state, id = -1) {
  const entry = state.vocabulary?.[id];
  return entry ? name(entry) : String(id);
}
