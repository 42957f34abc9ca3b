/**
 * The record on show beside the same record as it is compared: without the
 * fault, or at the other step. The latest is kept; a view may compare it by
 * identity. More would be, with a run's traces held, a second run's worth of them.
 */
import { recordDifference } from '../math/trace-difference.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex } from '../state/shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../math/trace-difference.js').RecordDifference} RecordDifference */

/** @type {{inputs: unknown[], difference: RecordDifference | null}} */
let latest = { inputs: [], difference: null };

/** @param {State} state @returns {RecordDifference | null} null where there is nothing to compare with, or not yet */
export function shownDifference(state) {
  const { traced } = state;
  const other = comparedWith(state);
  const index = shownIndex(state);
  if (!traced || !other || index < 0) return null;
  const inputs = [traced.trace, other.trace, index];
  if (!inputs.every((input, i) => input === latest.inputs[i])) latest = { inputs, difference: recordDifference(traced.trace, other.trace, index) };
  return latest.difference;
}
