import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullPitch, layRows } from '../../static/js/draw/rows.js';

test('rows have one pitch, the selected one more', () => {
  const rows = layRows(15, 5, 14);
  assert.equal(rows.pitch, 14);
  assert.equal(rows.lens, 8);
  assert.equal(rows.total, 218); // 15 · 14 + 8
  assert.deepEqual([0, 5, 6, 14].map(rows.top), [0, 70, 92, 204]);
  assert.deepEqual([4, 5, 6].map(rows.height), [14, 22, 14]);
  assert.equal(rows.middle(5), 81);
});

test('every height belongs to the row drawn there', () => {
  for (const [count, selected] of [[1, 0], [15, 0], [15, 5], [15, 14], [64, 63]]) {
    const rows = layRows(count, selected, 14);
    for (let position = 0; position < count; position++) {
      assert.equal(rows.at(rows.top(position)), position);
      assert.equal(rows.at(rows.top(position) + rows.height(position) - 0.25), position);
    }
    assert.equal(rows.at(-0.1), -1);
    assert.equal(rows.at(rows.total), -1);
  }
});

test('more than 17 rows shrink, so that the loom does not grow', () => {
  assert.equal(layRows(17, 0, 14).pitch, 14);
  assert.equal(layRows(18, 0, 14).pitch, 13); // ⌊17 · 14 / 18⌋
  assert.equal(layRows(34, 0, 14).pitch, 7);
  assert.equal(layRows(64, 0, 14).pitch, 4); // the smallest there is
});

test('the selected row keeps room for text when the others have none', () => {
  for (const count of [15, 34, 64]) {
    const rows = layRows(count, 1, 14);
    assert.ok(rows.height(1) >= 16);
    assert.ok(rows.lens >= 8 && rows.lens <= 12);
  }
});

test('the pitch follows the window’s height', () => {
  assert.deepEqual([720, 760, 800, 880, 1000].map(fullPitch), [10, 10, 12, 12, 14]);
});
