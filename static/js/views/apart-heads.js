/**
 * All heads of all blocks in small, each with how far the mean loss rises
 * without it, alone; what is off says so.
 */
import { el, fill, set, setText } from '../dom.js';
import { full } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { shownAblations } from '../state/apart.js';
import { signed } from './apart-words.js';
import { createHeadThumbnail } from './head-thumbnail.js';
import { rove } from './roving.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {Act} act */
export function createApartHeads(act) {
  const element = el('div', { class: 'apart-heads' });
  /** @type {ReturnType<typeof createHead>[][]} */
  let grid = [];
  let made = '';
  const { settle } = rove(element, () => grid.map((row) => row.map(({ button }) => button)));

  /** @param {number} blocks @param {number} heads @param {State} state */
  function make(blocks, heads, { lang }) {
    const t = words(lang).apart;
    grid = Array.from({ length: blocks }, (_, block) => Array.from({ length: heads }, (__, head) => createHead(block, head, act)));
    element.style.setProperty('--heads', String(heads));
    fill(
      element,
      el('span'),
      ...Array.from({ length: heads }, (_, head) => el('span', { class: 'apart-head-name' }, t.headColumn(head))),
      ...grid.flatMap((row, block) => [el('span', { class: 'apart-block-name' }, t.blockRow(block)), ...row.map((head) => head.element)]),
    );
    settle();
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { blocks = 0, heads = 0 } = state.model?.config ?? {};
      const wanted = `${state.modelName} ${blocks} ${heads} ${state.lang}`;
      if (wanted !== made) make(blocks, heads, state);
      made = wanted;
      for (const head of grid.flat()) head.update(state);
    },
  };
}

/** @param {number} block @param {number} head @param {Act} act */
function createHead(block, head, act) {
  const { button, update } = createHeadThumbnail(act, block, head);
  const off = el('b', { class: 'apart-off', hidden: true });
  const rise = el('span', { class: 'apart-rise' });
  button.append(off);

  return {
    button,
    element: el('div', {}, button, rise),
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).apart;
      const isOff = state.off.includes(`${block}.${head}`) || state.off.includes(`block${block}`);
      const reply = shownAblations(state);
      const change = reply ? (reply.heads[block]?.[head] ?? NaN) - reply.loss : null;
      const text = change === null ? '' : signed(change);
      off.hidden = !isOff;
      setText(off, t.off);
      setText(rise, text);
      set(rise, { title: change === null ? null : full(change) });
      button.classList.toggle('is-off', isOff);
      update(state, t.thumbnail(block, head, text, isOff));
    },
  };
}
