/**
 * The loom's columns for a model of many blocks: one block open, each other
 * folded to the residual stream that leaves it, and beside it the lens, what
 * the final norm and the head would say there already of the target. Pure.
 */
import { loomColumns } from './loom-columns.js';

/** @typedef {import('./loom-columns.js').Column} Column */
/** @typedef {import('../types.js').ModelConfig} ModelConfig */

/** With more folded blocks than this, a lens has no column of its own. */
const MOST_LENSES = 7;
/** The open block stands where these stages do. */
const [BEFORE, AFTER] = [2, 4];

/** The stage of a folded block's columns: none, and another for each, so that an arrow leads from one to the next. @param {number} block */
export function stageOfFolded(block) {
  return -1 - block;
}

/** Whether each folded block has a lens beside it. @param {number} blocks */
export function hasLenses(blocks) {
  return blocks - 1 <= MOST_LENSES;
}

/**
 * @param {ModelConfig} config @param {number} open
 * @returns {Column[][]} the six stages, and between them the folded blocks before and after the open one
 */
export function blockColumns(config, open) {
  const stages = loomColumns(config).map((columns, i) => columns.map((column) => ({ ...column, stage: i + 1 })));
  const shown = hasLenses(config.blocks);
  const all = Array.from({ length: config.blocks }, (_, block) => block);
  if (shown) {
    stages[1]?.push({ ...lens(-1), stage: 2 });
    stages[3]?.push({ ...lens(open), stage: 4 });
  }
  /** @param {number[]} blocks */
  const folded = (blocks) => blocks.flatMap((block) => foldedBlock(block, shown));
  return [
    ...stages.slice(0, BEFORE),
    folded(all.slice(0, open)),
    ...stages.slice(BEFORE, AFTER),
    folded(all.slice(open + 1)),
    ...stages.slice(AFTER),
  ].filter((columns) => columns.length);
}

/** @param {number} block @param {boolean} withLens @returns {Column[]} */
function foldedBlock(block, withLens) {
  /** @type {Column} */
  const stream = {
    kind: 'signed', name: `folded-${block}`, label: `Y${subscript(block)}`, share: 13, block, stage: stageOfFolded(block),
    tensor: ({ tensors }) => /** @type {import('../types.js').Matrix} */ (tensors.blocks[block]?.block_output),
  };
  return withLens ? [stream, { ...lens(block), block, stage: stageOfFolded(block) }] : [stream];
}

/** @param {number} number */
function subscript(number) {
  return String(number).replace(/\d/g, (digit) => String.fromCodePoint(0x2080 + Number(digit)));
}

/** The loom's groups of columns, from left to right. @param {ModelConfig} config @param {number} open */
export function groupsFor(config, open) {
  return config.blocks > 1 ? blockColumns(config, open) : loomColumns(config).map((columns, i) => columns.map((column) => ({ ...column, stage: i + 1 })));
}

/** @param {number} after the embedding sum, −1, or a block @returns {Column} */
function lens(after) {
  return { kind: 'lens', name: `lens-${after}`, label: 'p', share: 7, after };
}

/**
 * How wide the groups of columns are to each other: the stages, and the folded blocks' between them.
 * @param {number} blocks @param {number} open
 */
export function sharesOf(blocks, open) {
  if (blocks < 2) return [10, 11, 31, 21, 13, 11];
  const each = hasLenses(blocks) ? 8 : Math.min(4, 44 / blocks);
  return [8, 13, open * each, 32, 22, (blocks - 1 - open) * each, 13, 11].filter((share) => share > 0);
}

/** The grid's tracks: the gutter, then those. @param {number} blocks @param {number} open */
export function tracksOf(blocks, open) {
  return ['4.5rem', ...sharesOf(blocks, open).map((share) => `minmax(0, ${share}fr)`)].join(' ');
}

/** What the lens says after a block, of the record on show. @param {import('../types.js').TracedRecord} record @param {number} after */
export function lensAfter(record, after) {
  return record.lens?.find((one) => one.after === after) ?? null;
}
