/** The tokens drawn, one cell each: place, piece, its probability as bar and number. One tab stop. */
import { el, set, setText } from '../dom.js';
import { probability } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { drawOnShow, drawnCount, generated } from '../state/generation.js';
import { bringIntoView } from './bring-into-view.js';
import { showPiece } from './piece-slot.js';
import { rove } from './roving.js';
import { tokenName } from './token-name.js';

/** @typedef {import('../types.js').State} State */

/** @param {import('../types.js').Act} act */
export function createDrawAxis(act) {
  const drawn = el('span');
  const probabilities = el('span');
  const cells = el('div', { class: 'draw-cells', role: 'group' });
  const stop = el('p', { class: 'draw-stop', role: 'status' });
  const element = el('div', { class: 'draw-axis' }, el('div', { class: 'draw-rows', 'aria-hidden': 'true' }, drawn, probabilities), cells, stop);
  /** @type {ReturnType<typeof createCell>[]} */
  const made = [];
  let count = 0;
  let selected = -1;
  const { settle } = rove(cells, () => made.slice(0, count).map((cell) => [cell.element]));

  /** @param {number} wanted */
  function setCount(wanted) {
    while (made.length < wanted) made.push(createCell(made.length, act));
    for (; count < wanted; count += 1) cells.append(/** @type {ReturnType<typeof createCell>} */ (made[count]).element);
    for (; count > wanted; count -= 1) made[count - 1]?.element.remove();
    settle();
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).generation;
      const generation = generated(state);
      const all = generation ? drawnCount(state) : 0;
      setText(drawn, t.drawn);
      setText(probabilities, t.probability);
      set(cells, { 'aria-label': t.axis });
      setCount(all);
      const shown = generation ? drawOnShow(state, generation) : -1;
      generation?.steps.slice(0, all).forEach((step, i) => made[i]?.update(state, step, shown));
      setText(stop, generation && all === generation.steps.length ? stopped(state, generation) : '');
      if (shown !== selected) requestAnimationFrame(() => bringIntoView(cells, made[shown]?.element));
      selected = shown;
    },
  };
}

/** @param {State} state @param {import('../types.js').Generated} generation */
function stopped({ lang }, { stop, steps }) {
  const { stops } = words(lang).generation;
  return stop === 'budget' ? stops.budget(steps.length) : stops[stop];
}

/** @param {number} place from 0 @param {import('../types.js').Act} act */
function createCell(place, act) {
  const piece = el('b');
  const bar = el('i', { class: 'draw-bar' });
  const value = el('span', { class: 'draw-p' });
  const element = el('button', { type: 'button', class: 'draw-cell', tabindex: -1, onclick: () => act.showDraw(place) }, el('span', { class: 'draw-who' }, el('span', { class: 'at' }, place + 1), piece), el('span', { class: 'draw-how' }, bar), value);
  return {
    element,
    /** @param {State} state @param {import('../types.js').GenerationStep} step @param {number} shown the draw on show */
    update(state, { token, filtered, model, u }, shown) {
      const t = words(state.lang).generation;
      // What a greedy choice is sure of, the model need not be.
      const p = (u === null ? model : filtered)[token] ?? 0;
      showPiece(piece, state.vocabulary?.[token]);
      bar.style.setProperty('--share', String(p));
      setText(value, probability(p, 3));
      element.classList.toggle('later', place > shown && shown >= 0);
      set(element, { 'aria-current': place === shown && 'true', 'aria-label': t.cell(place + 1, tokenName(state, token), probability(p, 3)) });
    },
  };
}
