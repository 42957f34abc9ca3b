/**
 * The loom as a picture of its own: the same painters as on the screen, at a
 * fixed width and in light colours, with a title that says what is seen and a
 * legend that says how. Returns SVG as text.
 */
import { bendRows, MOST_EVEN } from '../draw/bent-rows.js';
import { absence } from '../draw/hatch.js';
import { plain, tag, text } from '../draw/markup.js';
import { lightPalette } from '../draw/palette.js';
import { FULL_ROWS, layRows } from '../draw/rows.js';
import { createVectorAtlas } from '../draw/vector-atlas.js';
import { createVectorCloth } from '../draw/vector-cloth.js';
import { VectorPen } from '../draw/vector-pen.js';
import { isCompared } from '../state/compared.js';
import { shownRecord } from '../state/shown.js';
import { groupsFor, sharesOf } from './loom-blocks.js';
import { lookOf } from './loom-compared.js';
import { gradientLook, hasGradients } from './loom-gradients.js';
import { createLongPainter, paintLens } from './loom-long.js';
import { createLoomPainter } from './loom-paint.js';
import { paddedSlots, paddingId } from './loom.js';
import { columnLabels, gutterRows, legendItems, stageHeads, titleLines } from './loom-picture-words.js';
import { shownDifference } from './shown-difference.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('./loom-paint.js').Placed} Placed */
/** @typedef {import('../draw/palette.js').Palette} Palette */

const WIDTH = 1600;
const EDGE = 32;
const GUTTER = 88;
/** Between stages, and between a stage's columns. */
const STAGE_GAP = 26;
const GAP = 8;
const SIGN = 8;
/** A row's pitch, and the least of it up to so many rows; more of them share that height. */
const PITCH = { full: 26, least: 13, rows: 64 };
const PADDING = { gap: 3, height: 14 };
const FAMILY = "'Helvetica Neue', Helvetica, Arial, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";
/** px from the top: title, what it is of, stage heads, labels, rows. */
const TOP = { title: 40, facts: 64, stages: 104, labels: 126, rows: 140 };
/** Hairlines are half a px. */
const RATIO = 2;

/** @param {State} state @returns {string | null} null while nothing is on show */
export function loomPicture(state) {
  const record = shownRecord(state);
  if (!record || !state.model) return null;
  const palette = lightPalette();
  const compared = isCompared(state) ? lookOf(record, shownDifference(state), state.show === 'difference') : null;
  const look = compared ?? (hasGradients(state) ? gradientLook(state) : null);
  const rows = rowsFor(record.valid_count, Math.min(state.pos, record.valid_count - 1));
  const padHeight = paddedSlots(state, record) > 0 ? PADDING.height : 0;
  const padTop = rows.total + PADDING.gap;
  const { blocks } = state.model.config;
  const placed = place(groupsFor(state.model.config, state.block), sharesOf(blocks, state.block));

  const pen = new VectorPen(palette.colour.paper);
  const canvas = /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ (pen)); // has what the painters use of one
  pen.add(band(rows, palette));
  const dots = absence(canvas, 'dots', palette.colour.dots, RATIO);
  const brush = { pen: canvas, rows, padTop, padHeight, palette, width: WIDTH, ratio: RATIO, family: FAMILY, rem: 18, dots };
  const meanLoss = state.traced?.trace.loss ?? NaN;
  painterFor(rows)(brush, { record, block: state.block, placed, gutterEnd: EDGE + GUTTER, meanLoss, padding: paddingId(state), look });
  pen.add(bandEdges(rows, palette));
  gutterRows(state, record, rows, padHeight ? padTop + padHeight / 2 : null, look?.same).forEach((one) => pen.add(label(one, EDGE + GUTTER, palette)));

  const height = TOP.rows + padTop + padHeight + 56;
  return page(height, palette, [
    ...titles(state, palette),
    ...heads(state, placed, palette),
    ...columnLabels(state, placed, look).map(({ name, middle }) => words(name, middle, TOP.labels, { 'font-size': 12, fill: palette.colour.ink2, 'text-anchor': 'middle' })),
    tag('g', { transform: `translate(0 ${TOP.rows})` }, pen.markup),
    legend(state, padHeight > 0, height - 24, palette),
  ]);
}

/** @param {number} count @param {number} selected */
function rowsFor(count, selected) {
  return (count > MOST_EVEN ? bendRows : layRows)(count, selected, fullPitch(count));
}

/** @param {import('../draw/rows.js').Rows} rows */
function painterFor(rows) {
  return 'lines' in rows ? createLongPainter(createVectorCloth) : createLoomPainter(createVectorAtlas(), { lens: paintLens });
}

/** What layRows must be given for rows of at least the least pitch. @param {number} count */
function fullPitch(count) {
  return Math.max(PITCH.full, Math.ceil((PITCH.least * Math.min(count, PITCH.rows)) / FULL_ROWS));
}

