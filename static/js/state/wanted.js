/** Which trace the state still lacks. Decides only; api/sync.js does the asking. */
import { isEdited, sameDrafts } from './drafts.js';
import { inForce } from './in-force.js';

/** @typedef {import('../types.js').State} State */

/**
 * @typedef {object} Wanted
 * @property {'trace' | 'baseline' | 'healthy'} kind
 * @property {import('../types.js').Draft[]} drafts
 * @property {import('../types.js').Mask} mask
 * @property {string | null} fault
 */

/**
 * The records' own trace first; then what it is looked at against: with a fault
 * the healthy one, else the trace of the remembered records, where those differ.
 * @param {State} state
 * @returns {Wanted | null}
 */
export function wanted(state) {
  const { drafts, traced } = state;
  const { mask, fault } = inForce(state);
  if (traced?.drafts !== drafts || traced.mask !== mask || traced.fault !== fault) return { kind: 'trace', drafts, mask, fault };
  return fault ? wantedHealthy(state, mask) : wantedBaseline(state, mask);
}

/** @param {State} state @param {Wanted['mask']} mask @returns {Wanted | null} */
function wantedHealthy({ drafts, healthyTraced }, mask) {
  const held = healthyTraced?.mask === mask && healthyTraced.drafts === drafts;
  return held ? null : { kind: 'healthy', drafts, mask, fault: null };
}

/** @param {State} state @param {Wanted['mask']} mask @returns {Wanted | null} */
function wantedBaseline(state, mask) {
  const { baseline, baselineTraced, traced } = state;
  if (!isEdited(state)) return null;
  const isComparable = baselineTraced?.trace.source === traced?.trace.source;
  const held = isComparable && baselineTraced?.mask === mask && sameDrafts(baselineTraced.drafts, baseline);
  return held ? null : { kind: 'baseline', drafts: baseline, mask, fault: null };
}
