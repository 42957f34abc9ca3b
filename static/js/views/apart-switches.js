/**
 * The switches of Take apart, over the columns that they switch: each head of
 * the open block over its map, its FFN, and every block. Laid out as the loom's
 * labels are, by the same shares, so that nothing is measured.
 *
 * One tab stop: arrows move along, from left to right as they stand.
 */
import { el, fill, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { isApart } from '../state/apart.js';
import { partName, readPart } from './apart-words.js';
import { loomColumns } from './loom-columns.js';
import { rove } from './roving.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('./loom-columns.js').Column} Column */

/** @param {HTMLElement} root @param {Act} act */
export function createApartSwitches(root, act) {
  const title = el('span', { class: 'rail-count' });
  const stages = [1, 2, 3, 4, 5, 6].map(() => el('div', { class: 'loom-stage' }));
  /** @type {ReturnType<typeof createSwitch>[]} */
  let switches = [];
  let made = '';
  root.classList.add('loom-grid');
  set(root, { role: 'toolbar' });
  root.append(title, ...stages);
  const { settle } = rove(root, () => switches.map(({ element }) => [element]));

  /** @param {State} state */
  function make({ model, block }) {
    if (!model) return;
    switches = [];
    loomColumns(model.config).forEach((columns, i) => {
      const slots = columns.map((column) => {
        const parts = partsOver(column, block, model.config.blocks);
        const own = parts.map((part) => createSwitch(part, act));
        switches.push(...own);
        const slot = el('div', { class: `rail-slot ${column.kind}` }, ...own.map(({ element }) => element));
        slot.style.flexGrow = String(column.share);
        return slot;
      });
      fill(/** @type {HTMLElement} */ (stages[i]), ...slots);
    });
    settle();
  }

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !isApart(state) || !state.model;
      if (root.hidden || !state.model) return;
      const wanted = `${state.model.config.name} ${state.model.config.blocks} ${state.model.config.heads} ${state.block}`;
      if (wanted !== made) make(state);
      made = wanted;
      const t = words(state.lang).apart;
      setText(title, t.switches);
      set(root, { 'aria-label': t.switches });
      stages.forEach((stage, i) => stage.classList.toggle('open', i + 1 === state.stage));
      for (const one of switches) one.update(state);
    },
  };
}

/** Folded blocks have their switches beside that of the open one. @param {Column} column @param {number} open @param {number} blocks */
function partsOver({ kind, name, head }, open, blocks) {
  if (kind === 'weights') return [`${open}.${head}`];
  if (name === 'ffn_linear') return [`ffn${open}`];
  return name === 'block_output' ? Array.from({ length: blocks }, (_, block) => `block${block}`).filter((part) => readPart(part).block === open) : [];
}

/** @param {string} part @param {Act} act */
function createSwitch(part, act) {
  const text = el('span');
  const element = el('button', { type: 'button', class: 'part-switch', tabindex: -1, role: 'switch', 'data-part': part, onclick: () => act.togglePart(part) }, el('span', { class: 'part-track', 'aria-hidden': 'true' }), text);
  return {
    element,
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).apart;
      const isOff = state.off.includes(part);
      setText(text, isOff ? t.off : t.kinds[readPart(part).kind]);
      const label = t.switchLabel(partName(state, part), isOff);
      set(element, { 'aria-checked': String(!isOff), 'aria-label': label, title: label });
    },
  };
}
