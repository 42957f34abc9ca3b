/** Differences of losses as bars to both sides of zero, and what a broken model leaves without a number. */
import { absence } from './hatch.js';
import { paintPadding } from './miniature.js';
import { READABLE } from './rows.js';

/** @typedef {import('./miniature.js').Brush} Brush */
/** @typedef {import('./atlas.js').Span} Span */

/** Share of a rem. */
const SMALL = 0.6875;
const LARGE = 0.78;
/** Rem that the values take at the right edge. */
const VALUES = 3.25;

/**
 * Less than before to the left, more to the right, on a scale of their own.
 * @param {Brush} brush @param {Span} span @param {readonly (number | null)[]} differences nats; null or NaN where there is none
 * @param {(difference: number | null) => string} textOf
 */
export function paintDifferences(brush, span, differences, textOf) {
  const { pen, rows, palette, rem } = brush;
  const width = Math.max(8, span.width - VALUES * rem);
  const zero = span.left + width / 2;
  const most = differences.reduce((/** @type {number} */ high, one) => Math.max(high, Math.abs(one ?? 0) || 0), 0);
  const thin = rows.pitch > 6 ? 2 : 1;
  for (let position = 0; position < rows.count; position++) {
    const difference = differences[position] || 0;
    const length = most > 0 ? ((Math.abs(difference) / most) * width) / 2 : 0;
    pen.fillStyle = difference < 0 ? palette.colour.neg : palette.colour.pos;
    pen.fillRect(difference < 0 ? zero - length : zero, rows.top(position) + thin / 2, length, rows.height(position) - thin);
  }
  pen.fillStyle = palette.colour.ink;
  pen.fillRect(zero - 0.5, 0, 1, rows.total);
  writeValues(brush, span, differences.map(textOf));
  paintPadding(brush, { left: span.left, width });
}

/** @param {Brush} brush @param {Span} span @param {string[]} texts */
function writeValues({ pen, rows, rem, family, palette }, span, texts) {
  pen.textAlign = 'right';
  pen.fillStyle = palette.colour.ink;
  texts.forEach((text, position) => {
    const selected = position === rows.selected;
    if (!selected && rows.height(position) < READABLE) return;
    pen.font = `${selected ? 600 : 400} ${selected ? LARGE * rem : Math.min(SMALL * rem, rows.pitch + 1)}px ${family}`;
    pen.fillText(text, span.left + span.width, rows.middle(position) + 0.5);
  });
}

/**
 * Hatch every stretch of a row that is no number.
 * @param {Brush} brush @param {Span} span @param {readonly (readonly number[])[]} matrix
 */
export function hatchNaN({ pen, rows, palette, ratio }, span, matrix) {
  pen.fillStyle = absence(pen, 'hatch', palette.colour.alert, ratio);
  matrix.forEach((row, position) => {
    const cell = span.width / row.length;
    for (let first = 0; first < row.length; first++) {
      if (!Number.isNaN(row[first])) continue;
      let end = first + 1;
      while (end < row.length && Number.isNaN(row[end])) end++;
      pen.fillRect(span.left + first * cell, rows.top(position), (end - first) * cell, rows.height(position));
      first = end;
    }
  });
}

/**
 * A stroke before every integer that is another than it was.
 * @param {Brush} brush @param {Span} span @param {readonly boolean[]} changed
 */
export function markChanged({ pen, rows, palette }, span, changed) {
  pen.fillStyle = palette.colour.alert;
  changed.forEach((isChanged, position) => {
    if (isChanged) pen.fillRect(span.left + span.width / 2 - 15, rows.top(position) + 2, 2.5, rows.height(position) - 4);
  });
}
