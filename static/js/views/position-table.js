/**
 * Table 20.4 for the selected position: every representation it passes
 * through, three coordinates at six decimals; a row opens to all of them in
 * full. Beneath it, what Table 20.5 adds: each head's scores and weights.
 */
import { el, fill, setText } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { inBlock, rowOf, tensorOf, TABLE_ROWS } from '../math/rows.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').NumberRef} NumberRef
 *
 * @typedef {object} Line what one row of the table shows
 * @property {string} key tensor, and the head where it has one
 * @property {string} label
 * @property {string} code
 * @property {readonly (number | null)[]} values null where masked
 * @property {NumberRef} ref of the row; a value's own index adds its place
 * @property {boolean} share whether values are weights
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
const HEAD_TENSORS = ['scores', 'weights'];

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
      const text = words(state.lang).detail.table;
      table.update(state, [text.stage, text.coordinates], representations(state, record));
      between.update(state, [text.between, text.keys], attention(state, record));
    },
  };
}

/** @param {State} state @param {import('../types.js').TracedRecord} record @returns {Line[]} */
function representations(state, record) {
  const { tensors } = words(state.lang).detail;
  return TABLE_ROWS.map((name) => ({
    key: name,
    label: labelOf(tensors, name),
    code: name,
    values: rowOf(record.tensors, name, state.block, state.pos),
    ref: { name, ...(inBlock(name) && { block: state.block }), index: [state.pos] },
    share: false,
  }));
}

/** @param {State} state @param {import('../types.js').TracedRecord} record @returns {Line[]} */
function attention(state, record) {
  const { tensors, table } = words(state.lang).detail;
  const visible = record.tensors.blocks[state.block]?.visible[0]?.[state.pos] ?? [];
  return HEAD_TENSORS.flatMap((name) => {
    const heads = /** @type {(number | null)[][][]} */ (tensorOf(record.tensors, name, state.block) ?? []);
    return heads.map((rows, head) => ({
      key: `${name}.${head}`,
      label: table.head(labelOf(tensors, name), head),
      code: `${name}[${head}]`,
      values: (rows[state.pos] ?? []).map((value, key) => (visible[key] ? value : null)),
      ref: { name, block: state.block, index: [head, state.pos] },
      share: name === 'weights',
    }));
  });
}

/** @param {Record<string, {label: string}>} tensors @param {string} name */
function labelOf(tensors, name) {
  return tensors[name]?.label ?? name;
}

/** @param {Act} act @param {boolean} first whether it is the chapter's own table */
function createSection(act, first) {
  const heads = Array.from({ length: PREVIEW + 1 }, (_, i) => el('th', { scope: 'col', class: i ? 'place' : 'stage' }));
  const axis = el('span', { class: 'spoken' });
  const body = el('tbody');
  const element = el('table', { class: `position-table ${first ? 'representations' : 'between'}` }, el('thead', {}, el('tr', {}, ...heads)), body);
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
  const { table } = words(state.lang).detail;
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

/** @param {HTMLButtonElement} cell @param {Line} line @param {number} i @param {boolean} current @param {string} masked */
function fillCell(cell, line, i, current, masked) {
  const value = line.values[i];
  const text = value === undefined ? '' : value === null ? masked : line.share ? probability(value, DECIMALS) : short(value, DECIMALS);
  setText(cell, text);
  cell.classList.toggle('absent', value === null);
  cell.disabled = value === undefined;
  if (current) cell.setAttribute('aria-current', 'true');
  else cell.removeAttribute('aria-current');
}

/** @param {Line} line @param {NumberRef | null} number @returns {number} -1 when another number is read */
function currentPlace(line, number) {
  if (!number || number.name !== line.ref.name || number.block !== line.ref.block) return -1;
  if (number.index.length !== line.ref.index.length + 1) return -1;
  return line.ref.index.every((place, i) => place === number.index[i]) ? (number.index.at(-1) ?? -1) : -1;
}

/** @param {Line} line @param {number} place @returns {NumberRef} */
function valueRef(line, place) {
  return { ...line.ref, index: [...line.ref.index, place] };
}

/** Reading follows focus and clicks; the row's name opens it. @param {HTMLElement} body @param {Shown[]} rows @param {Act} act */
function follow(body, rows, act) {
  /** @param {Event} event */
  const find = (event) => rows.find(({ row }) => row.contains(/** @type {Node} */ (event.target)));

  body.addEventListener('focusin', (event) => {
    const shown = find(event);
    const place = shown?.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target)) ?? -1;
    if (shown?.line && place >= 0) act.readNumber(valueRef(shown.line, place));
  });
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
    // Safari does not focus a button that is clicked.
    else if (event.target instanceof HTMLButtonElement) event.target.focus();
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

  list.addEventListener('focusin', (event) => {
    const place = buttons().indexOf(/** @type {HTMLElement} */ (event.target));
    if (shown && place >= 0) act.readNumber(valueRef(shown, place));
  });
  list.addEventListener('click', (event) => {
    /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest('button'))?.focus();
  });

  return {
    /** @param {Shown | null} under @param {Line | null} line @param {State} state */
    show(under, line, state) {
      shown = line;
      if (!under || !line) return row.remove();
      if (under.row.nextSibling !== row) under.row.after(row);
      const { table } = words(state.lang).detail;
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
  return el('button', { type: 'button', class: 'coordinate', tabindex: -1 }, el('span', { class: 'place' }, place), el('span', { class: 'digits' }));
}

/** @param {HTMLElement} button @param {number | null} value @param {boolean} current @param {string} masked */
function fillCoordinate(button, value, current, masked) {
  setText(/** @type {Node} */ (button.lastChild), value === null ? masked : full(value));
  button.classList.toggle('absent', value === null);
  button.classList.toggle('negative', value !== null && value < 0);
  if (current) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
}
