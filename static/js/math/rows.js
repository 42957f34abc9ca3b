/**
 * Where a number of the picture is found in a trace. Looks up; computes nothing.
 */

/** @typedef {import('../types.js').TracedRecord} TracedRecord */
/** @typedef {import('../types.js').Tensors} Tensors */
/** @typedef {import('../types.js').Row} Row */

/**
 * The representations a position passes through, in the order of Table 20.4.
 * @type {readonly string[]}
 */
export const TABLE_ROWS = [
  'token_embedding',
  'position_embedding',
  'block_input',
  'norm1',
  'q_projection',
  'k_projection',
  'v_projection',
  'joined',
  'attention_output',
  'residual1',
  'norm2',
  'ffn_linear',
  'ffn_relu',
  'ffn_output',
  'block_output',
  'final_norm',
];

/** Tensors outside the blocks. */
const SHARED = new Set(['token_embedding', 'position_embedding', 'final_norm', 'logits']);

/** Whether a tensor exists once per block. @param {string} name */
export function inBlock(name) {
  return !SHARED.has(name);
}

/**
 * A tensor of the trace by its name, as nested lists.
 * @param {Tensors} tensors
 * @param {string} name
 * @param {number} block ignored outside the blocks
 * @returns {unknown} undefined where the trace has no such tensor
 */
export function tensorOf(tensors, name, block) {
  return Reflect.get(inBlock(name) ? (tensors.blocks[block] ?? {}) : tensors, name);
}

/**
 * One position's row of a [T, …] tensor.
 * @param {Tensors} tensors
 * @param {string} name
 * @param {number} block
 * @param {number} position
 * @returns {Row} empty where there is none
 */
export function rowOf(tensors, name, block, position) {
  const tensor = /** @type {Row[] | undefined} */ (tensorOf(tensors, name, block));
  return tensor?.[position] ?? [];
}

/**
 * The number that an index leads to in nested lists.
 * @param {unknown} lists
 * @param {number[]} index
 * @returns {number | null} null where the path ends early or at something else
 */
export function numberIn(lists, index) {
  const found = entryIn(lists, index);
  return typeof found === 'number' ? found : null;
}

/**
 * Whatever an index leads to.
 * @param {unknown} lists nested; the innermost may be typed arrays, as a file's rows are
 * @param {readonly number[]} index
 * @returns {unknown} undefined where the path ends early
 */
export function entryIn(lists, index) {
  let found = lists;
  for (const i of index) found = isList(found) ? found[i] : undefined;
  return found;
}

/** Whether it is a list of entries, plain or typed. @param {unknown} value @returns {value is unknown[]} */
export function isList(value) {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}
