/** Paints the loom of a record of more positions than can be read at once, through a table lens. */
import { CLEAR, createCloth, sharesOf, spread } from '../draw/cloth.js';
import { signedColour, weightColour } from '../draw/colour.js';
import { createLoft } from '../draw/loft.js';
import {
  hatchUnseen, paintBarsOf, paintLongFan, paintPositions, paintReadIntegers, paintSignedBars, paintTargetTicks, readRows, separateRead,
} from '../draw/long-columns.js';
import { lossText } from '../draw/miniature.js';
import { scaleEnd } from '../draw/scale.js';
import { paintThreads } from '../draw/threads.js';
import { gaps, mapSpan, visibleIn } from './loom-paint.js';
import { lensAfter } from './loom-blocks.js';

/**
 * @typedef {import('../draw/miniature.js').Brush} Brush
 * @typedef {import('./loom-paint.js').Picture} Picture
 * @typedef {import('./loom-paint.js').Painter} Painter
 * @typedef {import('./loom-columns.js').Column} Column
 * @typedef {import('../draw/atlas.js').Span} Span
 * @typedef {import('../draw/bent-rows.js').BentRows} BentRows
 * @typedef {import('../draw/loft.js').Cloth} Cloth
 * @typedef {import('../draw/loft.js').MadeOf} MadeOf
 */

/** @param {() => Cloth} [make] what tensors are woven into */
export function createLongPainter(make = createCloth) {
  const clothOf = createLoft(make);
  /** @type {Cloth | null} */
  let cloth = null;
  /** @type {unknown[]} */
  let woven = [];

  /** @param {Brush} brush @param {Picture} picture */
  return (brush, picture) => {
    const { width, ratio, palette, pen } = brush;
    const { record, block, placed, look } = picture;
    const rows = /** @type {BentRows} */ (brush.rows);
    const inputs = [record, block, placed, look, width, ratio, palette, rows.count];
    if (!cloth || inputs.some((input, i) => input !== woven[i])) {
      cloth = clothOf(block, Math.round(width * ratio), rows, piecesOf(brush, picture));
      woven = inputs;
    }
    cloth.lay(pen, rows, width);
    separateRead(brush);
    paintPositions(brush, picture.gutterEnd - 2);
    for (const { column, span } of placed) PAINTERS[column.kind]?.(brush, span, picture, column);
    paintThreads(pen, gaps(picture), readRows(rows), palette, ratio, look?.isGradient);
  };
}

/** @param {Brush} brush @param {Picture} picture @returns {MadeOf[]} */
function piecesOf({ palette, ratio }, { record, block, placed, look }) {
  const shown = look?.shown ?? record;
  const visible = visibleIn(shown, block);
  return placed.flatMap(({ column, span }) => {
    const matrix = column.tensor?.(shown, block);
    if (!matrix) return [];
    const isMap = column.kind === 'weights';
    const { left, width } = isMap ? mapSpan(span) : span;
    const pixelCount = Math.round(width * ratio);
    const shares = sharesOf(matrix[0]?.length ?? 0, pixelCount);
    const isSigned = !isMap || look?.isDifference || look?.isGradient;
    const most = isSigned ? (look?.most?.(column, block) ?? scaleEnd(matrix)) : 1;
    const { pixels } = isSigned ? palette.signed : palette.weight;
    return [{
      of: [matrix, isMap ? visible : null, most, pixels],
      left: Math.round(left * ratio),
      width: pixelCount,
      /** @param {number} position @param {Float64Array} into @param {number} at */
      values: (position, into, at) => {
        const row = matrix[position];
        if (row) spread(row, into, at, shares, isMap ? (visible[position] ?? []) : undefined);
        else into.fill(CLEAR, at, at + pixelCount);
      },
      colour: isSigned ? signedColour(most, pixels) : weightColour(pixels),
    }];
  });
}

/** @typedef {(brush: Brush, span: Span, picture: Picture, column?: Column) => void} LongPainter left out: the column that stands there */

/** @type {Partial<Record<Column['kind'], LongPainter>>} */
const PAINTERS = {
  ids: (brush, span, { record }) => paintReadIntegers(brush, span, record.ids, brush.palette.colour.ink),
  targets: (brush, span, { record }) => paintReadIntegers(brush, span, record.targets.map((id) => (id < 0 ? '' : id)), brush.palette.colour.voc),
  logits: (brush, span, { record, look }) => {
    if (!look?.isDifference) paintTargetTicks(brush, span, record.targets, record.tensors.logits[0]?.length ?? 1);
  },
  weights: (brush, span, { record, block }) => hatchUnseen(brush, mapSpan(span), visibleIn(record, block)),
  fan: (brush, span, { record, block }) => {
    const at = brush.rows.selected;
    const weights = record.tensors.blocks[block]?.weights?.map((head) => head[at] ?? []) ?? [];
    paintLongFan(brush, span, weights, visibleIn(record, block)[at] ?? []);
  },
  losses: (brush, span, picture) => {
    const own = picture.look?.painters.losses;
    if (own) return own(brush, span, picture);
    const { losses, tensors } = picture.record;
    const uniform = Math.log(tensors.logits[0]?.length ?? 1);
    paintBarsOf(brush, span, losses, Math.max(1.09 * uniform, 1.05 * Math.max(...losses.map(Number))), lossText);
  },
  lens: paintLens,
};

/** How likely the target is there already, from 0 to 1; in a difference, how that has changed. @type {LongPainter} */
export function paintLens(brush, span, picture, column) {
  const of = column ?? picture.placed.find((one) => one.span.left === span.left)?.column;
  const { lens } = picture.look ?? {};
  const change = lens?.get(of?.after ?? -1);
  // One scale for all of them, so that what grows from block to block is seen to.
  if (lens && change) return paintSignedBars(brush, span, change, Math.max(...[...lens.values()].map(scaleEnd)));
  const now = lensAfter(picture.record, of?.after ?? -1)?.probability;
  if (now) paintBarsOf(brush, span, now, 1);
}
