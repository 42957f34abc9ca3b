/** One Adam update of one number: against numbers worked out by hand, and against torch's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { adamUpdate, apart } from '../../static/js/math/adam.js';

const PLAIN = { learning_rate: 0.1, beta1: 0.5, beta2: 0.75, epsilon: 0 };

/** Betas and gradients are dyadic fractions, so all but the change is exact. */
test('the first update moves by the learning rate against the sign of the gradient', () => {
  // m = 0.5·0 + 0.5·4 = 2, over 1 − 0.5 = 4; v = 0.75·0 + 0.25·16 = 4, over 1 − 0.75 = 16; 4 ÷ √16 = 1.
  const after = adamUpdate({ value: 1, gradient: 4, first: 0, second: 0, next: 1, ...PLAIN });
  assert.deepEqual(after, { first_after: 2, second_after: 4, first_corrected: 4, second_corrected: 16, change: -0.1, new_value: 0.9 });
});

test('later updates carry the moments on, and ε stands beside the root', () => {
  // m = 0.5·6 + 0.5·(−2) = 2, over 1 − 0.5² = 0.75; v = 0.75·12 + 0.25·4 = 10, over 1 − 0.75² = 0.4375.
  const after = adamUpdate({ value: 0, gradient: -2, first: 6, second: 12, next: 2, ...PLAIN, epsilon: 1 });
  assert.deepEqual([after.first_after, after.second_after], [2, 10]);
  assert.deepEqual([after.first_corrected, after.second_corrected], [2 / 0.75, 10 / 0.4375]);
  // √22.857142857142858 = 4.780914437337574
  assert.ok(Math.abs(after.change - (-0.1 * 2.6666666666666665) / 5.780914437337574) < 1e-15);
  assert.equal(after.new_value, after.change);
});

test('no gradient and no momentum: nothing moves', () => {
  const after = adamUpdate({ value: 0.25, gradient: 0, first: 0, second: 0, next: 9, ...PLAIN, epsilon: 1e-8 });
  assert.equal(after.new_value, 0.25);
});

/**
 * torch.optim.Adam(lr=0.01, betas=(0.9, 0.999), eps=1e-8), float64, on one number that
 * starts at 0.3, with the gradients 0.25, −0.5, 0.125; PyTorch 2.
 */
const TORCH = /** @type {[gradient: number, first: number, second: number, value: number][]} */ ([
  [0.25, 0.024999999999999994, 6.250000000000006e-05, 0.29000000039999996],
  [-0.5, -0.027499999999999997, 0.00031243750000000027, 0.2936610355777546],
  [0.125, -0.01225, 0.00032775006250000026, 0.2950279421669285],
]);

/** torch mixes the moments by lerp and divides by the corrections elsewhere: some units in the last place. */
const TOLERANCE = 1e-16;

test('three updates are those of torch.optim.Adam', () => {
  let [value, first, second] = [0.3, 0, 0];
  TORCH.forEach(([gradient, theirFirst, theirSecond, theirValue], i) => {
    const after = adamUpdate({ value, gradient, first, second, next: i + 1, learning_rate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 });
    assert.ok(Math.abs(after.first_after - theirFirst) <= TOLERANCE, `m ${i}`);
    assert.ok(Math.abs(after.second_after - theirSecond) <= TOLERANCE, `v ${i}`);
    assert.ok(Math.abs(after.new_value - theirValue) <= TOLERANCE, `θ ${i}: ${after.new_value} ${theirValue}`);
    [value, first, second] = [after.new_value, after.first_after, after.second_after];
  });
});

test('what is apart is measured, each number by itself', () => {
  const own = adamUpdate({ value: 1, gradient: 4, first: 0, second: 0, next: 1, ...PLAIN });
  const deltas = apart(own, { ...own, second_corrected: 15, new_value: 0.8 });
  assert.equal(deltas.second_corrected, 1);
  assert.ok(Math.abs(deltas.new_value - 0.1) < 1e-15);
  assert.equal(deltas.first_after, 0);
});
