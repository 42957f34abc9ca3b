/** One head in small, as a button that opens its block and itself. */
import { el, set } from '../dom.js';
import { createSurface } from '../draw/canvas.js';
import { paintThumbnail } from '../draw/head-thumbnail.js';
import { palette, watchPalette } from '../draw/palette.js';
import { shownIndex } from '../state/shown.js';
import { tracedHeads } from '../state/heads-on-show.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {Act} act @param {number} block @param {number} head */
export function createHeadThumbnail(act, block, head) {
  const canvas = el('canvas', { class: 'head-picture' });
  const button = el('button', { type: 'button', class: 'head-thumbnail', tabindex: -1, onclick: () => open() }, canvas);
  /** @type {readonly ArrayLike<number>[] | null} */
  let weights = null;
  const surface = createSurface(canvas, (pen, width, height, ratio) => weights && paintThumbnail(pen, Math.round(width * ratio), Math.round(height * ratio), palette(), weights));
  watchPalette(surface.repaint);

  function open() {
    act.openBlock(block);
    act.chooseHead(head);
  }

  return {
    button,
    /** The weights before stay until the new ones are here. @param {State} state @param {string} label */
    update(state, label) {
      const found = tracedHeads(state)?.trace.records[shownIndex(state)]?.tensors.blocks[block]?.weights?.[head] ?? weights;
      if (found !== weights) {
        weights = found;
        surface.repaint();
      }
      const isOpen = block === (state.blockWish ?? state.block) && head === state.head;
      set(button, { 'aria-label': label, title: label, 'aria-current': isOpen && 'true' });
    },
  };
}
