/**
 * Parts of the model that are off, and residual rows that come from other
 * records, as the server's taps do it: what a part adds becomes zero, its biases
 * included; rows are exchanged where they leave a block, all read before any is
 * put.
 */
import { blank } from './products.js';

/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').Swap} Swap */
/** @typedef {{off?: readonly string[], swap?: readonly Swap[]}} Switched */

/**
 * @typedef {object} Apart
 * @property {<T>(block: number, name: string, tensor: T) => T} alter what the model goes on with
 * @property {(block: number, streams: Matrix[]) => Matrix[]} exchange of each record [T, C] what leaves a block; −1: the sum of embeddings
 */

/** @type {Apart} */
export const INTACT = { alter: (_, __, tensor) => tensor, exchange: (_, streams) => streams };

/** @param {Switched} switched @returns {Apart} */
export function apartBy({ off = [], swap = [] }) {
  if (!off.length && !swap.length) return INTACT;
  const isOff = new Set(off);
  return {
    alter: (block, name, tensor) => {
      const isNothing = (name === 'ffn_output' && (isOff.has(`ffn${block}`) || isOff.has(`block${block}`))) || (name === 'attention_output' && isOff.has(`block${block}`));
      if (isNothing) return nothing(tensor);
      const heads = name === 'mixtures' && /** @type {unknown[]} */ (/** @type {unknown} */ (tensor));
      return heads ? /** @type {typeof tensor} */ (/** @type {unknown} */ (heads.map((head, h) => (isOff.has(`${block}.${h}`) ? nothing(head) : head)))) : tensor;
    },
    exchange: (block, streams) => {
      const here = swap.filter((one) => one.block === block);
      return streams.map((rows, record) => rows.map((row, position) => {
        const found = here.find((one) => one.record === record && one.position === position);
        return (found && streams[found.from]?.[position]) ?? row;
      }));
    },
  };
}

/** Zeros of the same shape. @template T @param {T} tensor rows @returns {T} */
function nothing(tensor) {
  const rows = /** @type {Matrix} */ (/** @type {unknown} */ (tensor));
  return /** @type {T} */ (/** @type {unknown} */ (rows.map((row) => blank(row, row.length))));
}
