/**
 * Holds what belongs to the saved steps around the one on show, so that a step
 * at hand is on the page with the next frame. While the page is idle it asks
 * for the nearest that is missing, one at a time.
 *
 * All that is held has something in common; when that changes, it goes. So much
 * is held and no more: what is farthest from the step on show goes first.
 */
import { Refused } from './refused.js';

/** @typedef {number | null} Step */

/** Numbers in all that is held together: 32 MB. */
const MOST_NUMBERS = 4_000_000;

/**
 * @template T
 * @param {object} ports
 * @param {() => {common: readonly unknown[], steps: readonly Step[]}} ports.near what all has in common, and the steps
 *   that may be wanted next, the nearest first; the same list as long as it is the same
 * @param {(step: Step) => Promise<T>} ports.get from the server
 * @param {() => boolean} ports.isFree nothing is waited for that somebody has asked for
 * @param {(task: () => void) => void} ports.whenIdle
 */
export function createHeld({ near, get, isFree, whenIdle }) {
  /** @type {ReturnType<typeof near>} */
  let now = { common: [], steps: [] };
  /** @type {Map<Step, Promise<T>>} those under way too */
  let held = new Map();
  /** @type {number | null} how many there may be; what the first one is as large as will tell */
  let most = null;
  let isAwaited = false;
  let isRefused = false;

  /** Look for what is missing, unless that is under way. @returns {boolean} whether anything else may be wanted than before */
  function renew() {
    const next = near();
    const isSame = next.common.every((part, i) => part === now.common[i]) && now.common.length > 0;
    if (isSame && next.steps === now.steps) return false;
    now = next;
    if (isSame) return true;
    held = new Map();
    most = null;
    isRefused = false;
    return true;
  }

  function fetchNext() {
    if (isAwaited || missing() === undefined) return;
    isAwaited = true;
    whenIdle(() => {
      isAwaited = false;
      const step = missing();
      if (step === undefined) return;
      isAwaited = true;
      void hold(step).catch(told).finally(() => {
        isAwaited = false;
        fetchNext();
      });
    });
  }

  /** @returns {Step | undefined} the nearest step that there is room for */
  function missing() {
    return isRefused || !isFree() ? undefined : now.steps.slice(0, most ?? 1).find((step) => !held.has(step));
  }

  /** @param {Step} step @returns {Promise<T>} */
  function hold(step) {
    const among = held;
    const reply = get(step);
    among.set(step, reply);
    reply.then(
      (value) => among === held && makeRoom(value),
      () => among.delete(step),
    );
    return reply;
  }

  /** @param {T} value one like all of them */
  function makeRoom(value) {
    const room = (most ??= Math.floor(MOST_NUMBERS / Math.max(1, numbersIn(value))));
    const kept = new Set(now.steps.slice(0, room));
    for (const step of held.keys()) if (held.size > room && !kept.has(step)) held.delete(step);
    fetchNext();
  }

  /** Whoever asks for it by hand is told; nothing more is asked for unasked. @param {unknown} reason */
  function told(reason) {
    if (!(reason instanceof Refused)) throw reason;
    isRefused = true;
  }

  return {
    renew,
    /** Somebody asks: what is held is there at once. @param {Step} step @returns {Promise<T>} */
    take(step) {
      isRefused = false;
      return held.get(step) ?? hold(step);
    },
    /** What is here already was asked for before there was anybody to hold it. @param {Step} step @param {T} value */
    adopt(step, value) {
      if (held.has(step)) return;
      held.set(step, Promise.resolve(value));
      makeRoom(value);
    },
    /** @param {Step} step */
    has: (step) => held.has(step),
    fetchNext,
  };
}

/** @param {unknown} value @returns {number} */
function numbersIn(value) {
  if (typeof value !== 'object' || value === null) return 1;
  const parts = Object.values(value);
  return typeof parts[0] === 'number' ? parts.length : parts.reduce((/** @type {number} */ sum, part) => sum + numbersIn(part), 0);
}
