/**
 * What the second norm does to one coordinate, with its real numbers: mean and
 * variance of the row, ε, and the stored scale and offset where they are here.
 */
import { el, fill, math, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { mean, variance } from '../math/row-norm.js';
import { numberIn, rowOf } from '../math/rows.js';
import { highlights } from './highlights.js';
import { createNumberButton } from './number-button.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 *
 * @typedef {object} Norm one coordinate's way through it
 * @property {number} coordinate
 * @property {number} from
 * @property {number} out
 * @property {number} mean
 * @property {number} variance
 * @property {number} epsilon
 * @property {number | null} scale null until the parameters are here
 * @property {number | null} offset
 */

const DECIMALS = 6;

/** @param {Act} act */
export function createNormFigures(act) {
  const figures = /** @type {const} */ (['mean', 'variance']).map((figure) => createFigure(figure, act));
  const epsilon = el('span', { class: 'norm-figure' });
  const formula = el('p', { class: 'formula' });
  const list = el('p', { class: 'norm-list' }, ...figures.map((figure) => figure.element), epsilon);
  const element = el('div', { class: 'norm under-strip' }, list, formula);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element,
    /** @param {State} state @param {TracedRecord} record */
    update(state, record) {
      const coordinate = coordinateOf(state);
      const depends = [record, state.pos, state.block, coordinate, state.number, state.lang, state.parameters, state.model, highlights(state)];
      if (depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const row = rowOf(record.tensors, 'residual1', state.block, state.pos);
      const text = wordsOf(state).detail.transform;
      const values = { mean: mean(row), variance: variance(row), epsilon: state.model?.config.norm_epsilon ?? null };
      figures[0]?.update(text.mean, values.mean, state);
      figures[1]?.update(text.variance, values.variance, state);
      setText(epsilon, values.epsilon === null ? '' : `${text.epsilon} ${full(values.epsilon)}`);
      const out = rowOf(record.tensors, 'norm2', state.block, state.pos)[coordinate];
      const from = row[coordinate];
      if (out === undefined || from === undefined || values.epsilon === null) return fill(formula);
      fill(formula, normFormula({ ...values, epsilon: values.epsilon, coordinate, from, out, ...affine(state, coordinate) }));
    },
  };
}

/** The coordinate being read in this norm or what it reads, else the first. @param {State} state */
function coordinateOf({ number, pos, block }) {
  const inRow = number && number.block === block && number.index[0] === pos && ['norm2', 'residual1'].includes(number.name);
  return inRow ? (number.index[1] ?? 0) : 0;
}

/** Scale and offset as stored; null until the parameters are here. @param {State} state @param {number} coordinate */
function affine({ parameters, block }, coordinate) {
  /** @param {string} figure */
  const find = (figure) => {
    const stored = parameters?.find(({ name }) => name === `blocks.${block}.norm2.${figure}`);
    return numberIn(stored?.values, [coordinate]);
  };
  return { scale: find('scale'), offset: find('offset') };
}

/** @param {'mean' | 'variance'} figure @param {Act} act */
function createFigure(figure, act) {
  const name = el('span');
  const number = createNumberButton(act);
  return {
    element: el('span', { class: 'norm-figure', 'data-figure': figure }, name, ' ', number.element),
    /** @param {string} label @param {number} value @param {State} state */
    update(label, value, state) {
      setText(name, label);
      const ref = { name: `norm2.${figure}`, block: state.block, index: [state.pos] };
      number.update(short(value, DECIMALS), value, ref, state.number, highlights(state).has(ref));
    },
  };
}

/**
 * norm2[c] = (R[c] − μ) ÷ √(σ² + ε) · γ[c] + β[c], symbols and then numbers.
 * @param {Norm} of
 */
function normFormula({ coordinate, from, out, mean: centre, variance: spread, epsilon, scale, offset }) {
  const symbols = fraction(
    [at('R', coordinate), sign('−'), math('mi', {}, 'μ')],
    [math('msup', {}, math('mi', {}, 'σ'), math('mn', {}, 2)), sign('+'), math('mi', {}, 'ε')],
  );
  const numbers = fraction(
    [number(from), sign(centre < 0 ? '+' : '−'), number(Math.abs(centre))],
    [number(spread), sign('+'), math('mn', {}, full(epsilon))],
  );
  const affine = [sign('·'), at('γ', coordinate), sign('+'), at('β', coordinate)];
  const stored = scale === null || offset === null ? [] : [sign('·'), number(scale), ...signed(offset)];
  const parts = [at('norm2', coordinate), sign('='), symbols, ...affine, sign('='), numbers, ...stored, sign('='), number(out)];
  return math('math', {}, math('mrow', {}, ...parts));
}

/** @param {string} letter @param {number} coordinate */
function at(letter, coordinate) {
  return math('msub', {}, math('mi', {}, letter), math('mn', {}, coordinate));
}

/** Stored scales and offsets are often whole: 1 and 0 before any training. @param {number} value */
function number(value) {
  return math('mn', {}, Number.isInteger(value) ? full(value) : short(value, DECIMALS));
}

/** @param {number} value added, with its sign as the operator */
function signed(value) {
  return [sign(value < 0 ? '−' : '+'), number(Math.abs(value))];
}

/** @param {Node[]} top @param {Node[]} underRoot */
function fraction(top, underRoot) {
  return math('mfrac', {}, math('mrow', {}, ...top), math('msqrt', {}, ...underRoot));
}

/** @param {string} text */
function sign(text) {
  return math('mo', {}, text);
}
