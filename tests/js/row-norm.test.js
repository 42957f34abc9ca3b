import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mean, normalised, variance } from '../../static/js/math/row-norm.js';

// Section 20.4: the input row of position 5, to the chapter's nine decimals.
const CHAPTER_ROW = [
  0.046154914, -0.015372816, -0.013930337, 0.012018233, 0.030313746, -0.005942124, 0.044805955, 0.028551791,
  -0.052296434, 0.027663488, -0.034449716, -0.024532425, 0.018037712, 0.011286233, 0.004664645, 0.003743734,
];
// The row is printed to 9 decimals, so its mean is off by at most half of one in the ninth.
const PRINTED = 5e-10;

/** @param {number} got @param {number} expected @param {number} tolerance */
function near(got, expected, tolerance) {
  assert.ok(Math.abs(got - expected) <= tolerance, `${got} is not ${expected} within ${tolerance}`);
}

test('mean and variance of the chapter\'s row', () => {
  near(mean(CHAPTER_ROW), 0.005044787486780672, PRINTED);
  // d(variance) = 2 × mean |x − μ| × error ≤ 2 × 0.06 × 5e-10.
  near(variance(CHAPTER_ROW), 0.0007407640671898172, 6e-11);
});

test('the variance divides by C, not by C − 1, and ε is inside the root', () => {
  // By hand: mean 2.5, squared distances 2.25 + 0.25 + 0.25 + 2.25 = 5, over 4.
  assert.equal(mean([1, 2, 3, 4]), 2.5);
  assert.equal(variance([1, 2, 3, 4]), 1.25);
  // 1.5 / √1.25001 and 0.5 / √1.25001, to eight decimals.
  const row = normalised([1, 2, 3, 4], 1e-5);
  [-1.34163542, -0.44721181, 0.44721181, 1.34163542].forEach((expected, i) => near(row[i] ?? NaN, expected, 5e-9));
});

test('a constant row has variance 0 and normalises to zeros, not NaN', () => {
  assert.equal(variance([0.5, 0.5, 0.5]), 0);
  assert.deepEqual(normalised([0.5, 0.5, 0.5], 1e-5), [0, 0, 0]);
});
