/** Parameters that came as safetensors: as those that came as JSON, but their rows are typed arrays. */
import { readSafetensors } from './safetensors.js';

/** @param {ArrayBuffer} bytes @returns {{parameters: import('../types.js').Parameter[]}} */
export function parametersFrom(bytes) {
  const { tensors } = readSafetensors(bytes);
  return { parameters: [...tensors].map(([name, values]) => ({ name, shape: shapeOf(values), values })) };
}

/** @param {unknown} lists nested, of equal lengths @returns {number[]} */
function shapeOf(lists) {
  if (ArrayBuffer.isView(lists)) return [/** @type {Float32Array} */ (lists).length];
  return Array.isArray(lists) ? [lists.length, ...shapeOf(lists[0])] : [];
}
