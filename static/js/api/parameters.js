/**
 * Brings the parameters of the step on show. Those at hand come with the step;
 * others would only stand in the way while the steps are being played or dragged
 * through, and come with the pause.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').Parameter} Parameter */

/**
 * @typedef {object} Ports
 * @property {() => import('../types.js').State} state
 * @property {Pick<import('../types.js').Act, 'parametersArrived'>} act
 * @property {(step: number | null) => Promise<{parameters: Parameter[]}>} getParameters
 * @property {(step: number | null) => boolean} hasParameters at hand
 * @property {(again: () => void, milliseconds: number) => void} after
 */

const PAUSE = 150;
const RETRY = 1500;

/** @param {Ports} ports */
export function createParameters({ state, act, getParameters, hasParameters, after }) {
  let busy = false;
  let isFirst = true;

  /** Ask for what is missing, unless that is under way. */
  function ask() {
    const { traced, parameters } = state();
    if (busy || !traced || parameters) return;
    busy = true;
    if (isFirst || hasParameters(traced.step)) void get(traced.step);
    else after(() => void settle(traced), PAUSE);
    isFirst = false;
  }

  /** @param {import('../types.js').Traced} seen the trace on show before the pause */
  async function settle(seen) {
    const { traced } = state();
    if (traced && traced.step === seen.step) return get(seen.step);
    return done();
  }

  /** @param {number | null} step */
  async function get(step) {
    try {
      const model = state().traced?.model ?? null;
      act.parametersArrived((await getParameters(step)).parameters, step, model);
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      // A step that is gone is told with the next trace of it.
      if (reason.error.code === 'unreachable') return after(done, RETRY);
    }
    return done();
  }

  function done() {
    busy = false;
    ask();
  }

  return { ask };
}
