/**
 * The margin while two states are compared: the selected position in A, in B,
 * and what lies between, with what that is evidence for.
 */
import { el, fill, set, setText } from '../dom.js';
import { largest } from '../draw/scale.js';
import { full, probability, short } from '../format/numbers.js';
import { name } from '../format/pieces.js';
import { words, wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { isApart, onLine } from '../state/timeline.js';
import { isCompareOpen } from './compare-panel.js';
import { renderPiece } from './piece.js';
import { scoresOf } from './position-scores.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {{value: number, text: string, piece?: number, ref?: NumberRef}} Cell
 * @typedef {{label: string, cells: [Cell | null, Cell | null], decimals: number | null}} Line decimals of the difference; null has none
 */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createComparePosition(root, act) {
  const title = el('h2', { id: 'compared-title' });
  const heads = [0, 1, 2].map(() => el('th', { scope: 'col' }));
  const body = el('tbody');
  const table = el('table', { class: 'compare-table' }, el('thead', {}, el('tr', {}, el('td'), ...heads)), body);
  const mean = el('p', { class: 'compare-mean' });
  const note = el('p', { class: 'compare-note' });
  root.setAttribute('aria-labelledby', 'compared-title');
  root.append(title, table, mean, note);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      const record = shownRecord(state);
      const other = comparedWith(state);
      const before = other?.trace.records[shownIndex(state)];
      root.hidden = !isCompareOpen(state) || state.trail.length > 0 || !record || !before;
      if (root.hidden || !record || !before || !other) return;
      const depends = [record, before, state.pos, state.block, state.lang, state.vocabulary, state.training?.curve, state.corpus, state.training?.status];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const t = wordsOf(state).compare;
      fill(title, ...headOf(state, record));
      [t.column('A', columnOf(state, state.train.against)), t.column('B', columnOf(state, state.step)), t.change].forEach((text, i) => heads[i] && setText(heads[i], text));
      set(table, { 'aria-label': t.table });
      fill(body, ...linesOf(state, before, record).map((line) => row(state, line, act)));
      setText(mean, t.mean(short(other.trace.loss, 4), short(state.traced?.trace.loss ?? NaN, 4)));
      setText(note, noteOf(state, (state.traced?.trace.loss ?? NaN) < other.trace.loss));
    },
  };
}

/** The step in few letters: where the model came trained, its own is no step of the run. @param {State} state @param {number | null} step */
function columnOf(state, step) {
  return isApart(state, step) ? words(state.lang).train.named.loaded : String(onLine(state, step));
}

/** @param {State} state @param {TracedRecord} record */
function headOf({ lang, vocabulary, pos }, record) {
  const t = words(lang).compare;
  const [input, target] = [record.ids[pos], record.targets[pos] ?? -1].map((id) => vocabulary?.[id ?? -1]);
  return [`${t.position(pos)} (`, input ? renderPiece(input) : '', `)${t.join}`, target ? t.target(name(target), target.id) : t.noTarget];
}

/** @param {State} state @param {TracedRecord} before @param {TracedRecord} after @returns {Line[]} */
function linesOf(state, before, after) {
  const { compare: { rows } } = wordsOf(state);
  const { pos, block } = state;
  const target = after.targets[pos] ?? -1;
  /** @param {(record: TracedRecord) => Cell | null} read @returns {[Cell | null, Cell | null]} */
  const both = (read) => [read(before), read(after)];
  const scores = (/** @type {TracedRecord} */ { tensors }) => scoresOf(tensors.logits[pos] ?? []);
  const all = after.tensors.logits[pos]?.length ?? 0;
  const isScored = target >= 0;
  /** @type {(Line | false)[]} */
  const lines = [
    isScored && { label: rows.loss, decimals: 4, cells: both(({ losses }) => number(losses[pos], 4, { name: 'loss', index: [pos] })) },
    isScored && { label: rows.probability, decimals: 4, cells: both((record) => share(scores(record).probability(target), { name: 'probability', index: [pos, target] })) },
    isScored && { label: rows.rank(all), decimals: 0, cells: both((record) => plain(scores(record).place(target) + 1)) },
    { label: rows.highest, decimals: null, cells: both((record) => piece(scores(record).softmax.argmax, { name: 'logits', index: [pos, scores(record).softmax.argmax] })) },
    ...(after.tensors.blocks[block]?.weights ?? []).map((_, head) => ({ label: rows.head(head), decimals: null, cells: both((record) => read(record, block, head, pos)) })),
    { label: rows.embedded, decimals: 3, cells: both(({ tensors }) => plainly(largest(tensors.blocks[0]?.block_input[pos] ?? []), 3)) },
    { label: rows.logit, decimals: 2, cells: both(({ tensors }) => plainly(largest(tensors.logits[pos] ?? []), 2)) },
  ];
  return lines.filter((line) => line !== false);
}

