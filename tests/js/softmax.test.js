/**
 * Golden values: section 20.5 of the chapter for position 5 of the red-key
 * record, and outcomes that follow from the definition alone.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossEntropy, descending, probabilities, probability, rankOf, softmax } from '../../static/js/math/softmax.js';

const near = (/** @type {number} */ got, /** @type {number} */ want, /** @type {number} */ tolerance) =>
  assert.ok(Math.abs(got - want) <= tolerance, `${got} is not within ${tolerance} of ${want}`);

test('the chapter: from the two logits and the sum it prints to p and −ln p', () => {
  const of = { max: 0.20936204844775802, argmax: 43, sum: 236.07843517556194, logSum: Math.log(236.07843517556194) };
  const logit = 0.09915046290174213;
  near(probability(of, logit), 0.003793843386, 5e-13); // ten digits are printed
  near(crossEntropy(of, logit), 5.574375688, 5e-10);
});

test('equal logits: every candidate has 1/V and every target costs ln V', () => {
  for (const value of [0, -3, 700, 1e6]) {
    const of = softmax(new Array(291).fill(value));
    assert.equal(of.sum, 291);
    assert.equal(crossEntropy(of, value), Math.log(291));
    assert.equal(probability(of, value), 1 / 291);
  }
});

test('a logit whose exponential overflows leaves everything finite', () => {
  assert.equal(Math.exp(710), Infinity);
  const of = softmax([710, 709, 0]);
  near(of.sum, 1 + Math.exp(-1) + Math.exp(-710), 1e-15);
  near(probability(of, 709), Math.exp(-1) / (1 + Math.exp(-1)), 1e-15);
  near(crossEntropy(of, 710), Math.log1p(Math.exp(-1)), 1e-15);
});

test('a probability that underflows to zero still has its exact loss', () => {
  const of = softmax([1000, 0]);
  assert.equal(probability(of, 0), 0);
  assert.equal(crossEntropy(of, 0), 1000);
  assert.equal(crossEntropy(of, 1000), 0);
});

test('one certain candidate: a loss near zero, as a second softmax could not give', () => {
  const logits = new Array(291).fill(0);
  logits[7] = 50;
  const of = softmax(logits);
  assert.ok(crossEntropy(of, 50) < 1e-12);
  assert.ok(crossEntropy(of, 50) < Math.log(Math.E + 290) - 1);
});

test('probabilities keep the order of IDs and sum to one', () => {
  const logits = [0.3, -1, 2, 2];
  const all = probabilities(softmax(logits), logits);
  near(all.reduce((sum, p) => sum + p, 0), 1, 1e-15);
  assert.equal(all[2], all[3]);
  assert.ok(/** @type {number} */ (all[1]) < /** @type {number} */ (all[0]));
});

test('ranks are places in the descending list; the smaller ID wins a tie', () => {
  const values = [1, 3, 2, 3, -5];
  assert.deepEqual(descending(values), [1, 3, 2, 0, 4]);
  assert.equal(softmax(values).argmax, 1);
  for (const [place, id] of descending(values).entries()) assert.equal(rankOf(values, id), place + 1);
});
