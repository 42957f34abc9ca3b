/** Many numbers into the words of their colours at once: a picture of a long text has some hundred thousand. */
import { CLEAR } from './cloth.js';
import { signedStep, weightStep } from './scale.js';

/** @typedef {(values: Float64Array, from: number, count: number, into: Uint32Array, at: number) => void} Colour what is CLEAR has none */

/** @param {number} most as `signedStep` @param {Uint32Array} ramp @returns {Colour} */
export const signedColour = (most, ramp) => colour(ramp, (value) => signedStep(value, most));

/** @param {Uint32Array} ramp @returns {Colour} */
export const weightColour = (ramp) => colour(ramp, weightStep);

/** @param {Uint32Array} ramp @param {(value: number) => number} step @returns {Colour} */
function colour(ramp, step) {
  return (values, from, count, into, at) => {
    for (let i = 0; i < count; i++) {
      const value = /** @type {number} */ (values[from + i]);
      into[at + i] = value === CLEAR ? 0 : /** @type {number} */ (ramp[step(value)]);
    }
  };
}
