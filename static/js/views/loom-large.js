/**
 * The loom of a large model: many blocks, one of them open, and long texts
 * through a lens. Loaded with the first such model; a model of one block with a
 * short record is laid out and painted without it.
 */
import { createAtlas } from '../draw/atlas.js';
import { bendRows, MOST_EVEN } from '../draw/bent-rows.js';
import { layRows } from '../draw/rows.js';
import { absence } from '../draw/hatch.js';
import { lens } from '../i18n/lens.js';
import { createLabelFit } from './label-fit.js';
import { blockColumns, tracksOf } from './loom-blocks.js';
import { loomColumns } from './loom-columns.js';
import { createLongPainter, paintLens } from './loom-long.js';
import { createLoomPainter } from './loom-paint.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../types.js').ModelConfig} ModelConfig
 *
 * @typedef {object} Plan how a record is laid out and painted
 * @property {string} key of what decides on its columns
 * @property {(config: ModelConfig) => import('./loom-columns.js').Column[][]} columns
 * @property {(count: number, selected: number, pitch: number) => import('../draw/rows.js').Rows} lay
 * @property {ReturnType<typeof createLoomPainter>} paint
 * @typedef {ReturnType<typeof createLarge>} Large
 */

/** Rem: the shape of what was not sent. */
const SMALL = 0.6875;

/** @param {HTMLElement} root the loom */
export function createLarge(root) {
  const main = /** @type {HTMLElement} */ (root.closest('main') ?? root);
  const even = createLoomPainter(createAtlas(), { lens: paintLens });
  const long = createLongPainter();
  const fit = createLabelFit({ style: () => fontOf(root.querySelector('.loom-label') ?? root) });
  /** @type {Plan | null} */
  let latest = null;
  /** @type {import('../types.js').Lang} */
  let lang = 'en';

  return {
    /** @type {typeof fit} */
    fit(labelled, placed) {
      for (const { column, label } of labelled) if (column.kind === 'lens' && label.title !== lens[lang].over) label.title = lens[lang].over;
      fit(labelled, placed);
    },
    /** @param {State} state @param {TracedRecord} record @returns {Plan | null} the same one while nothing differs */
    plan(state, record) {
      lang = state.lang;
      const blocks = record.tensors.blocks.length;
      const isLong = record.valid_count > MOST_EVEN;
      const key = `${blocks} ${state.block} ${isLong}`;
      unfold(main, blocks, state.block);
      if (blocks < 2 && !isLong) return null;
      if (latest?.key === key) return latest;
      const columns = blocks > 1 ? (/** @type {ModelConfig} */ config) => blockColumns({ ...config, blocks }, state.block) : loomColumns;
      latest = { key, columns, lay: isLong ? bendRows : layRows, paint: (brush, picture) => {
        (isLong ? long : even)(brush, picture);
        paintBare(brush, picture);
      } };
      return latest;
    },
  };
}

/** A folded block whose outcome was not sent, hatched, with its shape. @param {import('../draw/miniature.js').Brush} brush @param {import('./loom-paint.js').Picture} picture */
function paintBare({ pen, rows, palette, ratio, rem, family }, { record, block, placed, look }) {
  for (const { column, span } of placed) {
    if (column.block === undefined || !column.tensor || column.tensor(look?.shown ?? record, block)) continue;
    pen.fillStyle = absence(pen, 'hatch', palette.colour.hatch, ratio);
    pen.fillRect(span.left, 0, span.width, rows.total);
    const left = record.left_out?.find((one) => one.name === 'block_output' && one.block === column.block);
    pen.save();
    pen.translate(span.left + span.width / 2, rows.total / 2);
    pen.rotate(-Math.PI / 2);
    pen.font = `400 ${SMALL * rem}px ${family}`;
    pen.textAlign = 'center';
    pen.fillStyle = palette.colour.ink2;
    pen.fillText(`[${left?.shape.join(', ') ?? ''}]`, 0, 0);
    pen.restore();
  }
}

/** @param {Element} element */
function fontOf(element) {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}

/** Those that share the loom's grid; some come late. What is set on all the page has all of it styled anew. */
const IN_GRID = ['stages', 'rail', 'switches', 'loom'];

/** The grid that stage heads, rail and loom share. @param {HTMLElement} main @param {number} blocks @param {number} open */
function unfold(main, blocks, open) {
  const sharing = IN_GRID.flatMap((id) => document.getElementById(id) ?? []);
  const key = blocks > 1 ? `${blocks} ${open} ${sharing.length}` : '';
  if ((main.dataset.blocks ?? '') === key) return;
  main.dataset.blocks = key;
  main.classList.toggle('many-blocks', blocks > 1);
  const third = open > 0 ? 5 : 4;
  const fifth = third + 2 + Number(open < blocks - 1);
  for (const { style } of sharing) {
    style.setProperty('--loom-tracks', tracksOf(blocks, open));
    style.setProperty('--folded-after', String(third + 2));
    for (const [stage, track] of Object.entries({ 3: third, 4: third + 1, 5: fifth, 6: fifth + 1 })) {
      if (blocks > 1) style.setProperty(`--stage-${stage}`, String(track));
      else style.removeProperty(`--stage-${stage}`);
    }
  }
}
