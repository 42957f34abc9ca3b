/** Numbers as text. The expected texts follow from the rules: no "−0", no false 0, no false 1. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossText } from '../../static/js/draw/miniature.js';
import { count, full, probability, scientific, short } from '../../static/js/format/numbers.js';
import { magnitude } from '../../static/js/format/significant.js';

test('a number that the cell would round away turns scientific; only zero reads as 0', () => {
  assert.equal(short(4e-5), '4.0e−5');
  assert.equal(short(-4.1e-5), '−4.1e−5');
  assert.equal(short(1e-300), '1.0e−300');
  assert.equal(short(-1e-9), '−1.0e−9');
  assert.equal(short(5e-324), '4.9e−324');
  assert.equal(short(0), '0');
});

test('zero has no sign', () => {
  assert.equal(short(-0), '0');
  assert.equal(full(-0), '0');
  assert.equal(probability(-0), '0');
});

test('what rounds to something is rounded to the decimals asked for', () => {
  assert.equal(short(0.00006), '0.0001');
  assert.equal(short(-0.0308), '−0.0308');
  assert.equal(short(5.670998865509145, 6), '5.670999');
  assert.equal(short(236.07843517556194), '236.0784');
});

test('a probability below 1 never reads as 1, and 1 does', () => {
  assert.equal(probability(0.99999), '0.99999');
  assert.equal(probability(0.999999), '0.999999');
  assert.equal(probability(1 - 2 ** -40), '1−9.1e−13');
  assert.equal(probability(1), '1.0000');
  assert.equal(probability(0.5), '0.5000');
  assert.equal(probability(1e-300), '1.0e−300');
});

test('full precision reads back as the same float64', () => {
  for (const value of [0.1 + 0.2, -1 / 3, 1e-300, 5e-324, 1.7976931348623157e308, 236.07843517556194]) {
    assert.equal(Number(full(value).replaceAll('−', '-')), value);
  }
  assert.equal(full(-1.5e-7), '−1.5e−7');
  assert.equal(full(1e21), '1e21');
});

test('what is no finite number says so', () => {
  assert.equal(short(NaN), 'NaN');
  assert.equal(full(-Infinity), '−∞');
  assert.equal(probability(NaN), 'NaN');
});

test('counts are set apart by thousands in any locale', () => {
  assert.deepEqual([0, 999, 13875, 1234567].map(count), ['0', '999', '13,875', '1,234,567']);
});

test('the size of a difference is read by its power of ten', () => {
  assert.equal(scientific(4.87e-16), '4.9e−16');
  assert.equal(scientific(0.5), '5.0e−1');
  assert.equal(scientific(12), '1.2e1');
  assert.equal(scientific(0), '0');
});

test('a magnitude that can be read plainly is not written with its power of ten', () => {
  assert.deepEqual([0, 4.9e-16, 9.9e-4].map((size) => magnitude(size)), ['0', '4.9e−16', '9.9e−4']);
  assert.deepEqual([1e-3, 2.0341, 5.9, 1234.4, 1e4].map((size) => magnitude(size)), ['0.001000', '2.034', '5.900', '1234', '1.0e4']);
});

test('a loss beside the loom is 0 only where it is', () => {
  assert.deepEqual([0, 4.1e-4, 4.99e-4, 5e-4, 6.142213, null, undefined].map(lossText), ['0.000', '4.1e−4', '5.0e−4', '0.001', '6.142', '–', '–']);
});
