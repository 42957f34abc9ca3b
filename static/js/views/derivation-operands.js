/**
 * What a number is computed from, as a list: terms that stand once, then those
 * that are repeated, each with what it adds. Long lists are folded to what
 * matters; what the mask cuts off is hatched and named, never written as zero.
 */
import { el, fill } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { significant } from '../format/significant.js';
import { words, wordsOf } from '../i18n/all.js';
import { contributions, worthSeeing } from '../math/dependencies/contributions.js';
import { keyOf } from '../math/dependencies/table.js';
import { isGradient } from '../math/dependencies/terms.js';
import { softmax } from '../math/softmax.js';
import { recordOf } from './derivation-context.js';
import { codeOf, codeWith, pieceAt } from './number-name.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../math/dependencies/derivation.js').Derivation} Derivation
 * @typedef {import('../math/dependencies/derivation.js').Operand} Operand
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 *
 * @typedef {object} List
 * @property {State} state
 * @property {Context} context
 * @property {Derivation} of
 * @property {boolean} isExpanded
 * @property {() => void} toggle
 * @property {Map<HTMLElement, Operand>} buttons filled with what each leads to
 */

const DECIMALS = 6;
/** Lists up to this are shown whole: a dot product of 16 terms is. */
const WHOLE = 18;
const WORTH_SEEING = 8;
/** So many masked keys are listed one by one; more are one row. */
const FEW_CUT = 2;

/** @param {HTMLElement} root @param {List} list @returns {HTMLElement[][]} the buttons, line by line */
export function fillOperands(root, list) {
  const { of, state } = list;
  // What is never negative has its bars from the left.
  root.dataset.over = isGradient(of.ref.name) ? '' : (of.entry.over?.[0] ?? '');
  root.dataset.products = String(of.entry.each.length > 1);
  const rows = [...of.once.map((operand) => onceRow(operand, list)), ...(of.each.length ? repeatedRows(list) : [])];
  const t = wordsOf(state).derivation;
  const isEmpty = Boolean(of.entry.over) && of.each.length === 0;
  fill(root, el('h4', {}, t.operands), ...rows, isEmpty && el('p', { class: 'operand' }, t.back.emptySum));
  return rows.map((row) => [...row.querySelectorAll('button')]).filter((line) => line.length > 0);
}

/** @param {Operand} operand @param {List} list */
function onceRow(operand, { state, buttons }) {
  const t = wordsOf(state).derivation;
  const role = t.roles[operand.role] ?? t.back.roles[operand.role] ?? operand.role;
  const code = codeOf(operand.ref, state);
  const value = operand.cut ? t.masked : valueText(operand, DECIMALS, t.gone);
  const button = el(
    'button', { type: 'button', class: 'operand-button', title: operand.value === null ? '' : full(operand.value) },
    el('span', { class: 'role' }, role), el('code', {}, code), el('span', { class: operand.cut ? 'value cut' : 'value' }, value),
  );
  buttons.set(button, operand);
  const note = operand.cut && el('span', { class: 'cut-note' }, el('span', { class: 'swatch masked' }), t.cutOperand);
  return el('div', { class: 'operand once', 'data-role': operand.role }, button, note);
}

/** @param {List} list @returns {HTMLElement[]} */
function repeatedRows(list) {
  const { of, state } = list;
  const amounts = contributions(of);
  const most = amounts.reduce((/** @type {number} */ size, amount) => Math.max(size, Math.abs(amount ?? 0)), 0);
  const standing = amounts.filter((amount) => amount !== null).length;
  const isFolded = of.each.filter(([first]) => !first?.cut).length > WHOLE;
  const seen = isFolded && !list.isExpanded ? worthSeeing(of, amounts, WORTH_SEEING, (operand) => marksOf(operand, list).length > 0) : null;
  const rows = of.each.flatMap((terms, place) => {
    if (terms.some(({ cut }) => cut) || (seen && !seen.has(place))) return [];
    return [repeatedRow(terms, amounts[place] ?? null, most, list)];
  });
  const cut = of.each.filter((terms) => terms.some((term) => term.cut));
  return [
    header(list),
    ...rows,
    ...(seen ? [foldedRow(amounts.filter((_, place) => !seen.has(place)), list)] : []),
    ...(isFolded && list.isExpanded ? [el('div', { class: 'operand fold' }, foldButton(list, wordsOf(state).derivation.showFewer))] : []),
    ...cutRows(cut, list),
    ...(standing > 1 && hasSum(of) ? [totalRow(amounts, list)] : []),
  ];
}

