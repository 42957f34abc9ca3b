/** Traces of the saved steps around the one on show, of the same records under the same levers and of the same run. */
import { createHeld } from './held.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TraceRequest} TraceRequest */
/** @typedef {Omit<TraceRequest, 'kind' | 'step' | 'selection'>} Common
 * @typedef {Common & {run: number | null, steps: readonly number[]}} Nearby steps: the nearest first */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {(state: State) => Nearby} nearby what all traces have in common, and the steps that may be wanted next
 * @property {(asked: TraceRequest) => Promise<Trace>} postTrace
 * @property {(task: () => void) => void} whenIdle
 */

const COMMON = /** @type {const} */ (['drafts', 'model', 'mask', 'fault', 'off', 'swap', 'lens']);

/** @param {Ports} ports */
export function createHeldTraces({ state, nearby, postTrace, whenIdle }) {
  const held = createHeld({
    near: () => {
      const { run, steps, ...near } = nearby(state());
      return { common: [...COMMON.map((part) => near[part]), run], steps };
    },
    get: (step) => {
      const { run: _, steps: __, ...near } = nearby(state());
      return postTrace({ ...near, kind: 'trace', step });
    },
    isFree: () => !state().pending,
    whenIdle,
  });

  /** @param {Common & Pick<TraceRequest, 'selection'>} of */
  function isNear(of) {
    const near = nearby(state());
    return !of.selection && COMMON.every((part) => of[part] === near[part]);
  }

  return {
    /** Look for what is missing, unless that is under way. */
    ask() {
      const { traced } = state();
      if (held.renew() && traced && isNear(traced)) held.adopt(traced.step, traced.trace);
      held.fetchNext();
    },
    /** In place of the server's. @param {TraceRequest} asked @returns {Promise<Trace>} */
    post(asked) {
      held.renew();
      return isNear(asked) ? held.take(asked.step) : postTrace(asked);
    },
  };
}
