/** Draws token after token while a person lets it run, each once the last one's trace is on show. */

/**
 * @typedef {object} Ports
 * @property {() => import('./types.js').State} state
 * @property {Pick<import('./types.js').Act, 'drawNext'>} act
 * @property {(again: () => void, milliseconds: number) => void} after
 */

/** Long enough to see what was drawn. */
const PACE = 350;

/** @param {Ports} ports */
export function createDrawing({ state, act, after }) {
  let isWaiting = false;

  function ask() {
    const { generation, drafts, traced } = state();
    if (isWaiting || !generation.running || traced?.drafts !== drafts) return;
    isWaiting = true;
    after(() => {
      isWaiting = false;
      if (state().generation.running) act.drawNext();
      ask();
    }, PACE);
  }

  return { ask };
}
