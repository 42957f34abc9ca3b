/**
 * Brings the bug lab's list of faults, and what the checks say of each: the
 * chosen fault first, then the others in their order, one at a time. Asks only
 * while somebody is in the lab, and for each fault once.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').State} State */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {import('../types.js').Act} act
 * @property {(model: string | null) => Promise<{faults: import('../types.js').FaultInfo[], checks: string[]}>} getFaults
 * @property {(fault: string, model: string | null) => Promise<{verdicts: import('../types.js').Verdict[]}>} getVerdicts
 * @property {(again: () => void, milliseconds: number) => void} after
 */

const PAUSE = 1500;

/** @param {Ports} ports */
export function createVerdicts({ state, act, getFaults, getVerdicts, after }) {
  let busy = false;

  /** Ask for what is missing next, unless a request is in flight; its end asks again. */
  function ask() {
    const now = state();
    if (busy || now.mode !== 'break' || now.lever === 'apart') return;
    const model = now.modelName;
    // Another model has other faults that apply, and other verdicts.
    const isStill = () => state().modelName === model;
    if (!now.faults) return void run(getFaults(model).then(({ faults, checks }) => isStill() && act.faultsArrived(faults, checks)));
    const next = missing(now);
    if (next !== undefined) void run(getVerdicts(next, model).then(({ verdicts }) => isStill() && act.verdictsArrived(next, verdicts)));
  }

  /** @param {Promise<unknown>} request */
  async function run(request) {
    busy = true;
    try {
      await request;
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      // Nothing was said of the fault: it stays unasked, and after a while it is asked for again.
      return after(end, PAUSE);
    }
    end();
  }

  function end() {
    busy = false;
    ask();
  }

  return { ask };
}

/** @param {State} state @returns {string | undefined} */
function missing({ fault, faults, verdicts }) {
  const names = (faults ?? []).map(({ name }) => name);
  if (fault && names.includes(fault) && !verdicts[fault]) return fault;
  return names.find((name) => !verdicts[name]);
}
