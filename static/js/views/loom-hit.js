/** What lies under a point of the loom: its stage, its position, and the number itself with its name. */

import { mapSpan } from './loom-paint.js';

/**
 * @typedef {import('./loom-paint.js').Placed} Placed
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 */

/**
 * Nearest column: gaps belong to the column on their left.
 * @param {readonly Placed[]} placed @param {number} x CSS px
 */
export function columnAt(placed, x) {
  return placed.findLast(({ span }) => span.left <= x) ?? placed[0] ?? null;
}

/**
 * @param {Placed} at @param {TracedRecord} record @param {number} block @param {number} position @param {number} x
 * @returns {{index: number[], value: number} | null} null beside the numbers, or where there is none
 */
export function numberUnder({ column, span }, record, block, position, x) {
  const isMap = column.kind === 'weights';
  const { left, width } = isMap ? mapSpan(span) : span;
  const row = column.tensor?.(record, block)?.[position];
  const place = Math.floor(((x - left) / width) * (row?.length ?? 0));
  const value = row?.[place];
  if (value === undefined) return null;
  if (!isMap) return { index: [position, place], value };
  const visible = record.tensors.blocks[block]?.visible[0]?.[position]?.[place];
  return visible ? { index: [position, place], value } : null;
}

/** Columns of one number per position. @type {Partial<Record<import('./loom-columns.js').Column['kind'], string>>} */
const SINGLE = { ids: 'ids', targets: 'targets', losses: 'loss' };

/** Stages whose tensors each block has for itself. */
const BLOCK_STAGES = [3, 4];

/** These have no gradient. */
const BARE = new Set(['ids', 'targets', 'lens']);

/**
 * The same as a reference; where the loom shows gradients, to the gradient.
 * @param {Placed} at @param {TracedRecord} record @param {number} block @param {number} position @param {number} x @param {boolean} [isGradient]
 * @returns {import('../types.js').NumberRef | null}
 */
export function refUnder(at, record, block, position, x, isGradient = false) {
  const ref = valueUnder(at, record, block, position, x);
  return ref && isGradient && !BARE.has(ref.name) ? { ...ref, name: `∂${ref.name}` } : ref;
}

/** A number of the lens, which is read but no step of the way: `block` is the one it stands after, −1 the embedding sum. @param {import('../types.js').NumberRef} ref */
export function isLens({ name }) {
  return name === 'lens';
}

/** @param {Placed} at @param {TracedRecord} record @param {number} block @param {number} position @param {number} x @returns {import('../types.js').NumberRef | null} */
function valueUnder(at, record, block, position, x) {
  const { column, stage } = at;
  if (column.after !== undefined) return record.lens?.some(({ after }) => after === column.after) ? { name: 'lens', block: column.after, index: [position] } : null;
  const single = SINGLE[column.kind];
  if (single) return { name: single, index: [position] };
  const index = numberUnder(at, record, block, position, x)?.index;
  if (!index) return null;
  if (column.kind === 'weights') return { name: 'weights', block, index: [column.head ?? 0, ...index] };
  if (column.block !== undefined) return { name: 'block_output', block: column.block, index };
  if (column.name === 'embedded') return { name: 'block_input', block: 0, index };
  return BLOCK_STAGES.includes(stage) ? { name: column.name, block, index } : { name: column.name, index };
}
