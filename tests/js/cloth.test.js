import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bendRows } from '../../static/js/draw/bent-rows.js';
import { bandsOf, CLEAR, sharesOf, spread, wovenRows } from '../../static/js/draw/cloth.js';

test('every line of the loom is the woven row of its own positions, wherever the lens is', () => {
  for (const count of [65, 128, 200, 256, 300, 1024]) {
    for (let selected = 0; selected < count; selected++) {
      const rows = bendRows(count, selected, 14);
      const { groups } = wovenRows(count, rows.share);
      const laid = bandsOf(rows).flatMap(({ row, rows: high, top, height }) =>
        Array.from({ length: high }, (_, i) => ({ positions: groups[row + i], top: top + (i * height) / high, height: height / high })),
      );
      const wanted = rows.lines.map(({ first, end, top, height }) => ({ positions: [first, end], top, height }));
      assert.deepEqual(laid, wanted, `${count} ${selected}`);
    }
  }
});

/** @param {ArrayLike<number>} row @param {number} pixels @param {boolean[]} [visible] */
function spreadInto(row, pixels, visible) {
  const into = new Float64Array(pixels);
  spread(row, into, 0, sharesOf(row.length, pixels), visible);
  return [...into];
}

test('a wide row keeps the largest magnitude of each pixel, with its sign', () => {
  assert.deepEqual(spreadInto(Float32Array.of(1, -4, 2, 3, 0, -0.5), 3), [-4, 3, -0.5]);
});

test('a narrow row gives each entry several pixels', () => {
  assert.deepEqual(spreadInto([1, 2], 4), [1, 1, 2, 2]);
});

test('what is not visible is no number, and does not win', () => {
  assert.deepEqual(spreadInto([0.1, 9, 9, 9], 2, [true, false, false, false]), [0.1, CLEAR]);
});
