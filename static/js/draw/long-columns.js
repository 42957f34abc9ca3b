/** The loom's columns that are not tensors, for more positions than can be read: only rows under the lens have text and threads. */
import { absence } from './hatch.js';
import { linesOf, strongest } from './bent-rows.js';
import { READABLE } from './rows.js';

/** @typedef {import('./miniature.js').Brush} Brush */
/** @typedef {import('./atlas.js').Span} Span */
/** @typedef {import('./bent-rows.js').BentRows} BentRows */

const SMALL = 0.6875;
const LARGE = 0.78;
/** Rem that a value takes at the right edge. */
const VALUE = 2.3;
/** A thread for less could not be told from none. */
const THINNEST = 0.01;
/** Positions between numbers beside the rows that are not read. */
const EVERY = 16;

/** @param {Brush} brush */
const bent = ({ rows }) => /** @type {BentRows} */ (rows);

/** @param {Brush} brush @param {Span} span @param {readonly (number | string)[]} values @param {string} colour */
export function paintReadIntegers(brush, span, values, colour) {
  const { pen, rows } = brush;
  pen.textAlign = 'center';
  pen.fillStyle = colour;
  forEachRead(brush, (position) => pen.fillText(String(values[position] ?? ''), span.left + span.width / 2, rows.middle(position) + 0.5));
}

/** Positions of rows that are not read, where there is room beside them. @param {Brush} brush @param {number} right */
export function paintPositions(brush, right) {
  const { pen, palette, rem, family } = brush;
  const rows = bent(brush);
  pen.textAlign = 'right';
  pen.fillStyle = palette.colour.ink3;
  pen.font = `400 ${SMALL * rem}px ${family}`;
  const [above, below] = [rows.top(rows.from), rows.top(rows.to - 1) + rows.height(rows.to - 1)];
  let last = -rem;
  for (let position = 0; position < rows.count; position += EVERY) {
    const y = rows.middle(position);
    const half = (SMALL * rem) / 2;
    if (y - last < rem * 0.7 || (y > above - half && y < below + half)) continue;
    pen.fillText(String(position), right, Math.max(half, y));
    last = y;
  }
}

/**
 * Bars from the left, as long as their share of the column, values beside those that can be read.
 * @param {Brush} brush @param {Span} span @param {ArrayLike<number | null>} values @param {number} most @param {(value: number | null) => string} [textOf]
 */
export function paintBarsOf(brush, span, values, most, textOf) {
  const { pen, rows, palette, rem } = brush;
  const width = textOf ? Math.max(4, span.width - VALUE * rem) : span.width;
  for (const line of linesOf(rows)) {
    const isSelected = line.first <= rows.selected && rows.selected < line.end;
    const inset = line.height > 6 ? 1 : 0;
    pen.fillStyle = isSelected || !textOf ? palette.colour.voc : palette.colour['voc-soft'];
    pen.fillRect(span.left, line.top + inset, Math.max(0, Math.min(1, (strongest(values, line) ?? 0) / most)) * width, line.height - 2 * inset);
  }
  pen.fillStyle = palette.colour.rule2;
  pen.fillRect(span.left - 0.5, 0, 1, rows.total);
  if (!textOf) return;
  pen.textAlign = 'right';
  pen.fillStyle = palette.colour.ink;
  forEachRead(brush, (position) => pen.fillText(textOf(values[position] ?? null), span.left + span.width, rows.middle(position) + 0.5));
}

/** Of a change, to both sides of zero. @param {Brush} brush @param {Span} span @param {readonly (number | null)[]} values @param {number} most */
export function paintSignedBars({ pen, rows, palette }, span, values, most) {
  const zero = span.left + span.width / 2;
  for (const line of linesOf(rows)) {
    const value = strongest(values, line) ?? 0;
    if (!value) continue;
    const length = ((Math.min(most, Math.abs(value)) / most) * span.width) / 2;
    const inset = line.height > 6 ? 1 : 0;
    pen.fillStyle = value < 0 ? palette.colour.neg : palette.colour.pos;
    pen.fillRect(value < 0 ? zero - length : zero, line.top + inset, length, line.height - 2 * inset);
  }
  pen.fillStyle = palette.colour.rule2;
  pen.fillRect(zero - 0.5, 0, 1, rows.total);
}

