/**
 * A parameter table on its side: one column of pixels per row of the table,
 * one line per coordinate. The row that is used is framed and named beneath;
 * ticks mark every row that the record uses.
 *
 * One tab stop: arrows move a cell at a time, and the cell, or that under the
 * pointer, is the number being read; a click or Enter asks where it comes from.
 */
import { el } from '../dom.js';
import { createSurface } from '../draw/canvas.js';
import { palette } from '../draw/palette.js';
import { scaleEnd, signedStep } from '../draw/scale.js';
import { whenPointed } from './pointed.js';

/**
 * @typedef {import('../types.js').Matrix} Matrix
 * @typedef {import('../types.js').NumberRef} NumberRef
 *
 * @typedef {object} Picture
 * @property {Matrix} table [rows, C]
 * @property {boolean} isGradient whether its numbers are the gradients of the parameter's
 * @property {number} selected row
 * @property {readonly number[]} used rows
 * @property {NumberRef | null} number the number being read
 * @property {string} label for those who do not see it
 */

const LINE_PX = 8;
const FOOT_PX = 20;
const TICK_PX = 4;

/**
 * @param {string} name of the parameter
 * @param {import('../types.js').Act} act
 * @param {'voc' | 'src'} axis whether its rows are vocabulary IDs or positions
 */
export function createTablePicture(name, act, axis) {
  const canvas = el('canvas', { class: 'table-picture', tabindex: 0, role: 'img', 'data-table': name });
  const tile = createTile();
  /** @type {Picture | null} */
  let shown = null;
  const ownName = () => (shown?.isGradient ? `∂${name}` : name);
  const surface = createSurface(canvas, (pen, width) => shown && paint(pen, width, shown, tile, axis, cellRead(shown.number, ownName())));

  /** @param {MouseEvent} event @param {(ref: NumberRef) => void} use */
  const at = ({ offsetX, offsetY }, use) => {
    const cell = shown && cellAt(shown.table, offsetX / canvas.clientWidth, offsetY);
    if (cell) use({ name: ownName(), index: cell });
  };
  canvas.addEventListener('click', (event) => at(event, act.derive));
  whenPointed(canvas, (event) => at(event, act.readNumber));
  canvas.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const current = shown && cellRead(shown.number, ownName());
    if (current && event.key === 'Enter') {
      event.preventDefault(); // or it would press what the focus goes to
      return act.derive({ name: ownName(), index: current });
    }
    if (!shown || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act.readNumber({ name: ownName(), index: moved(shown.table, cellRead(shown.number, ownName()), step, shown.selected) });
  });

  return {
    element: canvas,
    /** @param {Picture} picture */
    update(picture) {
      shown = picture;
      if (canvas.getAttribute('aria-label') !== picture.label) canvas.setAttribute('aria-label', picture.label);
      surface.setHeight((picture.table[0]?.length ?? 0) * LINE_PX + FOOT_PX);
      surface.repaint();
    },
  };
}

/** @param {NumberRef | null} number @param {string} name @returns {number[] | null} [row, coordinate] */
function cellRead(number, name) {
  return number?.name === name ? number.index : null;
}

/** @param {Matrix} table @param {number} share of the width @param {number} y px @returns {number[] | null} */
function cellAt(table, share, y) {
  const row = Math.floor(share * table.length);
  const coordinate = Math.floor(y / LINE_PX);
  return table[row]?.[coordinate] === undefined ? null : [row, coordinate];
}

/**
 * The first key press reads the framed row's first coordinate; later ones move.
 * @param {Matrix} table @param {number[] | null} from @param {number[]} step @param {number} selected
 */
function moved(table, from, [along = 0, down = 0], selected) {
  if (!from) return [selected, 0];
  const [row = 0, coordinate = 0] = from;
  const width = table[0]?.length ?? 1;
  return [Math.max(0, Math.min(table.length - 1, row + along)), Math.max(0, Math.min(width - 1, coordinate + down))];
}

/**
 * @param {CanvasRenderingContext2D} pen @param {number} width @param {Picture} picture
 * @param {ReturnType<typeof createTile>} tile @param {'voc' | 'src'} axis @param {number[] | null} cell
 */
function paint(pen, width, { table, selected, used }, tile, axis, cell) {
  const { colour } = palette();
  const column = width / table.length;
  const height = (table[0]?.length ?? 0) * LINE_PX;
  pen.imageSmoothingEnabled = false;
  pen.drawImage(tile.of(table), 0, 0, width, height);
  pen.fillStyle = colour[axis];
  for (const row of new Set(used)) pen.fillRect((row + 0.5) * column - 1, height + 2, 2, TICK_PX);
  frame(pen, selected * column, 0, column, height, colour);
  if (cell) frame(pen, (cell[0] ?? 0) * column, (cell[1] ?? 0) * LINE_PX, column, LINE_PX, colour);
  writeRow(pen, width, (selected + 0.5) * column, height, String(selected), colour.ink);
}

/**
 * A frame outside of what it frames, set off by paper.
 * @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} width
 * @param {number} height @param {import('../draw/palette.js').Palette['colour']} colour
 */
function frame(pen, x, y, width, height, colour) {
  pen.lineWidth = 3;
  pen.strokeStyle = colour.paper;
  pen.strokeRect(x - 1.5, y + 1, width + 3, height - 2);
  pen.lineWidth = 1.5;
  pen.strokeStyle = colour.ink;
  pen.strokeRect(x - 1.5, y + 1, width + 3, height - 2);
}

/**
 * @param {CanvasRenderingContext2D} pen @param {number} width @param {number} x
 * @param {number} height @param {string} text @param {string} ink
 */
function writeRow(pen, width, x, height, text, ink) {
  const half = pen.measureText(text).width / 2;
  pen.fillStyle = ink;
  pen.textAlign = 'center';
  pen.textBaseline = 'bottom';
  pen.fillText(text, Math.max(half, Math.min(width - half, x)), height + FOOT_PX);
}

/** The table as an image, one pixel a number; made anew for another table or theme. */
function createTile() {
  const canvas = document.createElement('canvas');
  /** @type {unknown[]} */
  let made = [];
  return {
    /** @param {Matrix} table */
    of(table) {
      const colours = palette();
      if (made[0] === table && made[1] === colours) return canvas;
      made = [table, colours];
      canvas.width = table.length;
      canvas.height = table[0]?.length ?? 0;
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const image = new ImageData(canvas.width, canvas.height);
      const pixels = new Uint32Array(image.data.buffer);
      const most = scaleEnd(table);
      table.forEach((row, x) => {
        row.forEach((value, y) => (pixels[y * canvas.width + x] = colours.signed.pixels[signedStep(value, most)] ?? 0));
      });
      pen.putImageData(image, 0, 0);
      return canvas;
    },
  };
}
