/**
 * Table 20.4 for the selected position: every representation it passes
 * through, three coordinates at six decimals; a row opens to all of them in
 * full. Beneath it, what Table 20.5 adds: each head's scores and weights.
 */
import { el, fill, setText } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { whenPointed } from './pointed.js';
import { attention, currentPlace, representations, valueRef } from './position-lines.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('./position-lines.js').Line} Line
 *
 * @typedef {object} Shown the nodes of one row
 * @property {HTMLElement} row
 * @property {HTMLButtonElement} name
 * @property {HTMLButtonElement[]} cells
 * @property {Line | null} line
 */

/** As many coordinates as the chapter's table shows. */
const PREVIEW = 3;
const DECIMALS = 6;

/** @param {HTMLElement} root @param {Act} act */
export function createPositionTable(root, act) {
  const table = createSection(act, true);
  const between = createSection(act, false);
  root.append(table.element, between.element);

  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      const record = shownRecord(state);
      if (!record) return;
      const depends = [record, state.pos, state.block, state.row, state.number, state.lang, shownIndex(state)];
      if (seen.length && depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const text = wordsOf(state).detail.table;
      table.update(state, [text.stage, text.coordinates], representations(state, record));
      between.update(state, [text.between, text.keys], attention(state, record));
    },
  };
}

/** @param {Act} act @param {boolean} first whether it is the chapter's own table */
function createSection(act, first) {
  const heads = Array.from({ length: PREVIEW + 1 }, (_, i) => el('th', { scope: 'col', class: i ? 'place' : 'stage' }));
  const axis = el('span', { class: 'spoken' });
  const body = el('tbody');
  const name = `position-table ${first ? 'representations' : 'between'}`;
  const element = el('table', { class: name }, el('thead', {}, el('tr', {}, ...heads)), body);
  const opened = createOpened(act);
  /** @type {Shown[]} */
  const rows = [];
  const roving = rove(body, () => rows.map(({ name, cells }) => [name, ...cells.filter((cell) => !cell.disabled)]));
  follow(body, rows, act);

  return {
    element,
    /** @param {State} state @param {[string, string]} titles @param {Line[]} lines */
    update(state, titles, lines) {
      fillHeads(heads, axis, titles);
      while (rows.length > lines.length) rows.pop()?.row.remove();
      while (rows.length < lines.length) rows.push(createRow(body));
      lines.forEach((line, i) => fillRow(/** @type {Shown} */ (rows[i]), line, state));
      const at = lines.findIndex((line) => line.key === state.row);
      opened.show(rows[at] ?? null, lines[at] ?? null, state);
      roving.settle();
    },
  };
}

/** @param {HTMLElement[]} heads @param {HTMLElement} axis @param {[string, string]} titles */
function fillHeads([stage, ...places], axis, [title, axisTitle]) {
  if (stage) setText(stage, title);
  setText(axis, `${axisTitle} `);
  places.forEach((node, i) => {
    if (!node.firstChild) fill(node, i === 0 ? axis : el('span', { class: 'spoken' }), String(i));
    node.title = `${axisTitle} ${i}`;
  });
}

/** @param {HTMLElement} body @returns {Shown} */
function createRow(body) {
  const name = el('button', { type: 'button', class: 'row-name', tabindex: -1 });
  const cells = Array.from({ length: PREVIEW }, (_, i) => el('button', { type: 'button', class: 'number', tabindex: -1, 'data-place': i }));
  const row = el('tr', { class: 'row' }, el('th', { scope: 'row' }, name), ...cells.map((cell) => el('td', {}, cell)));
  body.append(row);
  return { row, name, cells, line: null };
}

/** @param {Shown} shown @param {Line} line @param {State} state */
function fillRow(shown, line, state) {
  const { table } = wordsOf(state).detail;
  const { name, cells, row } = shown;
  const open = state.row === line.key;
  setText(name, line.label);
  name.title = line.code;
  name.setAttribute('aria-label', table.open(line.label, line.values.length));
  name.setAttribute('aria-expanded', String(open));
  row.dataset.tensor = line.key;
  row.classList.toggle('open', open);
  const current = currentPlace(line, state.number);
  cells.forEach((cell, i) => fillCell(cell, line, i, current === i, table.masked));
  shown.line = line;
}

