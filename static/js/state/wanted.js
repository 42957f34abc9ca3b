/** Which trace the state still lacks. Decides only; api/sync.js does the asking. */
import { sameDrafts } from './drafts.js';
import { isEdited } from './lab.js';

/** @typedef {import('../types.js').State} State */

/**
 * @typedef {object} Wanted
 * @property {'trace' | 'baseline'} kind
 * @property {import('../types.js').Draft[]} drafts
 * @property {import('../types.js').Mask} mask
 */

/**
 * The records' own trace first; then, where they differ from the remembered
 * ones, the trace of those under the same mask.
 * @param {State} state
 * @returns {Wanted | null}
 */
export function wanted(state) {
  const { drafts, mask, traced, baseline, baselineTraced } = state;
  if (traced?.drafts !== drafts || traced.mask !== mask) return { kind: 'trace', drafts, mask };
  if (!isEdited(state)) return null;
  const held = baselineTraced?.mask === mask && sameDrafts(baselineTraced.drafts, baseline);
  return held ? null : { kind: 'baseline', drafts: baseline, mask };
}

/** @param {Wanted | null} a @param {Wanted | null} b */
export function sameWanted(a, b) {
  return a === b || (!!a && !!b && a.kind === b.kind && a.drafts === b.drafts && a.mask === b.mask);
}
