/**
 * The number being read: its name and place, every digit, and what it is.
 * Keeps its height while numbers come and go, so that nothing below it moves.
 */
import { el, setText } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { name as pieceName } from '../format/pieces.js';
import { words } from '../i18n/all.js';
import { numberAt } from '../math/reading.js';
import { shownIndex, shownRecord } from '../state/shown.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../i18n/detail.js').AxisName} AxisName
 */

const POSITION_ROW = /** @type {const} */ (['position', 'coordinate']);
const HEAD_ROW = /** @type {const} */ (['head', 'position', 'coordinate']);
const PAIR = /** @type {const} */ (['head', 'query', 'key']);

/** What each place of an index counts, where it is not [position, coordinate]. @type {Record<string, readonly AxisName[]>} */
const AXES = {
  q_heads: HEAD_ROW,
  k_heads: HEAD_ROW,
  v_heads: HEAD_ROW,
  mixtures: HEAD_ROW,
  'q·k': PAIR,
  scores: PAIR,
  weights: PAIR,
  ffn_linear: ['position', 'unit'],
  ffn_relu: ['position', 'unit'],
  logits: ['position', 'candidate'],
  probability: ['position', 'candidate'],
  shifted_logit: ['position', 'candidate'],
  exponential: ['position', 'candidate'],
  mean_loss: [],
  'parameters.token_embedding': ['id', 'coordinate'],
};

/** Numbers that no record has for itself: their index starts without the record. */
const SHARED = new Set(['position_embedding', 'mean_loss']);
const INTEGERS = new Set(['ids', 'targets']);
const SHARES = new Set(['weights', 'probability']);

/** Axes along which a place is a token's ID, and those along which it is where a token stands. */
const IDS = new Set(['id', 'candidate']);
const POSITIONS = new Set(['position', 'query', 'key']);

/** @param {HTMLElement} root */
export function createReadout(root) {
  const label = el('span', { class: 'readout-label' });
  const code = el('code', { class: 'readout-code' });
  const value = el('p', { class: 'readout-value' });
  const digits = el('p', { class: 'readout-digits' });
  const place = el('p', { class: 'readout-place' });
  const meaning = el('p', { class: 'readout-meaning' });
  const spoken = el('p', { class: 'spoken', 'aria-live': 'polite' });
  root.append(el('h3', { class: 'readout-head' }, label, code), value, digits, place, meaning, spoken);
  root.classList.add('readout');

  /** @type {unknown[]} */
  let seen = [];
  let announced = '';

  return {
    /** @param {State} state */
    update(state) {
      const depends = [state.number, shownRecord(state), state.parameters, state.vocabulary, state.lang, state.block];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const shown = reading(state);
      root.classList.toggle('empty', !state.number);
      setText(label, shown.label);
      setText(code, shown.code);
      setText(value, shown.value);
      setText(digits, shown.digits);
      setText(place, shown.place);
      setText(meaning, shown.meaning);
      // Only a number newly turned to is spoken, not one that changes under typing.
      if (shown.code !== announced) setText(spoken, state.number ? `${shown.code}: ${shown.digits || shown.value}. ${shown.place}` : '');
      announced = shown.code;
    },
  };
}

/** @param {State} state */
function reading(state) {
  const text = words(state.lang).detail;
  const ref = state.number;
  const record = shownRecord(state);
  if (!ref || !record) return { label: text.readout.title, code: '', value: '', digits: '', place: '', meaning: text.readout.hint };
  const meanLoss = state.traced?.trace.loss ?? NaN;
  const found = numberAt({ record, block: state.block, meanLoss, parameters: state.parameters }, ref);
  return {
    label: labelOf(ref, state),
    code: codeOf(ref, state),
    ...asText(found, ref, state),
    place: placeOf(ref, state, record.ids),
    meaning: describe(ref, state).meaning,
  };
}

/** @param {number | null} value @param {NumberRef} ref @param {State} state */
function asText(value, ref, state) {
  const { readout } = words(state.lang).detail;
  if (value === null) return { value: ref.name.startsWith('parameters.') ? readout.absent : absence(ref, state), digits: '' };
  if (INTEGERS.has(ref.name)) return { value: full(value), digits: '' };
  return { value: SHARES.has(ref.name) ? probability(value, 6) : short(value, 6), digits: full(value) };
}

/** @param {NumberRef} ref @param {State} state */
function absence(ref, state) {
  const { readout } = words(state.lang).detail;
  return AXES[ref.name] === PAIR ? readout.masked : readout.absent;
}

/** @param {NumberRef} ref @param {State} state */
function describe(ref, state) {
  const { tensors } = words(state.lang).detail;
  const known = /** @type {Record<string, {label: string, meaning: string}>} */ (tensors);
  const [head = '', figure = ''] = ref.name.split('.');
  return (head === 'parameters' ? known.parameters : known[figure] ?? known[head]) ?? { label: ref.name, meaning: '' };
}

/** @param {NumberRef} ref @param {State} state */
function labelOf(ref, state) {
  return describe(ref, state).label;
}

/** The number's name as code would write it, the record first. @param {NumberRef} ref @param {State} state */
function codeOf(ref, state) {
  const shared = SHARED.has(ref.name) || ref.name.startsWith('parameters.');
  const index = shared ? ref.index : [shownIndex(state), ...ref.index];
  const block = ref.block !== undefined && (state.model?.config.blocks ?? 1) > 1 ? `blocks[${ref.block}].` : '';
  const name = ref.name.replace('parameters.', '');
  return index.length ? `${block}${name}[${index.join(', ')}]` : `${block}${name}`;
}

/** @param {NumberRef} ref @param {State} state @param {number[]} ids */
function placeOf(ref, state, ids) {
  const { axes, list } = words(state.lang).detail;
  return ref.index
    .map((place, i) => {
      const axis = axisOf(ref, i);
      return `${axes[axis]} ${place}${pieceAt(axis, place, state, ids)}`;
    })
    .join(list);
}

/** @param {NumberRef} ref @param {number} i @returns {AxisName} */
function axisOf(ref, i) {
  const axes = AXES[ref.name];
  if (axes) return axes[i] ?? 'coordinate';
  if (!ref.name.startsWith('parameters.') || ref.name === 'parameters.position_embedding') return POSITION_ROW[i] ?? 'coordinate';
  return i < ref.index.length - 1 ? 'row' : 'column';
}

/** The token behind a position or an ID. @param {AxisName} axis @param {number} place @param {State} state @param {number[]} ids */
function pieceAt(axis, place, state, ids) {
  const id = IDS.has(axis) ? place : POSITIONS.has(axis) ? ids[place] : undefined;
  const entry = state.vocabulary?.[id ?? -1];
  return entry ? ` (${pieceName(entry)})` : '';
}
