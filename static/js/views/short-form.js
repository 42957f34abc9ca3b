/** A derivation in one line of plain text: tensors by name, "·" where an index runs. */
import { entryOf, completed } from '../math/dependencies/table.js';
import { refOf } from '../math/dependencies/terms.js';
import { contextOf } from './derivation-context.js';
import { codeWith } from './number-name.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/terms.js').Term} Term
 * @typedef {import('../math/dependencies/terms.js').Letter} Letter
 */

/** @type {Record<import('../math/dependencies/formulas.js').FormulaId, (once: string[], each: string[]) => string>} */
const TEXTS = {
  copy: (once) => once.at(-1) ?? '',
  add: (once) => once.join(' + '),
  dot: (_, [a, b]) => `Σ ${a} · ${b}`,
  affine: ([bias], [a, b]) => `Σ ${a} · ${b} + ${bias}`,
  mean: (_, [x]) => `mean ${x}`,
  variance: ([mean], [x]) => `mean (${x} − ${mean})²`,
  norm: ([x, mean, variance, epsilon, scale, offset]) => `(${x} − ${mean}) ÷ √(${variance} + ${epsilon}) · ${scale}${offset === undefined ? '' : ` + ${offset}`}`,
  visible: ([key, query]) => `${key} ≤ ${query}`,
  scaled: ([product, width]) => `${product} ÷ √${width}`,
  softmax: ([own], [score]) => `exp(${own} − m) ÷ Σ exp(${score} − m), m = max ${score}`,
  relu: ([x]) => `max(${x}, 0)`,
  gelu: ([x]) => `${x} · ½ · (1 + erf(${x} ÷ √2))`,
  geluTanh: ([x]) => `${x} · ½ · (1 + tanh(√(2 ÷ π) · (${x} + 0.044715 · ${x}³)))`,
  largest: (_, [x]) => `max ${x}`,
  difference: ([a, b]) => `${a} − ${b}`,
  exponential: ([power]) => `exp(${power})`,
  sum: (_, [x]) => `Σ ${x}`,
  share: ([part, whole]) => `${part} ÷ ${whole}`,
  surprise: (once) => `−ln ${once.at(-1) ?? ''}`,
  standardised: ([x, mean, variance, epsilon]) => `(${x} − ${mean}) ÷ √(${variance} + ${epsilon})`,
  equal: ([a, b]) => `${a} = ${b}`,
  unscored: () => '0',
  excess: ([share, wanted, slope]) => `(${share} − ${wanted}) · ${slope}`,
  product: ([a, b]) => `${a} · ${b}`,
  gate: ([slope, x]) => `${slope} · (${x} ≥ 0)`,
  geluSlope: ([slope, x]) => `${slope} · GELU′(${x})`,
  geluTanhSlope: ([slope, x]) => `${slope} · GELU′(${x})`,
  push: ([share, slope, mean]) => `${share} · (${slope} − ${mean})`,
  meanProduct: (_, [a, b]) => `mean ${a} · ${b}`,
  freed: ([slope, shift, unit, stretch, variance, epsilon]) => `(${slope} − ${shift} − ${unit} · ${stretch}) ÷ √(${variance} + ${epsilon})`,
};

/**
 * @param {NumberRef} of @param {State} state @param {string} [running] what stands where an index runs
 * @returns {string} empty for a leaf
 */
export function shortForm(of, state, running = '·') {
  const context = contextOf(state);
  const found = context && entryOf(completed(of, context), context);
  if (!found) return '';
  const { entry, place } = found;
  /** @param {Term} term */
  const code = (term) => {
    const ref = refOf(term, place, context);
    const at = ref.index.map((one, i) => (isRunning(term.at[i], entry.over) ? running : one));
    return codeWith(ref, at, state, entry.over?.includes('r') ? running : ref.record);
  };
  return TEXTS[entry.formula](entry.once.map(code), entry.each.map(code));
}

/** @param {Term['at'][number] | undefined} at @param {Letter[]} [over] */
function isRunning(at, over) {
  return typeof at === 'string' && over?.includes(at) === true;
}
