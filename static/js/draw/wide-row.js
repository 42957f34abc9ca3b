/** A row of very many numbers as one picture: lines of cells, each coloured on the signed scale, with its number where there is room. */
import { signedStep } from './scale.js';

/**
 * @typedef {object} WideRow
 * @property {ArrayLike<number>} row
 * @property {number} most largest magnitude of the whole tensor: the scale's end
 * @property {number} perLine cells
 * @property {((value: number) => string) | null} write what a cell says; null where it has no room
 * @property {number} current the cell being read, −1 for none
 * @property {ReadonlySet<number>} fed cells that feed the number whose derivation is open
 *
 * @typedef {{width: number, height: number, count: number, perLine: number}} Grid CSS px, and cells
 */

/** CSS px between cells that say their number. */
const GAP = 1;

/** Where a cell lies. @param {Grid} grid @param {number} at */
export function placeOf({ width, height, count, perLine }, at) {
  const [across, down] = [width / perLine, height / Math.ceil(count / perLine)];
  return { left: (at % perLine) * across, top: Math.floor(at / perLine) * down, width: across, height: down };
}

/** Which cell lies there. @param {Grid} grid @param {number} x @param {number} y @returns {number} −1 where there is none */
export function cellAt({ width, height, count, perLine }, x, y) {
  const column = Math.floor((x * perLine) / width);
  const at = Math.floor((y * Math.ceil(count / perLine)) / height) * perLine + column;
  return column >= 0 && column < perLine && at >= 0 && at < count ? at : -1;
}

/**
 * @param {CanvasRenderingContext2D} pen with the font that numbers are to have
 * @param {WideRow} picture @param {number} width @param {number} height CSS px
 * @param {import('./palette.js').Palette} palette
 */
export function paintWideRow(pen, { row, most, perLine, write, current, fed }, width, height, { signed, colour }) {
  const grid = { width, height, count: row.length, perLine };
  const gap = write ? GAP : 0;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (let at = 0; at < row.length; at += 1) {
    const { left, top, width: across, height: down } = placeOf(grid, at);
    const value = row[at] ?? NaN;
    const step = signedStep(value, most);
    pen.fillStyle = signed.css[step] ?? '';
    pen.fillRect(left, top, across - gap, down - gap);
    const ink = signed.ink[step] ?? '';
    if (fed.has(at)) frame(pen, left, top, across - gap, down - gap, 1, ink);
    if (!write) continue;
    pen.fillStyle = ink;
    pen.fillText(write(value), left + (across - gap) / 2, top + down / 2);
  }
  if (current < 0 || current >= row.length) return;
  const { left, top, width: across, height: down } = placeOf(grid, current);
  frame(pen, left - 2, top - 2, across + 4 - gap, down + 4 - gap, 2, colour.mark);
  frame(pen, left, top, across - gap, down - gap, 2, colour.ink);
}

/** Within the box. @param {CanvasRenderingContext2D} pen @param {number} left @param {number} top @param {number} width @param {number} height @param {number} thick @param {string} colour */
function frame(pen, left, top, width, height, thick, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = thick;
  pen.strokeRect(left + thick / 2, top + thick / 2, width - thick, height - thick);
}
