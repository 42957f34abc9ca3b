/** Parameters out of a file: their names, shapes and every number, in rows of their own kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parametersFrom } from '../../static/js/api/parameters-file.js';

/** A file by the format's description: length of the header, header, numbers. @param {object} header @param {number[]} bytes */
function file(header, bytes) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const whole = new Uint8Array(8 + text.length + bytes.length);
  new DataView(whole.buffer).setBigUint64(0, BigInt(text.length), true);
  whole.set(text, 8);
  whole.set(bytes, 8 + text.length);
  return whole.buffer;
}

test('a matrix and a bias arrive with their shapes, exactly', () => {
  const numbers = new Uint8Array(new Float32Array([1.5, -2, 0.1, 4, 5, 6, 7]).buffer);
  const header = { 'blocks.0.w1': { dtype: 'F32', shape: [3, 2], data_offsets: [0, 24] }, b: { dtype: 'F32', shape: [1], data_offsets: [24, 28] } };
  const { parameters } = parametersFrom(file(header, [...numbers]));
  assert.deepEqual(parameters.map(({ name, shape }) => [name, shape]), [['blocks.0.w1', [3, 2]], ['b', [1]]]);
  const [matrix, bias] = parameters.map(({ values }) => /** @type {any} */ (values));
  assert.deepEqual([matrix.length, [...matrix[1]], [...bias]], [3, [Math.fround(0.1), 4], [7]]);
  assert.ok(matrix[0] instanceof Float32Array);
});
