/** Draws token after token while a person lets it run, each once the last one's trace is on show. */

/**
 * @typedef {object} Ports
 * @property {() => import('./types.js').State} state
 * @property {Pick<import('./types.js').Act, 'drawNext'>} act
 * @property {(state: import('./types.js').State) => unknown} generated what the server makes of the prompt, once it is here
 * @property {(again: () => void, milliseconds: number) => void} after
 */

/** Long enough to see what was drawn. */
const PACE = 350;

/** @param {Ports} ports */
export function createDrawing({ state, act, generated, after }) {
  let isWaiting = false;

  function ask() {
    const { generation, drafts, traced } = state();
    if (isWaiting || !generation.running || traced?.drafts !== drafts || !generated(state())) return;
    isWaiting = true;
    after(() => {
      isWaiting = false;
      if (state().generation.running) act.drawNext();
      ask();
    }, PACE);
  }

  return { ask };
}
