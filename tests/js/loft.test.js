/** Cloths that are kept for blocks that were open: when one is woven again, and which go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoft } from '../../static/js/draw/loft.js';

/** @param {number} count */
const rows = (count) => /** @type {any} */ ({ count, share: 1 });
/** A piece of a tensor. @param {object} matrix @param {number} [left] */
const piece = (matrix, left = 0) => /** @type {any} */ ({ left, width: 10, of: [matrix, null, 1, 'ramp'] });

function open() {
  const seen = { made: 0, woven: 0 };
  const clothOf = createLoft(() => /** @type {any} */ ({ number: (seen.made += 1), weave: () => void (seen.woven += 1) }));
  return { seen, clothOf };
}

test('a block that is opened again is not woven again, while it is of the same tensors at the same places', () => {
  const { seen, clothOf } = open();
  const [first, second] = [{}, {}];
  const cloth = clothOf(0, 100, rows(70), [piece(first)]);
  assert.notEqual(clothOf(1, 100, rows(70), [piece(second)]), cloth);
  assert.equal(clothOf(0, 100, rows(70), [piece(first)]), cloth);
  assert.deepEqual(seen, { made: 2, woven: 2 });
  const others = [() => clothOf(0, 100, rows(70), [piece({})]), () => clothOf(0, 100, rows(70), [piece(first, 1)]), () => clothOf(0, 101, rows(70), [piece(first)]), () => clothOf(0, 100, rows(71), [piece(first)])];
  others.forEach((again, i) => {
    again();
    assert.equal(seen.woven, 3 + i, `change ${i}`);
  });
});

test('another text lets all other cloths go, which hold the tensors of the one before', () => {
  const { seen, clothOf } = open();
  const [first, second] = [{}, {}];
  clothOf(0, 100, rows(70), [piece(first)]);
  clothOf(1, 100, rows(70), [piece(second)]);
  clothOf(1, 100, rows(70), [piece({})]);
  assert.deepEqual(seen, { made: 2, woven: 3 });
  clothOf(0, 100, rows(70), [piece(first)]);
  assert.deepEqual(seen, { made: 3, woven: 4 });
});

test('so many are kept and no more, the one on show always', () => {
  const { seen, clothOf } = open();
  const matrices = [{}, {}, {}];
  for (const block of [0, 1, 2, 2, 1]) clothOf(block, 1500, rows(1000), [piece(/** @type {object} */ (matrices[block]))]);
  assert.equal(seen.woven, 3, 'two have room');
  clothOf(0, 1500, rows(1000), [piece(/** @type {object} */ (matrices[0]))]);
  assert.equal(seen.woven, 4);
  clothOf(0, 5000, rows(1000), [piece(/** @type {object} */ (matrices[0]))]);
  clothOf(0, 5000, rows(1000), [piece(/** @type {object} */ (matrices[0]))]);
  assert.equal(seen.woven, 5);
});
