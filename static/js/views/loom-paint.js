/**
 * Paints one record's loom: all columns of all stages, threads between them,
 * and the fan of the selected position. Given where everything lies, it reads
 * neither state nor layout.
 */
import { createAtlas } from '../draw/atlas.js';
import { absence, fillMasked } from '../draw/hatch.js';
import { paintIntegers, paintLosses, paintPadding, paintTargets, paintValidity } from '../draw/miniature.js';
import { fold, scaleEnd, signedStep, weightStep } from '../draw/scale.js';
import { paintFan, paintThreads } from '../draw/threads.js';

/**
 * @typedef {import('./loom-columns.js').Column} Column
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../draw/miniature.js').Brush} Brush
 * @typedef {import('../draw/atlas.js').Span} Span
 * @typedef {{column: Column, stage: number, span: Span}} Placed
 *
 * @typedef {object} Picture
 * @property {TracedRecord} record
 * @property {number} block
 * @property {readonly Placed[]} placed in order, only those with room
 * @property {number} gutterEnd where the first thread begins
 * @property {number} meanLoss nats
 * @property {number | null} padding ID that fills the padding; null where it is free to be drawn into
 * @property {Look | null} look how else than as its own values the record is drawn
 *
 * @typedef {object} Look
 * @property {TracedRecord} shown the record whose tensors are painted
 * @property {boolean} isDifference all of them signed, attention too
 * @property {boolean} [isGradient] as well, and threads run backward
 * @property {Partial<Record<Column['kind'], Painter>>} painters in place of the usual ones
 * @property {ReadonlyMap<number, readonly (number | null)[]>} [lens] Δp of the target after each block, in a difference
 * @property {(column: Column, block: number) => number} [most] a tensor's scale, where it is not its own
 */

/** Width of the strip of padding keys beside a map. */
const PAD_KEYS = 5;

/** @param {import('../draw/atlas.js').Atlas | import('../draw/vector-atlas.js').VectorAtlas} [atlas] where tensors become pictures @param {Look['painters']} [more] of columns that not every loom has */
export function createLoomPainter(atlas = createAtlas(), more = {}) {
  /** @param {Brush} brush @param {Picture} picture */
  return (brush, picture) => {
    paintTensors(atlas, brush, picture);
    separateRows(brush);
    const painters = { ...OTHERS, ...more, ...picture.look?.painters };
    for (const { column, span } of picture.placed) painters[column.kind]?.(brush, span, picture);
    paintThreads(brush.pen, gaps(picture), brush.rows, brush.palette, brush.ratio, picture.look?.isGradient);
  };
}

/**
 * @param {import('../draw/atlas.js').Atlas | import('../draw/vector-atlas.js').VectorAtlas} atlas @param {Brush} brush @param {Picture} picture
 */
function paintTensors(atlas, { pen, rows, palette, ratio }, { record, block, placed, look }) {
  const shown = look?.shown ?? record;
  const pictures = placed.flatMap(({ column, span }) => {
    const matrix = column.tensor?.(shown, block);
    if (!matrix) return [];
    return [{ column, span: column.kind === 'weights' ? mapSpan(span) : span, matrix, columns: pixelsOf(column, matrix, span, ratio * atlas.finer) }];
  });
  /** @param {number} weight */
  const weightPixel = (weight) => /** @type {number} */ (palette.weight.pixels[weightStep(weight)]);
  atlas.begin(pictures.reduce((total, { columns }) => total + columns, 0), rows.count);
  const places = pictures.map(({ column, matrix, columns }) => {
    if (column.kind === 'weights') return atlas.masked(matrix, visibleIn(shown, block), look?.isDifference || look?.isGradient ? signedPixel(palette, matrix) : weightPixel);
    const drawn = columns < (matrix[0]?.length ?? 0) ? matrix.map((row) => fold(row, columns)) : matrix;
    return atlas.signed(drawn, columns, look?.most?.(column, block) ?? scaleEnd(matrix), palette.signed);
  });
  atlas.commit();
  pictures.forEach(({ span, columns }, i) => atlas.stretch(pen, /** @type {number} */ (places[i]), columns, span, rows));
}

