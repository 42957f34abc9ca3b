/**
 * Stage 3's heads of all blocks in small, block by block as the loom has them.
 * One tab stop: left and right lead from head to head, up and down from block to block.
 */
import { el, fill, set } from '../dom.js';
import { words, wordsOf } from '../i18n/all.js';
import { createHeadThumbnail } from './head-thumbnail.js';
import { rove } from './roving.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').ModelConfig} ModelConfig */

/** @param {import('../types.js').Act} act */
export function createHeadStrip(act) {
  const element = el('div', { class: 'head-strip', role: 'group', hidden: true });
  /** @type {ReturnType<typeof createHeadThumbnail>[][]} */
  let grid = [];
  let made = '';
  const { settle } = rove(element, () => grid.map((row) => row.map(({ button }) => button)));

  /** @param {ModelConfig} config @param {State['lang']} lang */
  function make({ blocks, heads }, lang) {
    const t = words(lang).attention;
    grid = Array.from({ length: blocks }, (_, block) => Array.from({ length: heads }, (__, head) => createHeadThumbnail(act, block, head)));
    fill(element, ...grid.map((row, block) => el('div', { class: 'head-block' }, el('span', {}, t.block(block)), el('div', {}, ...row.map(({ button }) => button)))));
    set(element, { 'aria-label': t.allHeads });
    settle();
  }

  return {
    element,
    /** @param {State} state @param {boolean} isWanted */
    update(state, isWanted) {
      element.hidden = !isWanted || !state.model;
      if (element.hidden || !state.model) return;
      const { config } = state.model;
      const wanted = `${state.modelName} ${config.blocks} ${config.heads} ${state.lang}`;
      if (wanted !== made) make(config, state.lang);
      made = wanted;
      const t = wordsOf(state).attention;
      grid.forEach((row, block) => row.forEach((one, head) => one.update(state, t.openHead(block, head))));
    },
  };
}
