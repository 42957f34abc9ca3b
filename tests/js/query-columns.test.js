import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText, figuresOf, groupsOf, keysOf } from '../../static/js/views/query-columns.js';

test('two heads stand in full, of more the current one alone', () => {
  assert.deepEqual(figuresOf(2, 1).map(({ head, name }) => `${head} ${name}`), ['0 q·k', '0 scores', '0 weights', '1 q·k', '1 scores', '1 weights']);
  const four = figuresOf(4, 2);
  assert.deepEqual(four.map(({ head, name }) => `${head} ${name}`), ['0 weights', '1 weights', '2 q·k', '2 scores', '2 weights', '3 weights']);
  assert.deepEqual(groupsOf(four).map(({ head, span }) => [head, span]), [[0, 1], [1, 1], [2, 3], [3, 1]]);
});

test('a number is rounded to the room of its column, never cut', () => {
  assert.deepEqual(['scores', 'weights'].map((name) => cellText(-0.026512345, /** @type {any} */ (name), 6)), ['−0.02651', '−0.02651']);
  assert.deepEqual([-15.05463, -11.72445, 6.735924, -9.999999, 123.456789].map((value) => cellText(value, 'q·k', 6)), ['−15.0546', '−11.7244', '6.73592', '−10.0000', '123.4568']);
  const narrow = [-1.6597, -0.0267, 0.0532, -26.514, 512.125, -0.00052, 2.04e-7, -2.04e-7, 0].map((value) => cellText(value, 'scores', 8));
  assert.deepEqual(narrow, ['−1.660', '−0.027', '0.0532', '−26.51', '512.13', '−5e−4', '2e−7', '−2e−7', '0']);
  assert.deepEqual([0.15073, 0.99998, 1, 0.9999996, 0].map((value) => cellText(value, 'weights', 8)), ['0.1507', '1−2e−5', '1.0000', '1−4e−7', '0']);
});

test('few keys are all listed, those of the future too where they are seen', () => {
  assert.deepEqual(keysOf([0.5, 0.2, 0.3], [true, false, true]), [0, 2]);
  assert.equal(keysOf([], Array(24).fill(true)).length, 24);
});

test('of many keys the twelve strongest stand in their order', () => {
  const weights = Array.from({ length: 40 }, (_, key) => (key % 3 === 0 ? 40 - key : 0.001 * key));
  const keys = keysOf(Float32Array.from(weights), Array(40).fill(true));
  assert.deepEqual(keys, [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33]);
  assert.ok(!keysOf(weights, Array(40).fill(true).map((_, key) => key !== 0)).includes(0));
});
