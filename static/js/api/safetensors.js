/**
 * Reads a safetensors file: 8 bytes of length, a header in JSON, the numbers.
 * Its rows are views into the bytes that came, so nothing is parsed or copied.
 */

/** @typedef {Float32Array | Float64Array | Int32Array | Uint8Array} Numbers */
/** @typedef {Numbers | Rows} Nested lists down to the last axis, which is a row of numbers; BOOL as 0 and 1 */
/** @typedef {Nested[]} Rows */

const KINDS = { F32: Float32Array, F64: Float64Array, I32: Int32Array, BOOL: Uint8Array };

/**
 * @param {ArrayBuffer} bytes as the server writes them: whole, little-endian, row-major
 * @returns {{metadata: Record<string, string>, tensors: Map<string, Nested>}} a tensor of no axes is a row of one number
 */
export function readSafetensors(bytes) {
  const length = Number(new DataView(bytes).getBigUint64(0, true));
  const { __metadata__: metadata = {}, ...entries } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length)));
  const tensors = Object.entries(entries).map(([name, entry]) => /** @type {const} */ ([name, nested(numbers(bytes, 8 + length, entry), entry.shape)]));
  return { metadata, tensors: new Map(tensors) };
}

/**
 * @param {ArrayBuffer} bytes @param {number} start
 * @param {{dtype: keyof typeof KINDS, data_offsets: [number, number]}} entry @returns {Numbers}
 */
function numbers(bytes, start, { dtype, data_offsets: [from, to] }) {
  const Kind = KINDS[dtype];
  const at = start + from;
  const count = (to - from) / Kind.BYTES_PER_ELEMENT;
  // Numbers can only be looked at in place where their address is a multiple of their size.
  return at % Kind.BYTES_PER_ELEMENT ? new Kind(bytes.slice(at, start + to)) : new Kind(bytes, at, count);
}

/** @param {Numbers} flat @param {number[]} shape @returns {Nested} */
function nested(flat, [length = 1, ...rest]) {
  if (rest.length === 0) return flat;
  const size = length ? flat.length / length : 0;
  return Array.from({ length }, (_, i) => nested(flat.subarray(i * size, (i + 1) * size), rest));
}
