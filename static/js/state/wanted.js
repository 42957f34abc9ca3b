/** Which trace the state still lacks. Decides only; api/sync.js does the asking. */
import { isEdited, sameDrafts } from './drafts.js';
import { inForce, isBroken, isTraceOf, mended } from './in-force.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TraceRequest} Wanted */

/**
 * The records' own trace first; then what it is looked at against: under a fault
 * or without some parts the healthy one, in a comparison the other step's, else the trace of the
 * remembered records, where those differ.
 * @param {State} state
 * @returns {Wanted | null}
 */
export function wanted(state) {
  const { drafts } = state;
  // The first trace is of the model that the link names; until it is opened there is none.
  if (state.opening && !state.traced) return null;
  const own = { kind: /** @type {const} */ ('trace'), drafts, ...inForce(state) };
  if (!isTraceOf(state.traced, own)) return own;
  if (isBroken(own)) return unless(state.healthyTraced, { ...mended(own), kind: 'healthy' });
  if (isComparing(state)) return unless(state.againstTraced, { ...own, kind: 'against', step: state.train.against });
  return state.aside ? null : wantedBaseline(state, own);
}

/** Whether two steps are looked at together. @param {State} state */
export function isComparing({ mode, show }) {
  return mode === 'train' && (show === 'difference' || show === 'both');
}

/** @param {import('../types.js').Traced | null} held @param {Wanted} asked @returns {Wanted | null} */
function unless(held, asked) {
  return isTraceOf(held, asked) ? null : asked;
}

/** @param {State} state @param {Wanted} own @returns {Wanted | null} */
function wantedBaseline(state, own) {
  const { baseline, baselineTraced, traced } = state;
  if (!isEdited(state)) return null;
  const asked = { ...own, kind: /** @type {const} */ ('baseline'), drafts: baseline };
  if (!baselineTraced || !sameDrafts(baselineTraced.drafts, baseline) || !isTraceOf(baselineTraced, { ...own, drafts: baselineTraced.drafts })) return asked;
  if (baselineTraced.trace.source === traced?.trace.source) return null;
  // Of two arithmetics, a saved page can repeat its own alone: whichever is not of it is asked again.
  return traced?.trace.source === 'page' ? asked : own;
}
