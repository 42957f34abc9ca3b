/**
 * The activations of the family, with their slopes. GELU (Hendrycks and Gimpel
 * 2016) is x · Φ(x), Φ the normal distribution: exactly, by the error function,
 * or by their approximation with tanh. Two functions, not one in two spellings:
 * they differ by up to 5e-4.
 */
import { erf } from './erf.js';

/** @typedef {{at: (x: number) => number, slope: (x: number) => number}} Activation */

const ROOT_HALF = Math.SQRT1_2;
/** 1 ÷ √(2π), the height of the normal density at 0. */
const PEAK = 1 / Math.sqrt(2 * Math.PI);
/** √(2 ÷ π) and the weight of x³, both theirs. */
const ROOT = Math.sqrt(2 / Math.PI);
const CUBIC = 0.044715;

/** Φ(x). @param {number} x */
function below(x) {
  return 0.5 * (1 + erf(x * ROOT_HALF));
}

/** @param {number} x */
function bent(x) {
  return Math.tanh(ROOT * (x + CUBIC * x * x * x));
}

/** By the name in a model's configuration. @type {Record<string, Activation>} */
const ACTIVATIONS = {
  // At exactly 0, where ReLU has no derivative, 1 is taken, as torch does for clamp.
  relu: { at: (x) => Math.max(x, 0), slope: (x) => Number(x >= 0) },
  gelu: { at: (x) => x * below(x), slope: (x) => below(x) + x * PEAK * Math.exp(-0.5 * x * x) },
  gelu_tanh: {
    at: (x) => 0.5 * x * (1 + bent(x)),
    slope: (x) => {
      const t = bent(x);
      return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * ROOT * (1 + 3 * CUBIC * x * x);
    },
  },
};

/** @param {string} [name] @returns {Activation} @throws {RangeError} for a name that no model of the family has */
export function activationOf(name = 'relu') {
  if (!Object.hasOwn(ACTIVATIONS, name)) throw new RangeError(`no activation ${name}`);
  return /** @type {Activation} */ (ACTIVATIONS[name]);
}
