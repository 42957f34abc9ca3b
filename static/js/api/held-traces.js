/**
 * Holds the traces of the saved steps around the one on show, so that a step at
 * hand is on the page with the next frame. While the page is idle and nothing
 * else is asked for, it asks for the nearest that is missing, one at a time.
 *
 * All that is held is of the same records under the same levers and of the same
 * run; when any of these changes, it goes. So much is held and no more.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TraceRequest} TraceRequest */
/** @typedef {Pick<TraceRequest, 'drafts' | 'mask' | 'fault'> & {run: number | null, steps: readonly (number | null)[]}} Nearby steps: the nearest first */

/**
 * @typedef {object} Ports
 * @property {() => State} state
 * @property {(state: State) => Nearby} nearby what all traces have in common, and the steps that may be wanted next
 * @property {(asked: TraceRequest) => Promise<Trace>} postTrace
 * @property {(task: () => void) => void} whenIdle
 */

/** Numbers in all traces together: 32 MB. */
const MOST_NUMBERS = 4_000_000;

/** @param {Ports} ports */
export function createHeldTraces({ state, nearby, postTrace, whenIdle }) {
  /** @type {Nearby | null} */
  let common = null;
  /** @type {Map<number | null, Promise<Trace>>} by step, those under way too */
  let held = new Map();
  let most = 0;
  let isAwaited = false;
  let isRefused = false;

  /** Look for what is missing, unless that is under way. */
  function ask() {
    const now = nearby(state());
    if (common && now.steps === common.steps && isSame(now, common)) return;
    renew(now);
    adopt();
    fetchNext();
  }

  /** The one on show was asked for before there was anybody to hold it. */
  function adopt() {
    const { traced } = state();
    if (!traced || !common || held.has(traced.step) || !isSame({ ...traced, run: common.run }, common)) return;
    held.set(traced.step, Promise.resolve(traced.trace));
    measure(traced.trace);
  }

  /** In place of the server's: what is held is there at once. @param {TraceRequest} asked @returns {Promise<Trace>} */
  function post(asked) {
    renew(nearby(state()));
    if (!common || !isSame({ ...asked, run: common.run }, common)) return postTrace(asked);
    isRefused = false;
    return held.get(asked.step) ?? hold(asked);
  }

  /** @param {Nearby} now */
  function renew(now) {
    if (!common || !isSame(now, common)) {
      held = new Map();
      most = 0;
      isRefused = false;
    }
    common = now;
  }

  function fetchNext() {
    if (isAwaited || missing() === undefined) return;
    isAwaited = true;
    whenIdle(() => {
      isAwaited = false;
      const step = missing();
      if (!common || step === undefined) return;
      const { drafts, mask, fault } = common;
      isAwaited = true;
      void hold({ kind: 'trace', drafts, mask, fault, step }).catch(told).finally(() => {
        isAwaited = false;
        fetchNext();
      });
    });
  }

  /** @returns {number | null | undefined} the nearest step that there is room for */
  function missing() {
    return isRefused || state().pending ? undefined : common?.steps.slice(0, most).find((step) => !held.has(step));
  }

  /** @param {TraceRequest} asked @returns {Promise<Trace>} */
  function hold(asked) {
    const among = held;
    const reply = postTrace(asked);
    among.set(asked.step, reply);
    reply.then(
      (trace) => among === held && makeRoom(trace),
      () => among.delete(asked.step),
    );
    return reply;
  }

  /** Those farthest from the step on show go first. @param {Trace} trace one like all of them */
  function makeRoom(trace) {
    measure(trace);
    const kept = new Set(common?.steps.slice(0, most));
    for (const step of held.keys()) if (held.size > most && !kept.has(step)) held.delete(step);
    fetchNext();
  }

  /** @param {Trace} trace */
  function measure(trace) {
    most ||= Math.floor(MOST_NUMBERS / Math.max(1, numbersIn(trace.records)));
  }

  /** Whoever asks for it by hand is told; nothing more is asked for unasked. @param {unknown} reason */
  function told(reason) {
    if (!(reason instanceof Refused)) throw reason;
    isRefused = true;
  }

  return { ask, post };
}

/** @param {Omit<Nearby, 'steps'>} a @param {Omit<Nearby, 'steps'>} b */
function isSame(a, b) {
  return a.drafts === b.drafts && a.mask === b.mask && a.fault === b.fault && a.run === b.run;
}

/** @param {unknown} value @returns {number} */
function numbersIn(value) {
  if (typeof value !== 'object' || value === null) return 1;
  const parts = Object.values(value);
  return typeof parts[0] === 'number' ? parts.length : parts.reduce((/** @type {number} */ sum, part) => sum + numbersIn(part), 0);
}
