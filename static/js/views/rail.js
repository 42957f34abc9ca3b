/**
 * A ◇ for every fault, over the column that it is the first to change. Laid
 * out like the loom's labels, by the same shares, so that nothing is measured.
 *
 * One tab stop: arrows move along, from left to right as they stand.
 */
import { el, fill, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { isApart } from '../state/apart.js';
import { groupsFor } from './loom-blocks.js';
import { rove } from './roving.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('./loom-columns.js').Column} Column */

/** Columns of what has none of its own. @type {Record<string, string>} */
const OVER = { q_heads: 'q_projection', k_heads: 'k_projection', v_heads: 'v_projection', scores: 'weights-0', visible: 'weights-0', weights: 'weights-0', mixtures: 'joined', block_input: 'embedded', loss: 'losses' };

/** @param {HTMLElement} root @param {Act} act */
export function createRail(root, act) {
  const count = el('span', { class: 'rail-count' });
  /** @type {{stage: number, element: HTMLElement}[]} */
  let groups = [];
  /** @type {{name: string, element: HTMLElement}[]} */
  let diamonds = [];
  let made = '';
  root.classList.add('loom-grid');
  set(root, { role: 'toolbar' });
  const { settle } = rove(root, () => diamonds.map(({ element }) => [element]));

  /** @param {State} state */
  function make({ faults, model, block }) {
    if (!model) return;
    const slots = groupsFor(model.config, block).map((columns) => columns.map(createSlot));
    diamonds = (faults ?? []).map(({ name }) => ({ name, element: createDiamond(name, act) }));
    for (const [i, { first }] of (faults ?? []).entries()) {
      const slot = slots.flat().find(({ column }) => column.name === (OVER[first] ?? first));
      slot?.marks.append(/** @type {Node} */ (diamonds[i]?.element));
    }
    groups = slots.map((own) => ({ stage: own[0]?.column.stage ?? 0, element: el('div', { class: 'loom-stage' }, ...own.map(({ element }) => element)) }));
    fill(root, count, ...groups.map(({ element }) => element));
    const inOrder = [...root.querySelectorAll('.diamond')];
    diamonds.sort((a, b) => inOrder.indexOf(a.element) - inOrder.indexOf(b.element));
    settle();
  }

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'break' || isApart(state) || !state.faults || !state.model;
      if (root.hidden || !state.faults) return;
      const { blocks, heads, width } = /** @type {import('../types.js').ModelInfo} */ (state.model).config;
      const wanted = `${state.faults.length} ${heads} ${width} ${blocks} ${state.block}`;
      if (wanted !== made) make(state);
      made = wanted;
      const { bugs, faults } = wordsOf(state);
      setText(count, bugs.rail(state.faults.length));
      set(root, { 'aria-label': bugs.railLabel });
      for (const { stage, element } of groups) element.classList.toggle('open', stage === state.stage);
      for (const { name, element } of diamonds) {
        const text = faults[name];
        const label = text ? `${text.title}. ${text.wrong}` : name;
        set(element, { 'aria-pressed': String(name === state.fault), 'aria-label': label, 'data-title': text?.title ?? name });
      }
    },
  };
}

/** @param {Column} column */
function createSlot(column) {
  const marks = el('div', { class: 'rail-marks' });
  const element = el('div', { class: `rail-slot ${column.kind}` }, marks);
  element.style.flexGrow = String(column.share);
  return { column, marks, element };
}

/** @param {string} name @param {Act} act */
function createDiamond(name, act) {
  return el('button', { type: 'button', class: 'diamond', tabindex: -1, 'data-fault': name, onclick: () => act.setFault(name) }, el('span', { 'aria-hidden': 'true' }));
}