/** Which tensors the rows below are of, with the letter that counts them. @param {List} list */
function header({ of, state }) {
  const t = wordsOf(state).derivation;
  const letters = of.entry.over ?? [];
  const isBatch = letters.includes('r');
  const codes = of.entry.each.map((term, i) => {
    const ref = of.each[0]?.[i]?.ref ?? { name: term.name, index: [] };
    const at = ref.index.map((one, axis) => (letters.some((letter) => letter === term.at[axis]) ? letterOf(term.at[axis]) : one));
    return codeWith(ref, at, state, isBatch ? 'r' : ref.record);
  });
  const range = isBatch ? letters.join(', ') : t.range(letterOf(letters[0]), of.each.length - 1);
  return el('p', { class: 'operand-head' }, codes.length > 1 ? t.products(codes[0] ?? '', codes[1] ?? '', range) : t.terms(codes[0] ?? '', range));
}

/** @param {unknown} letter */
function letterOf(letter) {
  return letter === 'u' ? 'v' : String(letter);
}

/** @param {Operand[]} terms @param {number | null} amount @param {number} most @param {List} list */
function repeatedRow(terms, amount, most, list) {
  const { state, of } = list;
  const t = wordsOf(state).derivation;
  const marks = marksOf(terms[0], list);
  const buttons = terms.map((operand) => {
    const text = valueText(operand, DECIMALS, t.gone);
    const button = el('button', { type: 'button', class: 'number', title: operand.value === null ? '' : full(operand.value), 'aria-label': `${codeOf(operand.ref, state)}: ${text}` }, text);
    list.buttons.set(button, operand);
    return button;
  });
  const isOwn = showsOwn(of);
  const parts = buttons.flatMap((button, i) => (i ? [el('span', { class: 'times' }, '×'), button] : [button]));
  return el(
    'div', { class: marks.length ? 'operand each marked' : 'operand each', 'data-columns': columnsOf(terms.length, isOwn) },
    el('span', { class: 'ordinal' }, ordinal(terms, list), marks.length > 0 && el('small', {}, ` ${marks.join(', ')}`)),
    ...parts,
    !isOwn && el('span', { class: 'amount' }, amount === null ? '' : inFigures(of)(amount, DECIMALS)),
    bar(amount, most),
  );
}

/** From zero to its share of the largest; negative ones to the left. @param {number | null} amount @param {number} most */
function bar(amount, most) {
  const node = el('span', { class: (amount ?? 0) < 0 ? 'bar negative' : 'bar', 'aria-hidden': 'true' });
  node.style.setProperty('--share', String(most > 0 ? Math.abs(amount ?? 0) / most : 0));
  return node;
}

/** What a letter counts, where it is more than a coordinate. @type {Map<string, 'key' | 'query' | 'candidate'>} */
const COUNTED = new Map([['s', 'key'], ['t', 'query'], ['u', 'candidate'], ['v', 'candidate']]);

/** Where the repetition stands: a key with its piece, a candidate, a record and position. @param {Operand[]} terms @param {List} list */
function ordinal(terms, { of, state, context }) {
  const [letter] = of.entry.over ?? [];
  const ref = terms.at(-1)?.ref ?? of.ref;
  const ids = recordOf(context, ref)?.ids ?? [];
  if (letter === 'r') return `${ref.record}, ${ref.index[0]}`;
  const at = ref.index[of.entry.each.at(-1)?.at.findIndex((one) => one === letter) ?? 0] ?? 0;
  return `${at}${pieceAt(COUNTED.get(letter ?? '') ?? 'coordinate', at, state, ids)}`;
}

/** Why a term among many is shown. @param {Operand | undefined} operand @param {List} list @returns {string[]} */
function marksOf(operand, { of, state, context }) {
  if (!operand) return [];
  const { marks } = wordsOf(state).derivation;
  const { ref } = operand;
  if (of.entry.formula === 'softmax') return keyOf(ref) === keyOf(of.once[0]?.ref ?? of.ref) ? [marks.own] : [];
  if (of.entry.over?.[0] === 'r') return ref.index[0] === state.pos && ref.record === context.record ? [marks.selected] : [];
  if (COUNTED.get(of.entry.over?.[0] ?? '') !== 'candidate') return [];
  const record = recordOf(context, ref);
  const [position = -1, candidate = -1] = ref.index;
  const logits = record?.tensors.logits[position];
  return [
    ...(record?.targets[position] === candidate ? [marks.target] : []),
    ...(logits && largestIn(logits) === candidate ? [marks.largest] : []),
  ];
}

