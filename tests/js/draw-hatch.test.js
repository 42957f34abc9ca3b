import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillMasked } from '../../static/js/draw/hatch.js';

/** What is filled, as [x, y, width, height]. @param {boolean[][]} visible */
function filled(visible) {
  /** @type {number[][]} */
  const rects = [];
  const pen = { fillRect: (...rect) => rects.push(rect) };
  fillMasked(pen, visible, (key) => 10 * key, (query) => ({ top: 5 * query, height: 5 }));
  return rects;
}

test('under the causal mask, all keys after a query are one hatched stretch', () => {
  assert.deepEqual(filled([[true, false, false], [true, true, false], [true, true, true]]), [
    [10, 0, 20, 5],
    [20, 5, 10, 5],
  ]);
});

test('without a mask nothing is hatched', () => {
  assert.deepEqual(filled([[true, true], [true, true]]), []);
});

test('any other pattern is hatched where it masks', () => {
  assert.deepEqual(filled([[false, true, false]]), [
    [0, 0, 10, 5],
    [20, 0, 10, 5],
  ]);
});
