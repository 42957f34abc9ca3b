/**
 * The loom's columns that are not tensors of coordinates: integers as text,
 * validity as dots, losses as bars, ticks at the targets, and the padding row.
 */
import { READABLE } from './rows.js';

/**
 * @typedef {import('./rows.js').Rows} Rows
 * @typedef {import('./atlas.js').Span} Span
 *
 * @typedef {object} Brush what every painter needs
 * @property {CanvasRenderingContext2D} pen
 * @property {Rows} rows
 * @property {number} padTop where the padding row begins
 * @property {number} padHeight 0 without padding
 * @property {import('./palette.js').Palette} palette
 * @property {number} width of the whole loom
 * @property {number} ratio device px per CSS px
 * @property {string} family font family
 * @property {number} rem CSS px
 * @property {CanvasPattern} dots
 */

/** Share of a rem: interface text at its smallest. */
const SMALL = 0.6875;
const LARGE = 0.78;

/**
 * One integer per row, and what stands in the padding row.
 * @param {Brush} brush @param {Span} span @param {readonly (number | string)[]} values @param {string} padding @param {string} colour
 */
export function paintIntegers(brush, span, values, padding, colour) {
  const { pen, rows, palette } = brush;
  const middle = span.left + span.width / 2;
  pen.textAlign = 'center';
  pen.fillStyle = colour;
  font(brush, false);
  for (let position = 0; position < rows.count; position++) {
    if (position === rows.selected) continue;
    if (rows.pitch >= READABLE) pen.fillText(String(values[position]).replace('-', '\u2212'), middle, rows.middle(position) + 0.5);
    else pen.fillRect(middle - 7, Math.floor(rows.middle(position)), 14, 1);
  }
  font(brush, true);
  pen.fillText(String(values[rows.selected]).replace('-', '\u2212'), middle, rows.middle(rows.selected) + 0.5);
  if (!brush.padHeight) return;
  pen.font = `${Math.min(SMALL * brush.rem, brush.padHeight)}px ${brush.family}`;
  pen.fillStyle = palette.colour.ink3;
  pen.fillText(padding, middle, brush.padTop + brush.padHeight / 2);
}

/**
 * A dot where a slot holds a token, a ring where it is padding.
 * @param {Brush} brush @param {Span} span
 */
export function paintValidity({ pen, rows, padTop, padHeight, palette }, span) {
  const middle = span.left + span.width / 2;
  pen.fillStyle = palette.colour.ink;
  pen.beginPath();
  for (let position = 0; position < rows.count; position++) {
    dot(pen, middle, rows.middle(position), Math.min(2.4, rows.pitch / 3));
  }
  pen.fill();
  if (!padHeight) return;
  pen.strokeStyle = palette.colour.ink3;
  pen.lineWidth = 1;
  pen.beginPath();
  dot(pen, middle, padTop + padHeight / 2, 2.2);
  pen.stroke();
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} radius */
function dot(pen, x, y, radius) {
  pen.moveTo(x + radius, y);
  pen.arc(x, y, radius, 0, 2 * Math.PI);
}

/**
 * Losses from 0, their values at the right edge, and a line at the batch's mean.
 * @param {Brush} brush @param {Span} span @param {readonly (number | null)[]} losses nats
 * @param {number} mean nats @param {number} uniform ln V, what knowing nothing costs: it sets the scale
 */
export function paintLosses(brush, span, losses, mean, uniform) {
  const { pen, rows, palette, rem } = brush;
  const width = Math.max(4, span.width - 2.3 * rem);
  const scale = width / Math.max(1.09 * uniform, 1.05 * Math.max(...losses.map(Number)));
  const thin = rows.pitch > 6 ? 2 : 1;
  for (let position = 0; position < rows.count; position++) {
    pen.fillStyle = position === rows.selected ? palette.colour.voc : palette.colour['voc-soft'];
    const length = (losses[position] ?? 0) * scale;
    pen.fillRect(span.left, rows.top(position) + thin / 2, length, rows.height(position) - thin);
  }
  pen.fillStyle = palette.colour.ink;
  if (Number.isFinite(mean)) pen.fillRect(span.left + mean * scale - 0.5, 0, 1, rows.total);
  pen.textAlign = 'right';
  for (let position = 0; position < rows.count; position++) {
    const selected = position === rows.selected;
    if (!selected && rows.pitch < READABLE) continue;
    font(brush, selected);
    pen.fillText(lossText(losses[position]), span.left + span.width, rows.middle(position) + 0.5);
  }
  paintPadding(brush, { left: span.left, width });
}

/** Never 0 for what is not. @param {number | null | undefined} loss */
export function lossText(loss) {
  if (loss == null) return '\u2013';
  return loss && loss < 5e-4 ? loss.toExponential(1).replace('-', '\u2212') : loss.toFixed(3);
}

/**
 * A tick at each position's target among its candidates, set off from the numbers beside it.
 * @param {Brush} brush @param {Span} span @param {readonly number[]} targets @param {number} vocabulary
 */
export function paintTargets({ pen, rows, palette }, span, targets, vocabulary) {
  for (const [colour, width] of /** @type {const} */ ([[palette.colour.paper, 5], [palette.colour.voc, 2.5]])) {
    pen.fillStyle = colour;
    for (let position = 0; position < rows.count; position++) {
      if (/** @type {number} */ (targets[position]) < 0) continue;
      const place = span.left + ((/** @type {number} */ (targets[position]) + 0.5) * span.width) / vocabulary;
      pen.fillRect(place - width / 2, rows.top(position), width, rows.height(position) - 0.5);
    }
  }
}

/**
 * All padding slots, folded to one dotted row.
 * @param {Brush} brush @param {Span} span
 */
export function paintPadding({ pen, padTop, padHeight, dots }, span) {
  if (!padHeight) return;
  pen.fillStyle = dots;
  pen.fillRect(span.left, padTop, span.width, padHeight - 1);
}

/** @param {Brush} brush @param {boolean} selected */
function font({ pen, rows, rem, family }, selected) {
  const size = selected ? LARGE * rem : Math.min(SMALL * rem, rows.pitch + 1);
  pen.font = `${selected ? 600 : 400} ${size}px ${family}`;
}
