import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, largest, scaleEnd, signedStep, STEPS, weightStep } from '../../static/js/draw/scale.js';

const MIDDLE = (STEPS - 1) / 2;

test('zero is the middle step, and both ends lie as far from it', () => {
  assert.equal(signedStep(0, 3), MIDDLE);
  assert.equal(signedStep(-0, 3), MIDDLE);
  assert.equal(signedStep(3, 3), STEPS - 1);
  assert.equal(signedStep(-3, 3), 0);
  assert.equal(signedStep(1.5, 3) - MIDDLE, MIDDLE - signedStep(-1.5, 3));
});

test('a tensor without spread has one step, not NaN', () => {
  for (const value of [0, 0.5, -0.5]) {
    const most = largest([[value, value], [value, value]]);
    const steps = new Set([signedStep(value, most), weightStep(Math.abs(value))]);
    for (const step of steps) assert.ok(Number.isInteger(step) && step >= 0 && step < STEPS);
  }
  assert.equal(signedStep(0, 0), MIDDLE);
});

test('a weight keeps its step whatever else is in the map', () => {
  assert.equal(weightStep(0), 0);
  assert.equal(weightStep(1), STEPS - 1);
  assert.equal(weightStep(0.5), MIDDLE);
  // 1/15 and 1/16: nearly uniform weights must look nearly alike.
  assert.ok(weightStep(1 / 15) - weightStep(1 / 16) <= 2);
});

test('what lies beyond the ends is drawn as the end', () => {
  assert.equal(signedStep(7, 3), STEPS - 1);
  assert.equal(weightStep(1 + 1e-12), STEPS - 1);
  assert.equal(weightStep(-1e-12), 0);
});

test('the largest magnitude is found at any depth, past what does not exist', () => {
  assert.equal(largest([0.25, -2, 1]), 2);
  assert.equal(largest([[null, -0.5], [null, null]]), 0.5);
  assert.equal(largest([[[1], [null]], [[-4], [2]]]), 4);
  assert.equal(largest([]), 0);
  assert.equal(largest([[null]]), 0);
});

test('a scale is taken once per tensor', () => {
  const tensor = [[1, -2]];
  assert.equal(scaleEnd(tensor), 2);
  tensor[0][0] = 9;
  assert.equal(scaleEnd(tensor), 2);
  assert.equal(scaleEnd([[9]]), 9);
});

test('folding keeps the largest magnitude of each pixel, with its sign', () => {
  assert.deepEqual([...fold([1, -3, 2, 0.5, 0, -0.25], 3)], [-3, 2, -0.25]);
  assert.deepEqual([...fold([1, 2], 4)], [1, 1, 2, 2]);
  assert.deepEqual([...fold([0, 0, 5, 0, 0], 2)], [0, 5]);
});