/** @param {Brush} brush @param {Span} span @param {readonly number[]} targets @param {number} vocabulary */
export function paintTargetTicks({ pen, rows, palette }, span, targets, vocabulary) {
  pen.fillStyle = palette.colour.voc;
  for (const { first, end, top, height } of linesOf(rows)) {
    for (let position = first; position < end; position++) {
      const target = targets[position] ?? -1;
      if (target >= 0) pen.fillRect(span.left + ((target + 0.5) * span.width) / vocabulary - 1, top, 2, height > 1 ? height - 0.5 : 1);
    }
  }
}

/** What a map's queries may not see, in one stroke of the brush. @param {Brush} brush @param {Span} map @param {readonly ArrayLike<unknown>[]} visible */
export function hatchUnseen({ pen, rows, palette, ratio }, map, visible) {
  pen.fillStyle = absence(pen, 'hatch', palette.colour.hatch, ratio);
  pen.beginPath();
  for (const { end, top, height } of linesOf(rows)) {
    const seen = seenBy(visible[end - 1] ?? []);
    if (seen < rows.count) pen.rect(map.left + (seen * map.width) / rows.count, top, ((rows.count - seen) * map.width) / rows.count, height);
  }
  pen.fill();
}

/** Keys up to the last one that is seen. @param {ArrayLike<unknown>} row */
function seenBy(row) {
  let end = row.length;
  while (end > 0 && !row[end - 1]) end--;
  return end;
}

/** @param {Brush} brush @param {Span} span @param {readonly ArrayLike<number>[]} weights [heads, keys] of the selected position @param {ArrayLike<unknown>} visible */
export function paintLongFan({ pen, rows, palette }, span, weights, visible) {
  const [from, to] = [span.left - 4, span.left + span.width + 4];
  const middle = (from + to) / 2;
  const end = rows.middle(rows.selected);
  pen.strokeStyle = palette.colour.src;
  for (const row of weights) {
    // A head that looks at all keys alike has no other thread.
    const strongest = strongestOf(row, visible);
    for (let key = 0; key < row.length; key++) {
      const weight = row[key] ?? 0;
      if (!visible[key] || (weight < THINNEST && key !== strongest)) continue;
      const start = rows.middle(key);
      pen.lineWidth = Math.max(0.6, weight * 6);
      pen.beginPath();
      pen.moveTo(from, start);
      pen.bezierCurveTo(middle, start, middle, end, to, end);
      pen.stroke();
    }
  }
}

/** @param {ArrayLike<number>} row @param {ArrayLike<unknown>} visible */
function strongestOf(row, visible) {
  let strongest = 0;
  for (let key = 0; key < row.length; key++) if (visible[key] && (row[key] ?? 0) > (row[strongest] ?? 0)) strongest = key;
  return strongest;
}

/** The rows under the lens, as rows of their own: what is drawn between columns is drawn for them alone. @param {Brush['rows']} rows */
export function readRows(rows) {
  const { from, to } = /** @type {BentRows} */ (rows);
  return { ...rows, count: to - from, selected: rows.selected - from, middle: (/** @type {number} */ i) => rows.middle(from + i) };
}

/** @param {Brush} brush */
export function separateRead({ pen, rows, ratio, width }) {
  const { from, to } = /** @type {BentRows} */ (rows);
  if (rows.pitch <= 6) return;
  for (let position = from; position < to; position++) pen.clearRect(0, rows.top(position) + rows.height(position) - 1 / ratio, width, 1 / ratio);
}

/** @param {Brush} brush @param {(position: number) => void} write */
function forEachRead(brush, write) {
  const { pen, rem, family } = brush;
  const rows = bent(brush);
  for (let position = rows.from; position < rows.to; position++) {
    const isSelected = position === rows.selected;
    if (!isSelected && rows.pitch < READABLE) continue;
    pen.font = isSelected ? `600 ${LARGE * rem}px ${family}` : `400 ${Math.min(SMALL * rem, rows.pitch + 1)}px ${family}`;
    write(position);
  }
}
