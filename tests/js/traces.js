/** Traces in the page's shapes, small enough to write down: what tests need, no arithmetic. */
import { NONE } from '../../static/js/state/in-force.js';
import { initialState } from '../../static/js/state/initial.js';

/** @typedef {import('../../static/js/types.js').Draft} Draft */
/** @typedef {import('../../static/js/types.js').Trace} Trace */

/** Of the model that the server was started with, with nothing taken out of it. */
export const PLAIN = { model: null, off: NONE, swap: NONE };

/**
 * @param {Draft[]} drafts
 * @param {import('../../static/js/types.js').Mask} [mask]
 * @param {number} [count] valid positions of each record
 * @returns {Trace}
 */
export function traceOf(drafts, mask = 'causal', count = 15) {
  const records = drafts.map(({ text }) => ({
    text,
    ids: Array(count).fill(65),
    targets: Array(count).fill(65),
    valid: Array(count).fill(true),
    valid_count: count,
    losses: Array(count).fill(5),
    tensors: /** @type {any} */ ({ blocks: [{ weights: [[], []] }] }),
  }));
  return { model: 'mg-1', mask, slots: 64, loss: 5, scored_events: count * drafts.length, records };
}

/** A plain page with its trace. */
export function tracedState() {
  const plain = initialState();
  const traced = { drafts: plain.drafts, ...PLAIN, mask: plain.mask, fault: null, step: null, trace: traceOf(plain.drafts), milliseconds: 5 };
  return { ...plain, traced, baselineTraced: traced };
}
