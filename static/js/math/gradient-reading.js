/** The loss's derivative by any tensor's or parameter's number. Looks up; computes nothing. */
import { numberIn, tensorOf } from './rows.js';

/** @typedef {import('../types.js').Gradients} Gradients */

/**
 * @param {Gradients | null} gradients null until they are here
 * @param {{name: string, record: number, block: number, index: number[]}} of by what the loss is differentiated
 * @returns {number | null} null where there is none: of a masked score, of a loss that is not scored
 */
export function gradientAt(gradients, { name, record, block, index }) {
  if (!gradients) return null;
  if (name === 'mean_loss') return 1;
  if (name.startsWith('parameters.')) return numberIn(gradientOf(gradients, name.slice('parameters.'.length)), index);
  const own = gradients.records[record];
  if (!own) return null;
  return numberIn(name === 'loss' ? own.losses : tensorOf(own.tensors, name, block), index);
}

/** Of a whole parameter, in its shape. @param {Gradients} gradients @param {string} parameter @returns {unknown} */
export function gradientOf({ parameters }, parameter) {
  return parameters.find(({ name }) => name === parameter)?.values;
}
