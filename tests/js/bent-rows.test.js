import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bendRows, linesOf, strongest } from '../../static/js/draw/bent-rows.js';
import { layRows } from '../../static/js/draw/rows.js';

/** @param {number} count @param {(rows: import('../../static/js/draw/bent-rows.js').BentRows, selected: number) => void} check */
const wherever = (count, check) => {
  for (let selected = 0; selected < count; selected++) check(bendRows(count, selected, 14), selected);
};

test('eleven rows around the selected one can be read, all others are a pixel', () => {
  const rows = bendRows(128, 43, 14);
  assert.deepEqual([rows.from, rows.to], [38, 49]);
  assert.deepEqual([0, 37, 38, 43, 48, 49, 127].map(rows.height), [1, 1, 12, 22, 12, 1, 1]);
  assert.equal(rows.total, 117 + 11 * 12 + 10);
  assert.equal(rows.top(43), 38 + 5 * 12);
});

test('the height is the same wherever the lens is', () => {
  for (const count of [65, 100, 128, 129, 200, 255, 256, 512, 1024]) {
    const heights = new Set();
    wherever(count, ({ total }) => heights.add(total));
    assert.equal(heights.size, 1, String(count));
  }
});

test('of 256 positions two share a pixel, and none is lost', () => {
  wherever(256, (rows, selected) => {
    assert.ok(rows.from <= selected && selected < rows.to);
    assert.equal(rows.to - rows.from, 11);
    assert.deepEqual(rows.lines.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i)), Array.from({ length: 256 }, (_, i) => i));
    const outside = rows.lines.filter(({ first }) => first < rows.from || first >= rows.to);
    assert.ok(outside.every(({ height, first, end }) => height === 1 && end - first <= 2));
    assert.equal(outside.length, 123); // ⌈245 / 2⌉
  });
});

test('the longest context there is still has its selected row under the lens', () => {
  wherever(1024, (rows, selected) => assert.ok(rows.from <= selected && selected < rows.to));
});

test('every height belongs to a row that is drawn there, and every row has a height', () => {
  for (const count of [65, 128, 256]) {
    for (const selected of [0, 1, 6, 7, 60, count - 2, count - 1]) {
      const rows = bendRows(count, selected, 12);
      for (let position = 0; position < count; position++) {
        const found = rows.at(rows.middle(position));
        assert.ok(found <= position && position < found + rows.share, `${count} ${selected} ${position}`);
        if (position >= rows.from && position < rows.to) assert.equal(found, position);
      }
      assert.equal(rows.at(-0.1), -1);
      assert.equal(rows.at(rows.total), -1);
    }
  }
});

test('lines lie one under the other without gaps', () => {
  wherever(200, ({ lines, total }) => {
    let end = 0;
    for (const { top, height } of lines) {
      assert.equal(top, end);
      end += height;
    }
    assert.equal(end, total);
  });
});

test('rows that are not bent have one line each', () => {
  assert.deepEqual(linesOf(layRows(3, 1, 14)).map(({ top, height }) => [top, height]), [[0, 14], [14, 22], [36, 14]]);
});

test('of those that share a pixel the larger magnitude wins, with its sign', () => {
  assert.equal(strongest([1, -3, 2], { first: 0, end: 3, top: 0, height: 1 }), -3);
  assert.equal(strongest([null, 0.5], { first: 0, end: 2, top: 0, height: 1 }), 0.5);
  assert.equal(strongest([null], { first: 0, end: 1, top: 0, height: 1 }), null);
});
