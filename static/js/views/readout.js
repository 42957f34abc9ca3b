/**
 * The number being read: its name and place, every digit, what it is computed from
 * in short, and what it is.
 * Keeps its height while numbers come and go, so that nothing below it moves.
 */
import { el, setText } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { valueOf } from '../math/dependencies/value.js';
import { comparedWith } from '../state/compared.js';
import { shownRecord } from '../state/shown.js';
import { contextOf, recordOf } from './derivation-context.js';
import { lensBeside, lensReading } from './lens-reading.js';
import { isLens } from './loom-hit.js';
import { codeOf, describe, isPair, placeOf } from './number-name.js';
import { shortForm } from './short-form.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 */

const INTEGERS = new Set(['ids', 'targets']);
const SHARES = new Set(['weights', 'probability']);

/** @param {HTMLElement} root */
export function createReadout(root) {
  const label = el('span', { class: 'readout-label' });
  const code = el('code', { class: 'readout-code' });
  const value = el('p', { class: 'readout-value' });
  const digits = el('p', { class: 'readout-digits' });
  const form = el('p', { class: 'readout-form' });
  const place = el('p', { class: 'readout-place' });
  const meaning = el('p', { class: 'readout-meaning' });
  const spoken = el('p', { class: 'spoken', 'aria-live': 'polite' });
  root.append(el('h3', { class: 'readout-head' }, label, code), value, digits, form, place, meaning, spoken);
  root.classList.add('readout');

  /** @type {unknown[]} */
  let seen = [];
  let announced = '';

  return {
    /** @param {State} state */
    update(state) {
      const depends = [state.number, shownRecord(state), state.parameters, state.vocabulary, state.lang, state.block, state.model, state.graded, state.show, comparedWith(state)];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const shown = reading(state);
      root.classList.toggle('empty', !state.number);
      setText(label, shown.label);
      setText(code, shown.code);
      setText(value, shown.value);
      setText(digits, shown.digits);
      setText(form, shown.form);
      form.title = shown.form;
      setText(place, shown.place);
      setText(meaning, shown.meaning);
      // Only a number newly turned to is spoken, not one that changes under typing; a heat map speaks of its cells itself.
      const isSaid = document.activeElement?.matches('.map-walk') ?? false;
      if (shown.code !== announced && !isSaid) setText(spoken, state.number ? `${shown.code}: ${shown.digits || shown.value}. ${shown.place}` : '');
      announced = shown.code;
    },
  };
}

/** @param {State} state */
function reading(state) {
  const text = wordsOf(state).detail;
  const ref = state.number;
  const context = shownRecord(state) && contextOf(state);
  if (!ref || !context) return { label: text.readout.title, code: '', value: '', digits: '', form: '', place: '', meaning: text.readout.hint };
  if (isLens(ref)) return lensReading(ref, state);
  const form = shortForm(ref, state);
  return {
    label: describe(ref, state).label,
    code: codeOf(ref, state),
    ...asText(valueOf(ref, context), ref, state),
    form: form && `= ${form}`,
    place: [placeOf(ref, state, recordOf(context, ref)?.ids ?? []), lensBeside(ref, state)].filter(Boolean).join(text.list),
    meaning: describe(ref, state).meaning,
  };
}

/** @param {number | null} value @param {NumberRef} ref @param {State} state */
function asText(value, ref, state) {
  const { readout } = wordsOf(state).detail;
  if (value === null) return { value: ref.name.startsWith('parameters.') ? readout.absent : absence(ref, state), digits: '' };
  if (INTEGERS.has(ref.name)) return { value: full(value), digits: '' };
  return { value: SHARES.has(ref.name) ? probability(value, 6) : short(value, 6), digits: full(value) };
}

/** @param {NumberRef} ref @param {State} state */
function absence(ref, state) {
  const { readout } = wordsOf(state).detail;
  return isPair(ref) ? readout.masked : readout.absent;
}
