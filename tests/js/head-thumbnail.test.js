import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestWeights } from '../../static/js/draw/head-thumbnail.js';
import { cellsPerLine } from '../../static/js/views/strip-lines.js';

test('every query and key falls on a head in small, whatever its proportions, and no peak is lost', () => {
  const count = 10;
  for (const peak of [0, 4, 9]) {
    const weights = Array.from({ length: count }, (_, query) => Float32Array.from({ length: count }, (__, key) => (query === peak && key === peak ? 0.75 : 0.25)));
    const found = [...largestWeights(weights, 5, 3)];
    assert.deepEqual([found.length, Math.max(...found)], [15, 0.75], `peak at ${peak}`);
    assert.equal(found.indexOf(0.75), [0, 7, 14][[0, 4, 9].indexOf(peak)]);
  }
});

test('few positions are drawn larger than a pixel each', () => {
  assert.deepEqual([...largestWeights([[1, 0], [0.5, 0.5]], 4, 2)], [1, 1, 0, 0, 0.5, 0.5, 0.5, 0.5]);
});

test('a row stands in numbers as far as they can be read, and beyond as a picture', () => {
  assert.deepEqual([8, 16, 64, 128, 384, 1536].map(cellsPerLine), [16, 16, 16, 16, 64, 64]);
});
