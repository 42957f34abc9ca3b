/** The loom's left edge: each row's piece and position; gutter-marks.js adds what a comparison says of it. */
import { el, fill, setText } from '../dom.js';
import { READABLE } from '../draw/rows.js';
import { words } from '../i18n/index.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */
/** @typedef {{element: HTMLElement, piece: HTMLElement, number: HTMLElement, id: number}} GutterRow */

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
    const at = rows.find(({ element: row }) => row.contains(/** @type {Node} */ (event.target)));
    if (at) act.selectPosition(Number(at.number.textContent));
  });

  return {
    element,
    /**
     * @param {State} state @param {import('../types.js').TracedRecord} record
     * @param {import('../draw/rows.js').Rows} layout @param {number} padded slots that hold none
     */
    update(state, record, layout, padded) {
      const { from = 0, to = record.valid_count } = /** @type {Partial<import('../draw/bent-rows.js').Bent>} */ (layout);
      while (rows.length > to - from) rows.pop()?.element.remove();
      while (rows.length < to - from) rows.push(addRow(list));
      list.style.paddingTop = `${layout.top(from)}px`;
      list.style.paddingBottom = `${layout.total - layout.top(to - 1) - layout.height(to - 1)}px`;
      const named = vocabulary !== state.vocabulary;
      vocabulary = state.vocabulary;
      element.classList.toggle('tiny', layout.pitch < READABLE);
      rows.forEach((row, i) => {
        const position = from + i;
        const id = record.ids[position] ?? -1;
        if (named || row.id !== id) fill(row.piece, vocabulary?.[id] && renderPiece(vocabulary[id]));
        row.id = id;
        setText(row.number, position);
        row.element.classList.toggle('tenth', position % 10 === 0);
        row.element.classList.toggle('selected', position === layout.selected);
      });
      setText(padding, padded > 0 ? words(state.lang).stages[state.aside ? 'free' : 'padding'](padded) : '');
    },
  };
}

/** @param {HTMLElement} list @returns {GutterRow} */
function addRow(list) {
  const piece = el('span', { class: 'gutter-piece' });
  const number = el('span', { class: 'gutter-number' });
  const element = el('div', { class: 'gutter-row' }, el('span', { class: 'gutter-mark' }), piece, number);
  list.append(element);
  return { element, piece, number, id: -1 };
}
