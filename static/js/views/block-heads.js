/** Heads of the folded blocks, among those of the stages: each says which block its columns are of, and opens it. */
import { el, fill, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { rove } from './roving.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root the stage heads @param {import('../types.js').Act} act */
export function createBlockHeads(root, act) {
  const sides = ['before', 'after'].map((side) => el('div', { class: `block-heads ${side}`, role: 'group', hidden: true }));
  root.append(...sides);
  /** @type {ReturnType<typeof createHead>[]} */
  let heads = [];
  const stops = sides.map((side, i) => rove(side, () => heads.filter((head) => head.side === i).map(({ element }) => [element])));

  /** @type {unknown[]} */
  let shown = [];
  return {
    /** @param {State} state */
    update(state) {
      const record = shownRecord(state);
      const blocks = record?.tensors.blocks.length ?? 0;
      const inputs = [state.lang, state.block, state.blockWish, blocks, state.model, state.traced?.trace.records.length];
      if (inputs.every((input, i) => input === shown[i])) return;
      const isSame = [3, 1].every((at) => inputs[at] === shown[at]);
      shown = inputs;
      if (!isSame) arrange(blocks, state.block);
      for (const head of heads) head.update(state);
      sides.forEach((side) => set(side, { 'aria-label': words(state.lang).stages.folded.list }));
    },
  };

  /** @param {number} blocks @param {number} open */
  function arrange(blocks, open) {
    const had = document.activeElement?.closest('.block-head') ?? null;
    heads = blocks < 2 ? [] : Array.from({ length: blocks }, (_, block) => createHead(block, Number(block > open), act)).filter(({ block }) => block !== open);
    sides.forEach((side, i) => {
      const own = heads.filter((head) => head.side === i);
      fill(side, ...own.map(({ element }) => element));
      side.hidden = !own.length;
      stops[i]?.settle();
    });
    // The head that was pressed is no more: its block is open, under the head of stage 3.
    if (had) document.getElementById('stage-tab-3')?.focus();
  }
}

/** @param {number} block @param {number} side 0 before the open one @param {import('../types.js').Act} act */
function createHead(block, side, act) {
  const word = el('span', { class: 'block-word' });
  const name = el('span', { class: 'stage-title' }, word, String(block));
  const says = el('code', { class: 'stage-code' });
  const shape = el('span', { class: 'stage-shape' });
  const element = el('button', { class: 'block-head', type: 'button', tabindex: -1, 'data-block': block, onclick: () => act.openBlock(block) }, name, says, shape);
  return {
    block,
    side,
    element,
    /** @param {State} state */
    update({ lang, blockWish, model, traced }) {
      const { folded } = words(lang).stages;
      const isAwaited = blockWish === block;
      const { width, context_length: positions } = model?.config ?? {};
      setText(word, folded.word);
      setText(says, isAwaited ? folded.opening : folded.folded);
      setText(shape, model ? `Y\u00a0[${traced?.trace.records.length},${positions},${width}]` : '');
      set(element, { title: folded.open(block), 'aria-label': folded.open(block), 'aria-busy': isAwaited ? 'true' : null });
    },
  };
}
