/** Numbers into colours, many at once: the same steps as one by one, and none where there is no number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedColour, weightColour } from '../../static/js/draw/colour.js';

const RAMP = Uint32Array.from({ length: 257 }, (_, step) => step + 1000);

test('a signed scale ends at its own largest, its middle is zero, and what is no number is clear', () => {
  const into = new Uint32Array(8).fill(7);
  signedColour(2, RAMP)(Float64Array.of(9, -2, 0, 1, Infinity, 3), 1, 5, into, 2);
  assert.deepEqual([...into], [7, 7, 1000, 1128, 1192, 0, 1256, 7]);
});

test('weights have the fixed scale from 0 to 1', () => {
  const into = new Uint32Array(4);
  weightColour(RAMP)(Float64Array.of(0, 0.5, 1, Infinity), 0, 4, into, 0);
  assert.deepEqual([...into], [1000, 1128, 1256, 0]);
});
