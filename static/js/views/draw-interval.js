/** The unit interval that the lot falls on: the kept tokens side by side, in the order in which they are added up. */
import { el, fill, set, setText } from '../dom.js';
import { full, probability } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { renderPiece } from './piece.js';
import { tokenName } from './token-name.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').GenerationStep} Step
 * @typedef {{ids: number[], from: number, p: number}} Part
 */

/** Narrower ones beside each other are drawn as one. */
const NARROW = 0.012;
/** A name needs so much room. */
const NAMED = 0.045;

export function createDrawInterval() {
  const lot = el('span', { class: 'lot-value' });
  const mark = el('div', { class: 'lot' }, lot);
  const bar = el('div', { class: 'interval-bar' });
  const names = el('div', { class: 'interval-names', 'aria-hidden': 'true' });
  const element = el('div', { class: 'interval', role: 'img' }, mark, bar, names);
  /** @type {Step | null} */
  let drawn = null;

  return {
    element,
    /** @param {State} state @param {Step} step @param {boolean} isDrawn */
    update(state, step, isDrawn) {
      element.hidden = step.u === null;
      if (step.u === null) return;
      mark.hidden = !isDrawn;
      mark.style.setProperty('--at', String(step.u));
      mark.classList.toggle('right', step.u > 0.8);
      setText(lot, `u = ${step.u.toFixed(6)}`);
      lot.title = full(step.u);
      const parts = partsOf(step);
      if (drawn !== step) {
        drawn = step;
        fill(bar, ...parts.map(segment));
        fill(names, ...parts.filter(({ p }) => p >= NAMED).map((part) => named(state, part)));
      }
      [...bar.children].forEach((node, i) => node.classList.toggle('hit', isDrawn && !!parts[i]?.ids.includes(step.token)));
      const said = parts.filter(({ ids }) => ids.length === 1).map(({ ids: [id = 0], p }) => `${tokenName(state, id)} ${probability(p, 3)}`);
      set(element, { 'aria-label': `${words(state.lang).generation.interval} ${said.join(', ')}; u = ${step.u.toFixed(6)}`, title: words(state.lang).generation.interval });
    },
  };
}

/** @param {Step} step @returns {Part[]} */
function partsOf({ filtered, token }) {
  /** @type {Part[]} */
  const parts = [];
  let from = 0;
  filtered.forEach((p, id) => {
    if (!p) return;
    const last = parts.at(-1);
    const joins = last && p < NARROW && last.p < NARROW && id !== token && !last.ids.includes(token);
    if (joins) {
      last.ids.push(id);
      last.p += p;
    } else parts.push({ ids: [id], from, p });
    from += p;
  });
  return parts;
}

/** @param {Part} part */
function segment({ ids, p }) {
  const node = el('span', { class: ids.length > 1 ? 'segment many' : 'segment' });
  node.style.setProperty('--share', String(p));
  return node;
}

/** @param {State} state @param {Part} part */
function named({ vocabulary }, { ids: [id = 0], from, p }) {
  const entry = vocabulary?.[id];
  const node = el('span', {}, entry && renderPiece(entry));
  node.style.setProperty('--at', String(from + p / 2));
  return node;
}
