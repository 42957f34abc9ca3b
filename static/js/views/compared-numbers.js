/** What of the numbers on show the page has compared with its own: the trace's, and the gradients while they are in the picture. */
import { showsGradients, shownGradients, shownRefusal } from '../state/graded.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Verification} Verification
 *
 * @typedef {object} Compared
 * @property {Verification} all values and gradients together
 * @property {{values: number, gradients: number} | null} counts apart; null where there are values alone
 * @property {boolean} isWhole false while the gradients are still to be compared
 */

/** @param {State} state @returns {Compared | null} null before the first comparison */
export function comparedNumbers(state) {
  const { verification: values, graded } = state;
  if (!values) return null;
  const reply = shownGradients(state);
  // Gradients that the page itself has computed are no second witness.
  const isAsked = showsGradients(state) && !shownRefusal(state) && !state.traced?.fault && reply?.source !== 'page';
  if (!isAsked) return { all: values, counts: null, isWhole: true };
  const gradients = reply && graded?.verification;
  if (!gradients) return { all: values, counts: null, isWhole: false };
  const all = {
    ...values,
    count: values.count + gradients.count,
    max: Math.max(values.max, gradients.max),
    tensors: [...values.tensors, ...gradients.tensors],
    first: values.first ?? gradients.first,
    milliseconds: values.milliseconds + gradients.milliseconds,
    failure: values.failure ?? gradients.failure,
  };
  return { all, counts: { values: values.count, gradients: gradients.count }, isWhole: true };
}
