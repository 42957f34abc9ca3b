/**
 * Faults by checks, in two tables side by side where there is room. A row's
 * name switches its fault on; a cell opens the evidence.
 *
 * One tab stop for all: arrows walk from cell to cell, across both tables.
 */
import { el, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { createMatrixRow } from './bug-matrix-row.js';
import { rove } from './roving.js';
import { catchesOf, checkOnShow } from './verdicts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../types.js').FaultInfo} FaultInfo */

/**
 * @param {Act} act @param {[HTMLElement, HTMLElement]} corners what stands in the free corner of each table
 */
export function createBugMatrix(act, corners) {
  const element = el('div', { class: 'matrix' });
  /** @type {ReturnType<typeof createTable>[]} */
  let tables = [];
  const { settle } = rove(element, () => tables.flatMap((table) => table.rows.map((row) => row.buttons)));
  let made = '';

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { faults, checks } = state;
      if (!faults || !checks) return;
      const wanted = `${faults.length} ${checks.length}`;
      if (wanted !== made) {
        const half = Math.ceil((faults.length + 1) / 2);
        tables = [faults.slice(0, half), faults.slice(half)].map((own, i) => createTable(own, checks, i === 1, /** @type {HTMLElement} */ (corners[i]), act));
        element.replaceChildren(...tables.map((table) => table.element));
        settle();
      }
      made = wanted;
      for (const table of tables) table.update(state);
    },
  };
}

/** @param {FaultInfo[]} faults @param {string[]} checks @param {boolean} isLast with the totals @param {HTMLElement} corner @param {Act} act */
function createTable(faults, checks, isLast, corner, act) {
  const caption = el('caption', { class: 'spoken' });
  const heads = checks.map((check) => ({ check, text: el('span'), cell: el('th', { scope: 'col', 'data-check': check }) }));
  for (const { text, cell } of heads) cell.append(el('div', {}, text));
  const rows = faults.map((fault, i) => createMatrixRow(fault, checks, faults[i - 1]?.stage !== fault.stage, act));
  const total = createTotals(checks);
  const element = el(
    'table', { class: 'matrix-table' },
    caption,
    el('colgroup', {}, el('col', { class: 'stage' }), el('col', { class: 'name' }), ...checks.map(() => el('col'))),
    el('thead', {}, el('tr', {}, el('td', { colspan: 2 }, corner), ...heads.map(({ cell }) => cell))),
    el('tbody', {}, ...rows.map((row) => row.element)),
    isLast && el('tfoot', {}, total.element),
  );
  return {
    element,
    rows,
    /** @param {State} state */
    update(state) {
      const { bugs, checks: texts } = wordsOf(state);
      setText(caption, bugs.caption);
      const shown = checkOnShow(state);
      for (const { check, text, cell } of heads) {
        setText(text, texts[check]?.title ?? check);
        cell.classList.toggle('current', check === shown);
      }
      for (const row of rows) row.update(state, shown);
      if (isLast) total.update(state, shown);
    },
  };
}

/** @param {string[]} checks */
function createTotals(checks) {
  const label = el('th', { scope: 'row', colspan: 2 });
  const cells = checks.map((check) => ({ check, cell: el('td') }));
  return {
    element: el('tr', {}, label, ...cells.map(({ cell }) => cell)),
    /** @param {State} state @param {string | null} shown */
    update(state, shown) {
      const { bugs } = wordsOf(state);
      setText(label, bugs.catches(catchesOf(state, '').asked));
      for (const { check, cell } of cells) {
        setText(cell, catchesOf(state, check).caught);
        set(cell, { class: check === shown && 'current' });
      }
    },
  };
}
