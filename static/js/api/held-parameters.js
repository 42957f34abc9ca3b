/** Parameters of the saved steps around the one on show, of the same run: what derivations and the page's own arithmetic need at each. */
import { createHeld } from './held.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {{parameters: import('../types.js').Parameter[]}} Parameters */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {(state: State) => {run: number | null, steps: readonly number[]}} nearby
 * @property {(step: number | null, model: string | null) => Promise<Parameters>} getParameters
 * @property {(task: () => void) => void} whenIdle
 */

/** @param {Ports} ports */
export function createHeldParameters({ state, nearby, getParameters, whenIdle }) {
  const held = createHeld({
    near: () => {
      const { run, steps } = nearby(state());
      return { common: [run, state().modelName], steps };
    },
    get: (step) => getParameters(step, state().modelName),
    isFree: () => !state().pending,
    whenIdle,
  });

  return {
    /** Look for what is missing, unless that is under way. */
    ask() {
      held.renew();
      held.fetchNext();
    },
    /** In place of the server's. @param {number | null} step @returns {Promise<Parameters>} */
    get(step) {
      held.renew();
      return held.take(step);
    },
    has: held.has,
  };
}
