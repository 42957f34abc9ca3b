/**
 * Keeps something on show up with the state: one request in flight, the newest
 * wish next. What is wanted, and what an answer changes, is decided in state/.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').State} State */

const PAUSE = 1500;

/**
 * @template Asked, Reply
 * @param {object} ports
 * @param {() => State} ports.state
 * @param {(state: State) => Asked | null} ports.wanted null once it is here, or was refused
 * @param {(asked: Asked) => Promise<Reply>} ports.post
 * @param {(asked: Asked, reply: Reply) => void} ports.arrived
 * @param {(asked: Asked, error: import('../types.js').ApiError) => void} ports.refused
 * @param {(again: () => void, milliseconds: number) => void} ports.after
 */
export function createNewestWish({ state, wanted, post, arrived, refused, after }) {
  let busy = false;

  /** Ask for what is wanted, unless a request is in flight; its end asks again. */
  function ask() {
    const asked = busy ? null : wanted(state());
    if (asked === null) return;
    busy = true;
    void get(asked);
  }

  /** @param {Asked} asked */
  async function get(asked) {
    try {
      arrived(asked, await post(asked));
    } catch (reason) {
      if (!(reason instanceof Refused)) throw reason;
      if (reason.error.code === 'unreachable') return after(end, PAUSE);
      refused(asked, reason.error);
    }
    end();
  }

  function end() {
    busy = false;
    ask();
  }

  return { ask };
}