/** @type {WeakMap<readonly number[], number>} */
const largest = new WeakMap();

/** The candidate with the largest logit, found once for all that are asked. @param {readonly number[]} logits */
function largestIn(logits) {
  const id = largest.get(logits) ?? softmax(logits).argmax;
  largest.set(logits, id);
  return id;
}

/** @param {(number | null)[]} amounts of those left out @param {List} list */
function foldedRow(amounts, list) {
  const t = words(list.state.lang).derivation;
  const standing = amounts.filter((amount) => amount !== null);
  const sum = standing.reduce((/** @type {number} */ total, amount) => total + (amount ?? 0), 0);
  const text = hasSum(list.of) ? t.others(standing.length, inFigures(list.of)(sum, DECIMALS)) : t.lower(standing.length);
  return el('div', { class: 'operand fold' }, el('span', {}, text), foldButton(list, t.showAll(list.of.each.length)));
}

/** @param {List} list @param {string} text */
function foldButton({ toggle, isExpanded }, text) {
  return el('button', { type: 'button', class: 'link fold-button', 'aria-expanded': String(isExpanded), onclick: toggle }, text);
}

/** @param {Operand[][]} cut @param {List} list @returns {HTMLElement[]} */
function cutRows(cut, list) {
  const { state, isExpanded } = list;
  const t = wordsOf(state).derivation;
  if (cut.length <= FEW_CUT || isExpanded) return cut.map((terms) => cutRow(terms, list));
  const [first, last] = [cut[0], cut.at(-1)].map((terms) => ordinalKey(terms, list));
  const text = (list.of.entry.over?.[0] === 't' ? t.back.cutQueries : t.cutKeys)(first ?? 0, last ?? 0, cut.length);
  return [el('div', { class: 'operand cut fold' }, el('span', { class: 'swatch masked' }), el('span', {}, text), foldButton(list, t.showAll(cut.length)))];
}

/** @param {Operand[]} terms @param {List} list */
function cutRow(terms, list) {
  const { state } = list;
  const t = wordsOf(state).derivation;
  const button = el('button', { type: 'button', class: 'cut-button' }, t.cutKey(codeOf((terms[0] ?? list.of).ref, state)));
  const [first] = terms;
  if (first) list.buttons.set(button, first);
  return el('div', { class: 'operand cut' }, el('span', { class: 'swatch masked' }), button);
}

/** @param {Operand[] | undefined} terms @param {List} list */
function ordinalKey(terms, { of }) {
  const [term] = of.entry.each;
  return terms?.[0]?.ref.index[term?.at.findIndex((one) => one === of.entry.over?.[0]) ?? 0] ?? 0;
}

/** Whether a term adds just its own value, which then stands there once. @param {Derivation} of */
function showsOwn({ entry }) {
  return entry.each.length === 1 && entry.formula !== 'softmax' && entry.formula !== 'variance';
}

/** Which columns a row has. @param {number} terms @param {boolean} isOwn */
function columnsOf(terms, isOwn) {
  return terms > 1 ? 'product' : isOwn ? 'value' : 'value-amount';
}

/** @param {Derivation} of */
function hasSum({ entry }) {
  return entry.formula !== 'largest';
}

/** @param {(number | null)[]} amounts @param {List} list */
function totalRow(amounts, { state, of }) {
  const total = amounts.reduce((/** @type {number} */ sum, amount) => sum + (amount ?? 0), 0);
  return el('div', { class: 'operand each total', 'data-columns': columnsOf(of.entry.each.length, showsOwn(of)) }, el('span', { class: 'ordinal' }, wordsOf(state).derivation.total), el('span', { class: 'amount' }, inFigures(of)(total, DECIMALS)));
}

/** Gradients may be far below 1. @param {{ref: import('../types.js').NumberRef}} of */
function inFigures({ ref }) {
  return isGradient(ref.name) ? significant : short;
}

/** @param {Operand} operand @param {number} decimals @param {string} absent */
function valueText({ value, ref }, decimals, absent) {
  if (value === null) return absent;
  return Number.isInteger(value) || ref.name.startsWith('config.') ? full(value) : inFigures({ ref })(value, decimals);
}
