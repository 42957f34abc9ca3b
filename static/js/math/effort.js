/** How much arithmetic a recomputation is, before it is begun: products that are added up. Pure. */

/** @typedef {{width: number, ffn_width: number, vocabulary_size: number, blocks: number}} Sizes */

/** So much is done between two frames. */
export const AT_ONCE_HERE = 8e6;
/** So much beside the page, in about half a second; more only when it is asked for. */
export const AT_ONCE = 6e8;

/**
 * The forward pass of records of these lengths; the way back is two more.
 * @param {readonly number[]} lengths @param {Sizes} config
 */
export function effortOf(lengths, { width: C, ffn_width: F, vocabulary_size: V, blocks }) {
  return lengths.reduce((sum, T) => sum + T * (C * V + blocks * (4 * C * C + 2 * C * F + 2 * C * T)), 0);
}

/** How many numbers and flags of a trace are here to be compared. @param {unknown} tensors nested @returns {number} */
export function numbersIn(tensors) {
  if (ArrayBuffer.isView(tensors)) return /** @type {Float32Array} */ (tensors).length;
  if (Array.isArray(tensors)) return typeof tensors[0] === 'object' && tensors[0] !== null ? tensors.reduce((sum, part) => sum + numbersIn(part), 0) : tensors.length;
  return typeof tensors === 'object' && tensors !== null ? Object.values(tensors).reduce((sum, part) => sum + numbersIn(part), 0) : 0;
}
