/** What lies under a point of the loom: its stage, its position and, on a tensor, the number itself. */

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
