/**
 * One head's map: queries down, keys across. A cell is a weight on the fixed
 * scale from 0 to 1, or a score on the signed one; a masked cell is hatched and
 * a padding key dotted, so that neither reads as a zero.
 */
import { absence, fillMasked } from './hatch.js';
import { signedStep, weightStep } from './scale.js';

/**
 * @typedef {import('./palette.js').Palette} Palette
 *
 * @typedef {object} MapPicture
 * @property {readonly (readonly (number | null)[])[]} values [T, T]
 * @property {readonly (readonly boolean[])[]} visible [T, T]
 * @property {number | null} most largest magnitude for signed values; null for weights
 * @property {number} query selected
 * @property {number | null} key ringed; null in heads that are not current
 * @property {boolean} padded whether padding keys exist
 * @property {boolean} causal whether the mask is on
 * @property {readonly {query: number, key: number}[]} [fed] cells that feed the number whose derivation is open
 */

/** CSS px: padding keys, and what sets them off. */
const PAD = 8;
const PAD_GAP = 3;
/** CSS px around the cells, for the frames that stand out from them. */
export const INSET = 3;
/** Below this, cells touch. */
const SPACED = 6;

/**
 * @param {number} width CSS px @param {number} count positions @param {number} largest CSS px
 * @param {number} ratio device px per CSS px, so that all cells have one size
 */
export function cellSize(width, count, largest, ratio) {
  const room = (width - PAD - PAD_GAP - 2 * INSET) / Math.max(1, count);
  return Math.max(1 / ratio, Math.floor(Math.min(largest, room) * ratio) / ratio);
}

/** @param {number} cell @param {number} count @param {boolean} padded */
export function mapSize(cell, count, padded) {
  return 2 * INSET + cell * count + (padded ? PAD + PAD_GAP : 0);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import('./atlas.js').Atlas} atlas
 * @param {MapPicture} picture
 * @param {number} cell CSS px
 * @param {Palette} palette @param {number} ratio
 */
export function paintMap(pen, atlas, picture, cell, palette, ratio) {
  const count = picture.values.length;
  const side = cell * count;
  pen.translate(INSET, INSET);
  paintCells(pen, atlas, picture, cell, palette);
  if (cell >= SPACED) paintGaps(pen, count, cell, ratio);
  pen.fillStyle = absence(pen, 'hatch', palette.colour.hatch, ratio);
  fillMasked(pen, picture.visible, (key) => key * cell, (query) => ({ top: query * cell, height: cell }));
  if (picture.padded) paintPaddingKeys(pen, side, palette, ratio);
  if (!picture.causal) paintStaircase(pen, count, cell, palette.colour.alert);
  frameFed(pen, picture, cell, palette);
  frameQuery(pen, picture, cell, palette);
}

/**
 * @param {CanvasRenderingContext2D} pen @param {import('./atlas.js').Atlas} atlas
 * @param {MapPicture} picture @param {number} cell @param {Palette} palette
 */
function paintCells(pen, atlas, { values, visible, most }, cell, palette) {
  const count = values.length;
  const { pixels } = most === null ? palette.weight : palette.signed;
  /** @param {number} value */
  const step = (value) => (most === null ? weightStep(value) : signedStep(value, most));
  atlas.begin(count, count);
  const place = atlas.masked(values, visible, (value) => /** @type {number} */ (pixels[step(value)]));
  atlas.commit();
  const rows = { selected: count, count, top: (/** @type {number} */ at) => at * cell, height: () => cell };
  atlas.stretch(pen, place, count, { left: 0, width: cell * count }, rows);
}

/** @param {CanvasRenderingContext2D} pen @param {number} count @param {number} cell @param {number} ratio */
function paintGaps(pen, count, cell, ratio) {
  const hair = 1 / ratio;
  for (let i = 1; i <= count; i++) {
    pen.clearRect(i * cell - hair, 0, hair, count * cell);
    pen.clearRect(0, i * cell - hair, count * cell, hair);
  }
}

/** @param {CanvasRenderingContext2D} pen @param {number} side @param {Palette} palette @param {number} ratio */
function paintPaddingKeys(pen, side, palette, ratio) {
  pen.fillStyle = absence(pen, 'dots', palette.colour.dots, ratio);
  pen.fillRect(side + PAD_GAP, 0, PAD, side);
  pen.fillRect(0, side + PAD_GAP, side, PAD);
}

/** Where the mask ran before it was taken off. @param {CanvasRenderingContext2D} pen @param {number} count @param {number} cell @param {string} colour */
function paintStaircase(pen, count, cell, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.setLineDash([4, 2]);
  pen.beginPath();
  pen.moveTo(cell, 0);
  for (let at = 1; at <= count; at++) {
    pen.lineTo(at * cell, at * cell);
    if (at < count) pen.lineTo((at + 1) * cell, at * cell);
  }
  pen.stroke();
  pen.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} pen @param {MapPicture} picture @param {number} cell @param {Palette} palette */
function frameFed(pen, { fed = [] }, cell, palette) {
  pen.lineWidth = 1;
  pen.strokeStyle = palette.colour.ink;
  for (const { query, key } of fed) pen.strokeRect(key * cell + 1, query * cell + 1, cell - 3, cell - 3);
}

/** @param {CanvasRenderingContext2D} pen @param {MapPicture} picture @param {number} cell @param {Palette} palette */
function frameQuery(pen, { visible, query, key }, cell, palette) {
  const seen = visible[query]?.lastIndexOf(true) ?? -1;
  pen.lineWidth = 1.75;
  pen.strokeStyle = palette.colour.ink;
  pen.strokeRect(-0.5, query * cell - 0.5, (seen + 1) * cell, cell);
  if (key === null) return;
  pen.strokeStyle = palette.colour.mark;
  pen.lineWidth = 4.5;
  pen.strokeRect(key * cell - 0.5, query * cell - 0.5, cell, cell);
  pen.strokeStyle = palette.colour.ink;
  pen.lineWidth = 1.75;
  pen.strokeRect(key * cell - 0.5, query * cell - 0.5, cell, cell);
}
