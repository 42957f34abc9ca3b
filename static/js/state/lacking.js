/** Which of the loom's pictures have something to show. Pure. */
import { SHOWS } from './mode-link.js';

/** @typedef {import('../types.js').State} State */

/**
 * What an entry needs before there is anything to see.
 * @param {State['show']} show @param {State} state
 * @returns {'compare' | 'train' | 'fault' | 'state' | null}
 */
export function lacking(show, { mode, fault, step, train }) {
  if (show === 'values') return null;
  if (!SHOWS[mode].includes(show)) return show === 'difference' ? 'compare' : 'train';
  if (mode === 'break') return fault ? null : 'fault';
  return show !== 'gradients' && step === train.against ? 'state' : null;
}
