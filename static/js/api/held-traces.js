/** Traces of the saved steps around the one on show, of the same records under the same levers and of the same run. */
import { createHeld } from './held.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TraceRequest} TraceRequest */
/** @typedef {Pick<TraceRequest, 'drafts' | 'mask' | 'fault'> & {run: number | null, steps: readonly number[]}} Nearby steps: the nearest first */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {(state: State) => Nearby} nearby what all traces have in common, and the steps that may be wanted next
 * @property {(asked: TraceRequest) => Promise<Trace>} postTrace
 * @property {(task: () => void) => void} whenIdle
 */

/** @param {Ports} ports */
export function createHeldTraces({ state, nearby, postTrace, whenIdle }) {
  const held = createHeld({
    near: () => {
      const { drafts, mask, fault, run, steps } = nearby(state());
      return { common: [drafts, mask, fault, run], steps };
    },
    get: (step) => {
      const { drafts, mask, fault } = nearby(state());
      return postTrace({ kind: 'trace', drafts, mask, fault, step });
    },
    isFree: () => !state().pending,
    whenIdle,
  });

  /** @param {Pick<TraceRequest, 'drafts' | 'mask' | 'fault'>} of */
  function isNear(of) {
    const { drafts, mask, fault } = nearby(state());
    return of.drafts === drafts && of.mask === mask && of.fault === fault;
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
