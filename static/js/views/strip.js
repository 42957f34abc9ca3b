/**
 * One row of a tensor as a strip of numbers: every cell coloured on the signed
 * scale and readable at full precision.
 *
 * One tab stop: arrows, Home and End move inside, and the focused cell, or that
 * under the pointer, is the number being read; a click or Enter asks where it comes from. Cells are made once and only rewritten where they differ.
 * Very many of them are one picture.
 */
import { el, setText } from '../dom.js';
import { palette } from '../draw/palette.js';
import { signedStep } from '../draw/scale.js';
import { full, short } from '../format/numbers.js';
import { whenPointed } from './pointed.js';
import { rove } from './roving.js';
import { cellsPerLine, MOST_BUTTONS, WORDED } from './strip-lines.js';
import { createStripPicture } from './strip-picture.js';

/**
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {object} Strip
 * @property {HTMLElement} element
 * @property {(row: readonly number[], ref: NumberRef, most: number, number?: NumberRef | null, fed?: ReadonlySet<number>) => void} update
 *   `ref.index` is the row's place: a cell's own index is it and the cell's
 *   coordinate. `most` is the largest magnitude of the whole tensor (the
 *   scale's end). `number` is the state's number being read, to frame its cell;
 *   `fed` are the cells that feed the number whose derivation is open.
 * @property {(label: string) => void} setLabel
 */

/** @type {ReadonlySet<number>} */
const NONE = new Set();

/**
 * @param {Act} act
 * @param {object} options
 * @param {string} options.name class suffix and test handle: `strip-<name>`
 * @param {string} [options.label] shown before the cells; set it with the language
 * @param {number} [options.decimals]
 * @param {number} [options.columns] cells per line; as many as suit the row where it is left out
 * @returns {Strip}
 */
export function createStrip(act, { name, label = '', decimals = 4, columns }) {
  const heading = el('span', { class: 'strip-label' }, label);
  const cells = el('div', { class: 'strip-cells', role: 'group', 'aria-label': label });
  const range = el('span', { class: 'strip-range' });
  const element = el('div', { class: 'strip', 'data-strip': name }, heading, cells, range);
  let perLine = 0;
  /** @type {ReturnType<typeof createStripPicture> | null} comes with the first row of very many */
  let picture = null;

  const shown = {
    row: /** @type {readonly number[]} */ ([]),
    ref: /** @type {NumberRef} */ ({ name, index: [] }),
    most: -1,
    colours: /** @type {import('../draw/palette.js').Palette | null} */ (null),
    current: -1,
    fed: NONE,
  };

  /** @param {number} at */
  const refOf = (at) => ({ ...shown.ref, index: [...shown.ref.index, at] });
  listen(cells, shown, act, refOf);
  const tabStop = rove(cells, () => linesOf(cells, perLine));

  /** @param {number} count */
  function setCells(count) {
    if (!setCount(cells, count)) return;
    perLine = columns ?? cellsPerLine(count);
    cells.style.setProperty('--columns', String(perLine));
    tabStop.settle();
  }

  /** @type {Strip['update']} */
  function write(row, ref, most, number = null, fed = NONE) {
    const line = columns ?? cellsPerLine(row.length);
    const isPicture = row.length > MOST_BUTTONS || line > WORDED;
    lie(isPicture);
    if (isPicture && picture) {
      Object.assign(shown, { row, ref, most });
      setText(range, rangeOf(most));
      return picture.show({ row, most, perLine: line, current: currentCell(ref, number, row.length), fed });
    }
    const colours = palette();
    if (row !== shown.row || most !== shown.most || colours !== shown.colours) {
      setCells(row.length);
      paintCells(cells, row, most, colours, decimals);
      setText(range, rangeOf(most));
    }
    Object.assign(shown, { row, ref, most, colours });
    frame(cells, shown, currentCell(ref, number, row.length));
    markFed(cells, shown, fed);
  }

  /** @param {boolean} isPicture what stands between the label and the range */
  function lie(isPicture) {
    if (isPicture) picture ??= createStripPicture({ read: (at) => act.readNumber(refOf(at)), derive: (at) => act.derive(refOf(at)), decimals });
    const [wanted, other] = isPicture ? [picture?.element, cells] : [cells, picture?.element];
    if (!wanted || wanted.parentNode) return;
    other?.replaceWith(wanted);
    shown.colours = null;
    picture?.setLabel(heading.textContent);
  }

  return {
    element,
    setLabel(text) {
      setText(heading, text);
      cells.setAttribute('aria-label', text);
      picture?.setLabel(text);
    },
    update: write,
  };
}