/** @param {number} height @param {Palette} palette @param {string[]} parts */
function page(height, palette, parts) {
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${plain(height)}`, 'font-family': FAMILY };
  return `${tag('svg', attributes, '\n', tag('rect', { width: WIDTH, height, fill: palette.colour.paper }), '\n', parts.join('\n'), '\n')}\n`;
}

/** @param {import('./loom-columns.js').Column[][]} groups @param {number[]} shares how wide they are to each other @returns {Placed[]} */
function place(groups, shares) {
  const room = WIDTH - 2 * EDGE - GUTTER - STAGE_GAP * groups.length;
  const total = shares.reduce((sum, share) => sum + share, 0);
  let left = EDGE + GUTTER;
  return groups.flatMap((columns, i) => {
    left += STAGE_GAP;
    const width = (room * (shares[i] ?? 0)) / total;
    const inGroup = placeColumns(columns, left, width).map((one) => ({ ...one, stage: one.column.stage ?? i + 1 }));
    left += width;
    return inGroup;
  });
}

/** @param {import('./loom-columns.js').Column[]} columns @param {number} left @param {number} width */
function placeColumns(columns, left, width) {
  const signs = columns.filter(({ kind }) => kind === 'sign').length;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  // A sign stands in the gap that is there anyway, which it widens by its own width.
  const room = width - GAP * (columns.length - 1 - signs) - SIGN * signs;
  let at = left;
  return columns.map((column, i) => {
    if (column.kind === 'sign') return { column, span: { left: at - GAP / 2, width: SIGN + GAP / 2 } };
    const own = (room * column.share) / shares;
    const span = { left: Math.round(at), width: Math.floor(own) };
    at += own + GAP + (columns[i + 1]?.kind === 'sign' ? SIGN : 0);
    return { column, span };
  });
}

/** @param {import('../draw/rows.js').Rows} rows @param {Palette} palette */
function band(rows, palette) {
  const [y, height] = [rows.top(rows.selected), rows.height(rows.selected)];
  return tag('rect', { x: EDGE - 8, y, width: WIDTH - 2 * EDGE + 16, height, fill: palette.colour.mark });
}

/** @param {import('../draw/rows.js').Rows} rows @param {Palette} palette */
function bandEdges(rows, palette) {
  const top = plain(rows.top(rows.selected));
  const bottom = plain(rows.top(rows.selected) + rows.height(rows.selected));
  return tag('path', { d: `M${EDGE - 8} ${top}H${WIDTH - EDGE + 8}M${EDGE - 8} ${bottom}H${WIDTH - EDGE + 8}`, stroke: palette.colour.ink, 'stroke-width': 1.5, fill: 'none' });
}

/** @param {import('./loom-picture-words.js').GutterRow} row @param {number} right @param {Palette} palette */
function label({ piece, number, mark, y, size, isSelected }, right, palette) {
  const weight = { 'font-weight': isSelected ? 600 : null };
  const fill = isSelected ? palette.colour.ink : palette.colour.ink2;
  return [
    words(number, right, y, { 'font-size': Math.min(11, size), fill, 'text-anchor': 'end', ...weight }),
    words(piece, right - 24, y, { 'font-size': isSelected ? 16 : size, fill, 'text-anchor': 'end', ...weight }),
    words(mark, EDGE, y, { 'font-size': size, fill, 'font-weight': 600 }),
  ].join('');
}

/** @param {State} state @param {Palette} palette */
function titles(state, palette) {
  const [title, facts] = titleLines(state);
  return [
    words(title, EDGE, TOP.title, { 'font-size': 22, fill: palette.colour.ink, 'font-weight': 600 }),
    words(facts, EDGE, TOP.facts, { 'font-size': 14, fill: palette.colour.ink2 }),
  ];
}

/** @param {State} state @param {readonly Placed[]} placed @param {Palette} palette */
function heads(state, placed, palette) {
  return stageHeads(state, placed).flatMap(({ number, title, left, right, isOpen }) => [
    tag('path', { d: `M${plain(left)} ${TOP.stages - 17}H${plain(right)}`, stroke: isOpen ? palette.colour.ink : palette.colour.rule2, 'stroke-width': isOpen ? 3 : 1 }),
    words(number, left, TOP.stages, { 'font-size': 20, fill: palette.colour.ink2 }),
    words(title, number ? left + 18 : left, TOP.stages, { 'font-size': 15, fill: palette.colour.ink, 'font-weight': isOpen ? 700 : 600 }),
  ]);
}

/** @param {State} state @param {boolean} isPadded @param {number} y @param {Palette} palette */
function legend(state, isPadded, y, palette) {
  let left = EDGE;
  return legendItems(state, isPadded).map(({ sample, name, width }) => {
    const at = left;
    left += 74 + width;
    return sampleOf(sample, at, y - 6, palette) + words(name, at + 66, y, { 'font-size': 12, fill: palette.colour.ink2 });
  }).join('');
}

/** @param {'signed' | 'weights' | 'masked' | 'padding'} sample @param {number} x @param {number} y @param {Palette} palette */
function sampleOf(sample, x, y, palette) {
  const pen = new VectorPen(palette.colour.paper);
  if (sample === 'masked' || sample === 'padding') {
    pen.fillStyle = sample === 'masked' ? pen.absence('hatch', palette.colour.hatch) : pen.absence('dots', palette.colour.dots);
    pen.fillRect(x, y, 58, 12);
    return pen.markup;
  }
  const steps = Array.from({ length: 29 }, (_, i) => (sample === 'signed' ? i / 14 - 1 : i / 28));
  const atlas = createVectorAtlas();
  const shown = sample === 'signed' ? palette.signed : palette.weight;
  // A weight's ramp runs from 0 to 1, the signed one from −1 to 1.
  const at = atlas.signed([steps.map((step) => (sample === 'signed' ? step : 2 * step - 1))], steps.length, 1, shown);
  atlas.stretch(pen, at, steps.length, { left: x, width: 58 }, { top: () => y, height: () => 12 });
  return pen.markup;
}

/** @param {string} content @param {number} x @param {number} y its middle @param {Record<string, string | number | null>} attributes */
function words(content, x, y, attributes) {
  return content && tag('text', { x, y, dy: '.35em', ...attributes }, text(content));
}
