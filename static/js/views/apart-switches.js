/**
 * The switches of Take apart, over the columns that they switch: each head of
 * the open block over its map, its FFN, and every block. Their places are those of
 * the loom's labels, by the same shares; where they are narrower than a switch, it
 * moves to a line above.
 *
 * One tab stop: arrows move along, from left to right as they stand.
 */
import { el, fill, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { isApart } from '../state/apart.js';
import { partName, readPart } from './apart-words.js';
import { groupsFor } from './loom-blocks.js';
import { rove } from './roving.js';
import { linesOf } from './switch-lines.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('./loom-columns.js').Column} Column */

/** @param {HTMLElement} root @param {Act} act */
export function createApartSwitches(root, act) {
  const title = el('span', { class: 'rail-count' });
  /** @type {{stage: number, element: HTMLElement}[]} */
  let groups = [];
  /** @type {ReturnType<typeof createSwitch>[]} */
  let switches = [];
  let made = '';
  root.classList.add('loom-grid');
  set(root, { role: 'toolbar' });
  const { settle } = rove(root, () => switches.map(({ element }) => [element]));
  let due = 0;
  // It changes the root's height: in the frame after, or the observer would be told of its own doing.
  const observer = new ResizeObserver(() => (due ||= requestAnimationFrame(arrange)));

  /** So that none lies on another. */
  function arrange() {
    due = 0;
    const lines = linesOf(switches.map(({ element }) => element.getBoundingClientRect()));
    switches.forEach(({ element }, i) => element.style.setProperty('--line', String(lines[i])));
    root.style.setProperty('--lines', String(1 + Math.max(0, ...lines)));
  }

  /** @param {State} state */
  function make({ model, block }) {
    if (!model) return;
    const focused = switches.findIndex(({ element }) => element === document.activeElement);
    switches = [];
    groups = groupsFor(model.config, block).map((columns) => {
      const slots = columns.map((column) => {
        const part = partOver(column, block);
        const own = part ? [createSwitch(part, act)] : [];
        switches.push(...own);
        const slot = el('div', { class: `rail-slot ${column.kind}` }, ...own.map(({ element }) => element));
        slot.style.flexGrow = String(column.share);
        return slot;
      });
      return { stage: columns[0]?.stage ?? 0, element: el('div', { class: 'loom-stage' }, ...slots) };
    });
    fill(root, title, ...groups.map(({ element }) => element));
    settle();
    observer.disconnect();
    // Words come and go, and columns are laid out anew, without the whole becoming wider.
    for (const { element } of switches) for (const one of [element, element.parentElement]) if (one) observer.observe(one);
    // Another block has opened under the hand: the focus stays as far along as it was.
    if (focused >= 0) switches[Math.min(focused, switches.length - 1)]?.element.focus();
  }

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !isApart(state) || !state.model;
      if (root.hidden || !state.model) return;
      const wanted = `${state.model.config.name} ${state.model.config.blocks} ${state.model.config.heads} ${state.block}`;
      if (wanted !== made) make(state);
      made = wanted;
      const t = wordsOf(state).apart;
      setText(title, t.switches);
      set(root, { 'aria-label': t.switches });
      for (const { stage, element } of groups) element.classList.toggle('open', stage === state.stage);
      for (const one of switches) one.update(state);
    },
  };
}

/** The part that a column's switch is for. @param {Column} column @param {number} open */
function partOver({ kind, name, head, block, after }, open) {
  if (kind === 'weights') return `${open}.${head}`;
  if (name === 'ffn_linear') return `ffn${open}`;
  if (name === 'block_output') return `block${open}`;
  return block !== undefined && after === undefined ? `block${block}` : null;
}

/** @param {string} part @param {Act} act */
function createSwitch(part, act) {
  const text = el('span');
  const element = el('button', { type: 'button', class: 'part-switch', tabindex: -1, role: 'switch', 'data-part': part, onclick: () => act.switchPart(part) }, el('span', { class: 'part-track', 'aria-hidden': 'true' }), text);
  return {
    element,
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).apart;
      const isOff = state.off.includes(part);
      setText(text, isOff ? t.off : t.kinds[readPart(part).kind]);
      const label = t.switchLabel(partName(state, part), isOff);
      set(element, { 'aria-checked': String(!isOff), 'aria-label': label, title: label });
    },
  };
}
