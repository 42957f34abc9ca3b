/** Which saved steps may be wanted next. Pure; api/held-traces.js asks for their traces. */
import { inForce } from './in-force.js';
import { onLine, savedSteps } from './timeline.js';

/** @typedef {import('../types.js').State} State */

/** @type {{inputs: unknown[], steps: readonly number[]}} */
let latest = { inputs: [], steps: [] };

/**
 * While somebody is at the timeline: all of them, the nearest first.
 * @param {State} state
 * @returns {import('../api/held-traces.js').Nearby}
 */
export function nearby(state) {
  const { step: _, ...force } = inForce(state);
  const run = state.training?.run ?? null;
  return { drafts: state.drafts, ...force, run, steps: state.mode === 'train' ? nearest(savedSteps(state), onLine(state, state.step)) : [] };
}

/** The same list as long as it is the same. @param {readonly number[]} saved @param {number} place */
function nearest(saved, place) {
  if (saved !== latest.inputs[0] || place !== latest.inputs[1]) {
    const steps = saved.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place) || b - a);
    latest = { inputs: [saved, place], steps };
  }
  return latest.steps;
}