/** @param {number} value @param {boolean} share */
function write(value, share) {
  return share ? probability(value, DECIMALS) : short(value, DECIMALS);
}

/** @param {HTMLButtonElement} cell @param {Line} line @param {number} i @param {boolean} current @param {string} masked */
function fillCell(cell, line, i, current, masked) {
  const value = line.values[i];
  setText(cell, value === undefined ? '' : value === null ? masked : write(value, line.share));
  cell.classList.toggle('absent', value === null);
  cell.disabled = value === undefined;
  if (current) cell.setAttribute('aria-current', 'true');
  else cell.removeAttribute('aria-current');
}

/** Reading follows focus and pointer; a click or Enter asks where the number comes from; the row's name opens it. @param {HTMLElement} body @param {Shown[]} rows @param {Act} act */
function follow(body, rows, act) {
  /** @param {Event} event */
  const find = (event) => rows.find(({ row }) => row.contains(/** @type {Node} */ (event.target)));

  /** @param {Event} event */
  const read = (event) => {
    const shown = find(event);
    const place = shown?.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target)) ?? -1;
    if (shown?.line && place >= 0) act.readNumber(valueRef(shown.line, place));
  };
  body.addEventListener('focusin', read);
  whenPointed(body, read);
  // Only the cell under the pointer needs its tooltip.
  body.addEventListener('pointerover', (event) => {
    const shown = find(event);
    const value = shown?.line?.values[shown.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target))];
    if (typeof value === 'number') /** @type {HTMLElement} */ (event.target).title = full(value);
  });
  body.addEventListener('click', (event) => {
    const shown = find(event);
    if (!shown?.line) return;
    if (event.target === shown.name) act.openRow(shown.name.getAttribute('aria-expanded') === 'true' ? null : shown.line.key);
    else if (event.target instanceof HTMLButtonElement && shown.cells.includes(event.target)) act.derive(valueRef(shown.line, shown.cells.indexOf(event.target)));
  });
}

/** All coordinates of the opened row, in full. @param {Act} act */
function createOpened(act) {
  const list = el('div', { class: 'coordinates', role: 'group' });
  const row = el('tr', { class: 'opened' }, el('td', { colspan: PREVIEW + 1 }, list));
  const buttons = () => /** @type {HTMLElement[]} */ ([...list.children]);
  const roving = rove(list, () => buttons().map((button) => [button]));
  /** @type {Line | null} */
  let shown = null;

  /** @param {Event} event */
  const read = (event) => {
    const place = buttons().findIndex((button) => button.contains(/** @type {Node} */ (event.target)));
    if (shown && place >= 0) act.readNumber(valueRef(shown, place));
  };
  list.addEventListener('focusin', read);
  whenPointed(list, read);
  list.addEventListener('click', (event) => {
    const place = buttons().findIndex((button) => button.contains(/** @type {Node} */ (event.target)));
    if (shown && place >= 0) act.derive(valueRef(shown, place));
  });

  return {
    /** @param {Shown | null} under @param {Line | null} line @param {State} state */
    show(under, line, state) {
      shown = line;
      if (!under || !line) return row.remove();
      if (under.row.nextSibling !== row) under.row.after(row);
      const { table } = wordsOf(state).detail;
      list.setAttribute('aria-label', `${line.code}: ${table.all(line.values.length)}`);
      while (list.children.length > line.values.length) list.lastElementChild?.remove();
      while (list.children.length < line.values.length) list.append(createCoordinate(list.children.length));
      const current = currentPlace(line, state.number);
      buttons().forEach((button, i) => fillCoordinate(button, line.values[i] ?? null, i === current, table.masked));
      roving.settle();
    },
  };
}

/** @param {number} place */
function createCoordinate(place) {
  const parts = [el('span', { class: 'place' }, place), el('span', { class: 'digits' })];
  return el('button', { type: 'button', class: 'coordinate', tabindex: -1 }, ...parts);
}

/** @param {HTMLElement} button @param {number | null} value @param {boolean} current @param {string} masked */
function fillCoordinate(button, value, current, masked) {
  setText(/** @type {Node} */ (button.lastChild), value === null ? masked : full(value));
  button.classList.toggle('absent', value === null);
  button.classList.toggle('negative', value !== null && value < 0);
  if (current) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
}