/** The key that a head reads most at a position. @param {TracedRecord} record @param {number} block @param {number} head @param {number} pos @returns {Cell | null} */
function read({ ids, tensors }, block, head, pos) {
  const row = tensors.blocks[block]?.weights[head]?.[pos];
  if (!row?.length) return null;
  const value = Math.max(...row);
  const key = row.indexOf(value);
  return { value, text: `${key}`, piece: ids[key] ?? -1, ref: { name: 'weights', block, index: [head, pos, key] } };
}

/** @param {number | null | undefined} value @param {number} decimals @param {NumberRef} ref @returns {Cell | null} */
const number = (value, decimals, ref) => (value === null || value === undefined ? null : { value, text: short(value, decimals), ref });
/** @param {number} value @param {NumberRef} ref @returns {Cell} */
const share = (value, ref) => ({ value, text: probability(value, 4), ref });
/** @param {number} value @returns {Cell} */
const plain = (value) => ({ value, text: String(value) });
/** @param {number} value @param {number} decimals @returns {Cell} */
const plainly = (value, decimals) => ({ value, text: short(value, decimals) });
/** @param {number} id @param {NumberRef} ref @returns {Cell} */
const piece = (id, ref) => ({ value: id, text: String(id), piece: id, ref });

/** @param {State} state @param {Line} line @param {import('../types.js').Act} act */
function row(state, { label, cells: [a, b], decimals }, act) {
  const difference = decimals === null || !a || !b ? null : b.value - a.value;
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, label),
    el('td', { title: a && full(a.value) }, ...written(state, a)),
    el('td', {}, ...(b?.ref ? [asked(state, b, b.ref, act)] : written(state, b))),
    el('td', { title: difference !== null && full(difference) }, difference === null ? '' : `${difference > 0 ? '+' : ''}${short(difference, decimals ?? 0)}`),
  );
}

/** B's numbers are those on the page: each leads to where it comes from. @param {State} state @param {Cell} cell @param {NumberRef} ref @param {import('../types.js').Act} act */
function asked(state, cell, ref, act) {
  const read = () => act.readNumber(ref);
  return el('button', { type: 'button', class: 'number', title: full(cell.value), onclick: () => act.derive(ref), onfocus: read, onpointerenter: read }, ...written(state, cell));
}

/** @param {State} state @param {Cell | null} cell @returns {import('../dom.js').Child[]} */
function written({ vocabulary }, cell) {
  if (!cell) return ['–'];
  const entry = cell.piece === undefined ? undefined : vocabulary?.[cell.piece];
  if (!entry) return [cell.text];
  const isId = cell.piece === cell.value;
  return isId ? [renderPiece(entry), ` ${cell.text}`] : [`${cell.text} `, renderPiece(entry), ` ${probability(cell.value, 3)}`];
}

/** What a smaller loss on these records says, and what it does not. @param {State} state @param {boolean} isSmaller */
function noteOf(state, isSmaller) {
  const { lang, corpus, drafts, model, training, step } = state;
  const t = words(lang).compare;
  if (!corpus) return '';
  const seen = drafts.filter(({ text }) => corpus.train.some((record) => record.text === text)).length;
  const at = onLine(state, step);
  const validation = isApart(state, step) ? undefined : training?.curve.find((one) => one.step === at)?.validation;
  if (model?.config.data === 'stream') return validation === undefined ? '' : t.validationText(at, short(validation, 4));
  const parts = [
    isSmaller && (seen === drafts.length ? t.seenAll : seen === 0 ? t.seenNone : t.seenSome(seen, drafts.length)),
    validation !== undefined && t.validation(corpus.validation.length, at, short(validation, 4)),
  ];
  return parts.filter(Boolean).join(t.gap);
}
