/** Which of the loom's pictures have something to show. Pure. */
import { changesOf, isApart } from './apart.js';
import { SHOWS } from './mode-link.js';

/** @typedef {import('../types.js').State} State */

/**
 * What an entry needs before there is anything to see.
 * @param {State['show']} show @param {State} state
 * @returns {'compare' | 'train' | 'fault' | 'change' | 'state' | null}
 */
export function lacking(show, state) {
  const { mode, fault, step, train } = state;
  if (show === 'values') return null;
  if (!SHOWS[mode].includes(show)) return show === 'difference' ? 'compare' : 'train';
  if (isApart(state)) return changesOf(state) ? null : 'change';
  if (mode === 'break') return fault ? null : 'fault';
  return show !== 'gradients' && step === train.against ? 'state' : null;
}
