/**
 * The records under the fault beside the same records without it. Worked out
 * once per pair of traces; a view may compare the result by identity.
 */
import { traceDifference } from '../math/trace-difference.js';
import { shownIndex } from '../state/shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */
/** @typedef {import('../math/trace-difference.js').TraceDifference} TraceDifference */
/** @typedef {import('../math/trace-difference.js').RecordDifference} RecordDifference */

/** @type {WeakMap<Traced, {healthy: Traced, difference: TraceDifference}>} */
const known = new WeakMap();

/** @param {State} state @returns {TraceDifference | null} null without a fault, or while the healthy trace is still awaited */
export function faultDifference({ traced, healthyTraced: healthy }) {
  if (!traced?.fault || !healthy || healthy.drafts !== traced.drafts || healthy.mask !== traced.mask) return null;
  const before = known.get(traced);
  if (before?.healthy === healthy) return before.difference;
  const difference = traceDifference(traced.trace, healthy.trace);
  known.set(traced, { healthy, difference });
  return difference;
}

/** Of the current record. @param {State} state @returns {RecordDifference | null} */
export function shownDifference(state) {
  return faultDifference(state)?.records[shownIndex(state)] ?? null;
}
