/** The likeliest candidates of one draw, row by row; what a filter removed is hatched and says by which. */
import { el, set, setText } from '../dom.js';
import { probability } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { createNumberButton } from './number-button.js';
import { showPiece } from './piece-slot.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').GenerationStep} Step
 */

const ROWS = 10;

/** @param {import('../types.js').Act} act */
export function createDrawTable(act) {
  const heads = /** @type {const} */ (['piece', 'id', 'model', 'tempered', 'kept']).map((name) => ({ name, element: el('th', { scope: 'col' }) }));
  const rows = Array.from({ length: ROWS }, () => createRow(act));
  const others = createOthers();
  const element = el('table', { class: 'draw-table' }, el('thead', {}, el('tr', {}, ...heads.map((head) => head.element))), el('tbody', {}, ...rows.map((row) => row.element)), el('tfoot', {}, others.element));
  return {
    element,
    /** @param {State} state @param {Step} step @param {boolean} isDrawn whether the lot has been cast */
    update(state, step, isDrawn) {
      const t = words(state.lang).generation;
      const untempered = step.removed.forbidden.length ? t.candidates.greedy : t.candidates.asIs;
      for (const { name, element: head } of heads) setText(head, name === 'tempered' && step.u === null ? untempered : t.candidates[name]);
      const ids = onShow(step, isDrawn);
      rows.forEach((row, i) => row.update(state, step, ids[i], isDrawn));
      others.update(state, step, ids);
    },
  };
}

/** The likeliest by the model, and among them always the one that was drawn. @param {Step} step @param {boolean} isDrawn */
function onShow({ model, token }, isDrawn) {
  const order = model.map((_, id) => id).sort((a, b) => (model[b] ?? 0) - (model[a] ?? 0) || a - b);
  const first = order.slice(0, ROWS);
  return !isDrawn || first.includes(token) ? first : [...first.slice(0, ROWS - 1), token];
}

/** Which filter took a token out; null where it was kept. @param {Step} step @param {number} id */
function remover({ removed }, id) {
  return /** @type {const} */ (['forbidden', 'top_k', 'top_p']).find((name) => removed[name].includes(id)) ?? null;
}

/** @param {import('../types.js').Act} act */
function createRow(act) {
  const piece = el('td', { class: 'draw-piece' });
  const id = el('td', { class: 'id' });
  const model = createNumberButton(act);
  const modelBar = el('i', { class: 'draw-share' });
  const tempered = createShare('');
  const kept = createShare('kept');
  const drawn = el('span', { class: 'draw-taken' });
  kept.element.append(drawn);
  const element = el('tr', {}, piece, id, el('td', {}, model.element, modelBar), tempered.element, kept.element);
  return {
    element,
    /** @param {State} state @param {Step} step @param {number | undefined} token @param {boolean} isDrawn */
    update(state, step, token, isDrawn) {
      element.hidden = token === undefined;
      if (token === undefined) return;
      const t = words(state.lang).generation;
      const p = step.model[token] ?? 0;
      showPiece(piece, state.vocabulary?.[token]);
      setText(id, token);
      model.update(probability(p), p, { name: 'probability', index: [step.position, token] }, state.number);
      modelBar.style.setProperty('--share', String(p));
      const by = remover(step, token);
      tempered.update(step.tempered[token] ?? 0, by === 'forbidden' ? t.removed.forbidden : null);
      kept.update(step.filtered[token] ?? 0, by && t.removed[by]);
      const isTaken = isDrawn && token === step.token;
      setText(drawn, isTaken ? (step.u === null ? t.isTaken : t.isDrawn) : '');
      element.classList.toggle('removed', by !== null);
      set(element, { 'aria-current': isTaken && 'true' });
    },
  };
}

/** A probability as number and bar, or why there is none. @param {string} className */
function createShare(className) {
  const value = el('span', { class: 'draw-value' });
  const bar = el('i', { class: 'draw-share' });
  const why = el('span', { class: 'draw-removed' });
  return {
    element: el('td', { class: className }, value, bar, why),
    /** @param {number} p @param {string | null} reason */
    update(p, reason) {
      setText(value, reason === null ? probability(p) : '');
      bar.style.setProperty('--share', String(p));
      bar.hidden = p === 0 || reason !== null;
      setText(why, reason ?? '');
      why.hidden = reason === null;
    },
  };
}

/** All the others in one line. */
function createOthers() {
  const name = el('td', { colspan: 2 });
  const cells = [el('span', { class: 'draw-value' }), el('span', { class: 'draw-value' }), el('span', { class: 'draw-value' })];
  const element = el('tr', {}, name, ...cells.map((cell) => el('td', {}, cell)));
  return {
    element,
    /** @param {State} state @param {Step} step @param {number[]} shown */
    update({ lang }, { model, tempered, filtered, removed }, shown) {
      const t = words(lang).generation;
      const rest = model.map((_, id) => id).filter((id) => !shown.includes(id));
      setText(name, t.others(rest.length));
      [model, tempered, filtered].forEach((row, i) => {
        const sum = rest.reduce((total, id) => total + (row[id] ?? 0), 0);
        const isSaid = i === 2 && sum === 0 && removed.forbidden.length > 0;
        setText(/** @type {Node} */ (cells[i]), isSaid ? t.never : probability(sum));
        cells[i]?.classList.toggle('draw-value', !isSaid);
      });
    },
  };
}
