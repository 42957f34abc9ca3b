/** Threads from the keys of a long text to the selected query. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintLongFan } from '../../static/js/draw/long-columns.js';

/** @param {ArrayLike<number>[]} weights @param {boolean[]} visible @returns {number[]} keys that have a thread, head by head */
function threads(weights, visible) {
  /** @type {number[]} */
  const from = [];
  const nothing = () => {};
  const pen = /** @type {any} */ ({ beginPath: nothing, bezierCurveTo: nothing, stroke: nothing, moveTo: (/** @type {number} */ _, /** @type {number} */ y) => from.push(y) });
  const brush = /** @type {any} */ ({ pen, rows: { selected: 3, middle: (/** @type {number} */ key) => key }, palette: { colour: { src: '' } } });
  paintLongFan(brush, { left: 0, width: 10 }, weights, visible);
  return from;
}

test('each visible key that a head looks at has a thread, and a head that looks at all alike one', () => {
  const seen = [true, true, true, true, false];
  assert.deepEqual(threads([[0.5, 0.005, 0.015, 0.48, 0.9]], seen), [0, 2, 3]);
  assert.deepEqual(threads([[0.003, 0.004, 0.002, 0.003, 0.9], Float32Array.of(0.001, 0.001, 0.001, 0.001, 0)], seen), [1, 0]);
});
