/** The lines of a position's table, whether its rows came as JSON or in a file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attention } from '../../static/js/views/position-lines.js';
import { tracedState } from './traces.js';

test('what the mask cuts off is no number, also in rows that came as typed arrays', () => {
  const rows = [[0.5, 0.5, 0], [1, 0, 0], [0.25, 0.25, 0.5]];
  for (const made of [rows, rows.map((row) => Float32Array.from(row))]) {
    const visible = [rows.map((_, query) => rows.map((__, key) => key <= query))];
    const record = /** @type {any} */ ({ tensors: { blocks: [{ visible, scores: [made], weights: [made] }] } });
    const lines = attention({ ...tracedState(), pos: 1 }, record);
    assert.deepEqual(lines.filter(({ key }) => key === 'weights.0').map(({ values }) => values), [[1, 0, null]]);
  }
});
