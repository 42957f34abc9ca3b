/**
 * The formulas of the dependency table: from the numbers of the terms that
 * stand once, and of those that are repeated, to the result. Terms that the
 * mask cuts off are not among them. Sums run in order, in float64.
 */

import { activationOf } from '../activations.js';

const GELU = activationOf('gelu');
const GELU_TANH = activationOf('gelu_tanh');

/**
 * @typedef {keyof typeof FORMULAS} FormulaId
 * @typedef {(once: number[], each: number[][]) => number} Evaluate
 */

export const FORMULAS = {
  /** the last operand; those before it say where it lies */
  copy: (/** @type {number[]} */ once) => last(once),
  add: (/** @type {number[]} */ once) => once.reduce((sum, value) => sum + value, 0),
  dot: (/** @type {number[]} */ _once, /** @type {number[][]} */ each) => sumOfProducts(each),
  affine: (/** @type {number[]} */ [bias = NaN], /** @type {number[][]} */ each) => sumOfProducts(each) + bias,
  mean: (/** @type {number[]} */ _once, /** @type {number[][]} */ each) => sumOf(each) / each.length,
  variance: (/** @type {number[]} */ [mean = NaN], /** @type {number[][]} */ each) =>
    each.reduce((sum, [value = NaN]) => sum + (value - mean) ** 2, 0) / each.length,
  norm: (/** @type {number[]} */ [x = NaN, mean = NaN, variance = NaN, epsilon = NaN, scale = NaN, offset = 0]) =>
    ((x - mean) / Math.sqrt(variance + epsilon)) * scale + offset,
  visible: (/** @type {number[]} */ [key = NaN, query = NaN, causal = NaN]) => Number(!causal || key <= query),
  scaled: (/** @type {number[]} */ [product = NaN, width = NaN]) => product / Math.sqrt(width),
  softmax: (/** @type {number[]} */ [own = NaN], /** @type {number[][]} */ each) => {
    const most = largestOf(each);
    return Math.exp(own - most) / each.reduce((sum, [score = NaN]) => sum + Math.exp(score - most), 0);
  },
  relu: (/** @type {number[]} */ [value = NaN]) => Math.max(value, 0),
  gelu: (/** @type {number[]} */ [x = NaN]) => GELU.at(x),
  geluTanh: (/** @type {number[]} */ [x = NaN]) => GELU_TANH.at(x),
  largest: (/** @type {number[]} */ _once, /** @type {number[][]} */ each) => largestOf(each),
  difference: (/** @type {number[]} */ [value = NaN, less = NaN]) => value - less,
  exponential: (/** @type {number[]} */ [value = NaN]) => Math.exp(value),
  sum: (/** @type {number[]} */ _once, /** @type {number[][]} */ each) => sumOf(each),
  share: (/** @type {number[]} */ [part = NaN, whole = NaN]) => part / whole,
  surprise: (/** @type {number[]} */ once) => -Math.log(last(once)),
  standardised: (/** @type {number[]} */ [x = NaN, mean = NaN, variance = NaN, epsilon = NaN]) => (x - mean) / Math.sqrt(variance + epsilon),
  equal: (/** @type {number[]} */ [a = NaN, b = NaN]) => Number(a === b),
  // of gradients alone
  unscored: () => 0,
  excess: (/** @type {number[]} */ [share = NaN, wanted = NaN, slope = NaN]) => (share - wanted) * slope,
  product: (/** @type {number[]} */ [a = NaN, b = NaN]) => a * b,
  /** at exactly 0, where ReLU has no derivative, 1 is taken */
  gate: (/** @type {number[]} */ [slope = NaN, x = NaN]) => (x >= 0 ? slope : 0),
  geluSlope: (/** @type {number[]} */ [slope = NaN, x = NaN]) => slope * GELU.slope(x),
  geluTanhSlope: (/** @type {number[]} */ [slope = NaN, x = NaN]) => slope * GELU_TANH.slope(x),
  push: (/** @type {number[]} */ [share = NaN, slope = NaN, mean = NaN]) => share * (slope - mean),
  meanProduct: (/** @type {number[]} */ _once, /** @type {number[][]} */ each) => sumOfProducts(each) / each.length,
  freed: (/** @type {number[]} */ [slope = NaN, shift = NaN, unit = NaN, stretch = NaN, variance = NaN, epsilon = NaN]) =>
    (slope - shift - unit * stretch) / Math.sqrt(variance + epsilon),
};

/** @param {number[]} values */
function last(values) {
  return values.at(-1) ?? NaN;
}

/** @param {number[][]} each */
function sumOf(each) {
  return each.reduce((sum, [value = NaN]) => sum + value, 0);
}

/** @param {number[][]} each */
function sumOfProducts(each) {
  return each.reduce((sum, [a = NaN, b = NaN]) => sum + a * b, 0);
}

/** @param {number[][]} each */
function largestOf(each) {
  return each.reduce((most, [value = NaN]) => Math.max(most, value), -Infinity);
}