/** Of a difference of weights, on its own scale. @param {Brush['palette']} palette @param {readonly (readonly number[])[]} matrix */
export function signedPixel({ signed }, matrix) {
  const most = scaleEnd(matrix);
  return (/** @type {number} */ value) => /** @type {number} */ (signed.pixels[signedStep(value, most)]);
}

/**
 * A row wider than its pixels keeps the largest magnitude of each.
 * @param {Column} column @param {readonly (readonly number[])[]} matrix @param {Span} span @param {number} ratio
 */
function pixelsOf(column, matrix, span, ratio) {
  const numbers = matrix[0]?.length ?? 0;
  return column.kind === 'weights' ? numbers : Math.min(numbers, Math.max(1, Math.round(span.width * ratio)));
}

/** @param {TracedRecord} record @param {number} block */
export function visibleIn(record, block) {
  return record.tensors.blocks[block]?.visible?.[0] ?? [];
}

/** @param {Span} span @returns {Span} a map without its padding keys */
export function mapSpan({ left, width }) {
  return { left, width: Math.max(1, width - PAD_KEYS - 2) };
}

/** @typedef {(brush: Brush, span: Span, picture: Picture) => void} Painter */

/** What tensors do not show by themselves. @type {Partial<Record<Column['kind'], Painter>>} */
const OTHERS = {
  ids: (brush, span, { record, padding }) => paintIntegers(brush, span, record.ids, String(padding ?? ''), brush.palette.colour.ink),
  valid: (brush, span) => paintValidity(brush, span),
  targets: (brush, span, { record, padding }) => paintIntegers(brush, span, padding === null ? record.targets.map((id) => (id < 0 ? '' : id)) : record.targets, padding === null ? '' : '\u2212100', brush.palette.colour.voc),
  signed: (brush, span) => paintPadding(brush, span),
  logits: (brush, span, { record }) => {
    paintTargets(brush, span, record.targets, record.tensors.logits[0]?.length ?? 1);
    paintPadding(brush, span);
  },
  weights: paintAbsentKeys,
  losses: (brush, span, { record, meanLoss }) =>
    paintLosses(brush, span, record.losses, meanLoss, Math.log(record.tensors.logits[0]?.length ?? 1)),
  fan: ({ pen, rows, palette }, span, { record, block }) => {
    const weights = record.tensors.blocks[block]?.weights.map((head) => head[rows.selected] ?? []) ?? [];
    paintFan(pen, span, rows, weights, visibleIn(record, block)[rows.selected] ?? [], palette);
  },
};

/** Masked keys hatched, padding keys dotted. @type {Painter} */
export function paintAbsentKeys(brush, span, { record, block }) {
  const { pen, rows, palette, ratio } = brush;
  const map = mapSpan(span);
  pen.fillStyle = absence(pen, 'hatch', palette.colour.hatch, ratio);
  fillMasked(
    pen,
    visibleIn(record, block),
    (key) => map.left + (key * map.width) / rows.count,
    (query) => ({ top: rows.top(query), height: rows.height(query) }),
  );
  paintPadding(brush, span);
  if (!brush.padHeight) return;
  pen.fillStyle = brush.dots;
  pen.fillRect(span.left + span.width - PAD_KEYS, 0, PAD_KEYS, rows.total);
}

/** A hairline of whatever lies behind between rows; too thin rows go without. @param {Brush} brush */
function separateRows({ pen, rows, ratio, width }) {
  if (rows.pitch <= 6) return;
  for (let position = 0; position < rows.count; position++) {
    const end = rows.top(position) + rows.height(position);
    pen.clearRect(0, end - 1 / ratio, width, 1 / ratio);
  }
}

/**
 * Threads run wherever two columns face each other; only around the fan, where rows mix, they end.
 * @param {Picture} picture
 */
export function gaps({ placed, gutterEnd }) {
  const columns = placed.filter(({ column }) => column.kind !== 'sign');
  /** @type {import('../draw/threads.js').Gap[]} */
  const found = [];
  columns.forEach(({ column, stage, span }, i) => {
    const before = columns[i - 1];
    if (column.kind === 'fan' || before?.column.kind === 'fan') return;
    const left = before ? before.span.left + before.span.width : gutterEnd;
    found.push({ left, right: span.left, arrow: !!before && before.stage !== stage });
  });
  return found;
}
