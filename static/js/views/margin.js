/**
 * The evidence beside a stage: the number being read, and the chosen position
 * through every stage, to open and to take away; in its place, while one is
 * open, the derivation of a number. Composes; draws nothing itself.
 */
import { el } from '../dom.js';
import { createCopyPosition } from './copy-position.js';
import { createDerivation } from './derivation.js';
import { createPositionTable } from './position-table.js';
import { createReadout } from './readout.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {{update: (state: State) => void}} View
 */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createMargin(root, act) {
  const readout = el('section');
  const copy = el('div');
  const table = el('div');
  const position = el('section', { class: 'position', 'aria-labelledby': 'position-title' }, copy, table);
  const derivation = el('section', { class: 'derivation', 'aria-labelledby': 'derivation-title', hidden: true });
  root.append(readout, position, derivation);
  const reading = createReadout(readout);
  const deriving = createDerivation(derivation, act);
  /** @type {View[]} */
  const ofPosition = [createCopyPosition(copy), createPositionTable(table, act)];

  return {
    /** @param {State} state */
    update(state) {
      const isDeriving = state.trail.length > 0;
      root.classList.toggle('deriving', isDeriving);
      position.hidden = isDeriving;
      reading.update(state);
      if (!isDeriving) for (const view of ofPosition) view.update(state);
      deriving.update(state);
    },
  };
}
