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
      // Over what stands still while its records are refused, they stand too.
      const blocks = (record ?? state.traced?.trace.records[0])?.tensors.blocks.length ?? 0;
      const inputs = [state.lang, state.block, state.blockWish, blocks, state.model, record, state.outcomes];
      if (inputs.every((input, i) => input === shown[i])) return;
      const isSame = [3, 1].every((at) => inputs[at] === shown[at]);
      shown = inputs;
      if (!isSame) arrange(blocks, state.block);
      for (const head of heads) head.update(state);
      sides.forEach((side) => set(side, { 'aria-label': words(state.lang).folded.list }));
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

/** Whether what leaves a block was not sent: its column is bare. @param {import('../types.js').TracedRecord | null} record @param {number} block */
function isBareIn(record, block) {
  return record !== null && record.tensors.blocks[block]?.block_output === undefined;
}

/** @param {number} block @param {number} side 0 before the open one @param {import('../types.js').Act} act */
function createHead(block, side, act) {
  const word = el('span', { class: 'block-word' });
  const name = el('span', { class: 'stage-title' }, word, String(block));
  const says = el('code', { class: 'stage-code' });
  const shape = el('span', { class: 'stage-shape' });
  const element = el('button', { class: 'block-head', type: 'button', tabindex: -1, 'data-block': block, onclick: () => (element.dataset.bare ? act.loadOutcome(block) : act.openBlock(block)) }, name, says, shape);
  return {
    block,
    side,
    element,
    /** @param {State} state */
    update(state) {
      const { blockWish, model, outcomes, traced } = state;
      const { folded } = words(state.lang);
      const isBare = isBareIn(shownRecord(state), block);
      const isAwaited = blockWish === block || (isBare && outcomes.includes(block));
      const { width, context_length: positions } = model?.config ?? {};
      const size = `[${traced?.trace.records.length},${positions},${width}]`;
      const title = isBare ? folded.bare(block, size) : folded.open(block);
      setText(word, folded.word);
      setText(says, isAwaited ? (isBare ? folded.loading : folded.opening) : isBare ? folded.load : folded.folded);
      setText(shape, model ? `Y\u00a0${size}` : '');
      set(element, { title, 'aria-label': title, 'aria-busy': isAwaited ? 'true' : null, 'data-bare': isBare ? 'true' : null });
    },
  };
}
