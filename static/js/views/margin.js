/**
 * The evidence beside a stage: the number being read, and the chosen position
 * through every stage, to open and to take away. Composes; draws nothing itself.
 */
import { el } from '../dom.js';
import { createCopyPosition } from './copy-position.js';
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
  root.append(readout, el('section', { class: 'position', 'aria-labelledby': 'position-title' }, copy, table));
  /** @type {View[]} */
  const views = [createReadout(readout), createCopyPosition(copy), createPositionTable(table, act)];

  return {
    /** @param {State} state */
    update(state) {
      for (const view of views) view.update(state);
    },
  };
}
