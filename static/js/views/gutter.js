/** The loom's left edge: each row's piece and position; gutter-marks.js adds what a comparison says of it. */
import { el, fill, setText } from '../dom.js';
import { READABLE } from '../draw/rows.js';
import { words } from '../i18n/index.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */
/** @typedef {{element: HTMLElement, piece: HTMLElement, number: HTMLElement, id: number, selected: boolean}} GutterRow */

/** @param {import('../types.js').Act} act */
export function createGutter(act) {
  const list = el('div', { class: 'gutter-rows' });
  const padding = el('div', { class: 'gutter-padding' });
  const element = el('div', { class: 'gutter', 'aria-hidden': 'true' }, list, padding);
  /** @type {GutterRow[]} */
  const rows = [];
  /** @type {VocabularyEntry[] | null} */
  let vocabulary = null;

  list.addEventListener('click', (event) => {
    const at = rows.findIndex(({ element: row }) => row.contains(/** @type {Node} */ (event.target)));
    if (at >= 0) act.selectPosition(at);
  });

  return {
    element,
    /**
     * @param {State} state @param {import('../types.js').TracedRecord} record
     * @param {import('../draw/rows.js').Rows} layout @param {number} padded slots that hold none
     */
    update(state, record, layout, padded) {
      while (rows.length > record.valid_count) rows.pop()?.element.remove();
      while (rows.length < record.valid_count) rows.push(addRow(list, rows.length));
      const named = vocabulary !== state.vocabulary;
      vocabulary = state.vocabulary;
      element.classList.toggle('tiny', layout.pitch < READABLE);
      record.ids.forEach((id, position) => {
        const row = /** @type {GutterRow} */ (rows[position]);
        if (named || row.id !== id) fill(row.piece, vocabulary?.[id] && renderPiece(vocabulary[id]));
        row.id = id;
        select(row, position === layout.selected);
      });
      setText(padding, padded > 0 ? words(state.lang).stages[state.aside ? 'free' : 'padding'](padded) : '');
    },
  };
}

/** @param {HTMLElement} list @param {number} position @returns {GutterRow} */
function addRow(list, position) {
  const piece = el('span', { class: 'gutter-piece' });
  const number = el('span', { class: 'gutter-number' }, position);
  const element = el('div', { class: position % 10 === 0 ? 'gutter-row tenth' : 'gutter-row' }, el('span', { class: 'gutter-mark' }), piece, number);
  list.append(element);
  return { element, piece, number, id: -1, selected: false };
}

/** @param {GutterRow} row @param {boolean} selected */
function select(row, selected) {
  if (row.selected === selected) return;
  row.selected = selected;
  row.element.classList.toggle('selected', selected);
}
