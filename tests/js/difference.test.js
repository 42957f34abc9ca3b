import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../../static/js/math/difference.js';

test('rows with the same bits are identical', () => {
  assert.deepEqual(difference([0.1, -2, NaN], [0.1, -2, NaN]), { identical: true, max: 0 });
});

test('one unit in the last place is a difference', () => {
  const { identical, max } = difference([1, 5], [1 + Number.EPSILON, 5]);
  assert.equal(identical, false);
  assert.equal(max, Number.EPSILON);
});

test('the smallest number there is differs from zero', () => {
  assert.deepEqual(difference([5e-324], [0]), { identical: false, max: 5e-324 });
});

test('zeros of opposite sign are not the same bits', () => {
  assert.deepEqual(difference([-0], [0]), { identical: false, max: 0 });
});

test('the largest magnitude counts, wherever and whatever its sign', () => {
  assert.equal(difference([1, 2, 3], [1.5, -2, 3.25]).max, 4);
});

test('a number that became NaN is never lost behind a later one', () => {
  assert.equal(difference([NaN, 1], [0, 0]).max, NaN);
  assert.equal(difference([1, NaN], [0, 0]).max, NaN);
});

test('rows of different length cannot be compared', () => {
  assert.throws(() => difference([1], [1, 2]), RangeError);
});