/** @param {number} most */
function rangeOf(most) {
  return `±${short(most, most < 0.1 ? 4 : 2)}`;
}

/** @param {HTMLElement} cells @param {number} count @returns {boolean} whether it differed */
function setCount(cells, count) {
  if (cells.children.length === count) return false;
  while (cells.children.length > count) cells.lastElementChild?.remove();
  while (cells.children.length < count) cells.append(el('button', { type: 'button', class: 'strip-cell', tabindex: -1 }));
  return true;
}

/**
 * @param {HTMLElement} cells @param {readonly number[]} row @param {number} most
 * @param {import('../draw/palette.js').Palette} colours @param {number} decimals
 */
function paintCells(cells, row, most, colours, decimals) {
  const { css, ink } = colours.signed;
  for (let i = 0; i < row.length; i++) {
    const cell = /** @type {HTMLElement} */ (cells.children[i]);
    const value = /** @type {number} */ (row[i]);
    const step = signedStep(value, most);
    setText(cell, short(value, decimals));
    cell.style.backgroundColor = css[step] ?? '';
    cell.style.color = ink[step] ?? '';
  }
}

/** @param {NumberRef} ref @param {NumberRef | null} number @param {number} count @returns {number} -1 when another number is read */
function currentCell(ref, number, count) {
  if (!number || number.name !== ref.name || number.block !== ref.block) return -1;
  if (number.index.length !== ref.index.length + 1) return -1;
  if (ref.index.some((place, axis) => place !== number.index[axis])) return -1;
  const at = number.index.at(-1) ?? -1;
  return at < count ? at : -1;
}

/** @param {HTMLElement} cells @param {{current: number}} shown @param {number} at */
function frame(cells, shown, at) {
  if (at === shown.current) return;
  cells.children[shown.current]?.classList.remove('current');
  cells.children[at]?.classList.add('current');
  shown.current = at;
}

/** @param {HTMLElement} cells @param {{fed: ReadonlySet<number>}} shown @param {ReadonlySet<number>} fed */
function markFed(cells, shown, fed) {
  if (fed === shown.fed) return;
  for (const at of shown.fed) cells.children[at]?.classList.remove('fed');
  for (const at of fed) cells.children[at]?.classList.add('fed');
  shown.fed = fed;
}

/**
 * @param {HTMLElement} cells
 * @param {{row: readonly number[]}} shown
 * @param {Act} act
 * @param {(at: number) => NumberRef} refOf
 */
function listen(cells, shown, act, refOf) {
  /** @param {Event} event */
  const place = ({ target }) => Array.prototype.indexOf.call(cells.children, target);
  /** @param {Event} event */
  const read = (event) => {
    const at = place(event);
    if (at >= 0) act.readNumber(refOf(at));
  };
  cells.addEventListener('focusin', read);
  whenPointed(cells, read);
  cells.addEventListener('click', (event) => {
    const at = place(event);
    if (at >= 0) act.derive(refOf(at));
  });
  // Only the cell under the pointer needs its tooltip.
  cells.addEventListener('pointerover', (event) => {
    const value = shown.row[place(event)];
    if (value !== undefined) /** @type {HTMLElement} */ (event.target).title = full(value);
  });
}

/** @param {HTMLElement} cells @param {number} columns @returns {HTMLElement[][]} cells by line */
function linesOf(cells, columns) {
  const all = /** @type {HTMLElement[]} */ ([...cells.children]);
  return Array.from({ length: Math.ceil(all.length / columns) }, (_, i) => all.slice(i * columns, (i + 1) * columns));
}
