/** What can wait is asked for once nobody types: the next key would stand behind it. */

/** Milliseconds without a new trace. */
const REST = 300;

/**
 * @param {object} ports
 * @param {(state: import('../types.js').State) => import('../types.js').TraceRequest | null} ports.wanted
 * @param {() => import('../types.js').State} ports.state
 * @param {(again: () => void, milliseconds: number) => void} ports.after
 * @param {() => void} ports.ask asks for what is wanted
 * @returns {(state: import('../types.js').State) => import('../types.js').TraceRequest | null} null too while what is wanted has to wait
 */
export function createPatience({ wanted, state, after, ask }) {
  /** @type {unknown} the trace that has been on show for so long */
  let rested = null;
  let isResting = false;

  function rest() {
    if (isResting) return;
    isResting = true;
    const { traced } = state();
    after(() => {
      isResting = false;
      rested = traced;
      ask();
    }, REST);
  }

  return (now) => {
    const next = wanted(now);
    if (!next?.canWait || rested === now.traced) return next;
    rest();
    return null;
  };
}
