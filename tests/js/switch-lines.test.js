import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '../../static/js/views/switch-lines.js';

/** Switches of 24 px whose columns are so far apart. @param {number} apart @param {number} count */
const row = (apart, count) => Array.from({ length: count }, (_, i) => ({ left: i * apart, right: i * apart + 24, width: 24 }));

test('where columns are wide enough, all stand in one line; else in as many as it takes', () => {
  assert.deepEqual(linesOf(row(24, 4)), [0, 0, 0, 0]);
  assert.deepEqual(linesOf(row(20, 5)), [0, 1, 0, 1, 0]);
  assert.deepEqual(linesOf(row(10, 6)), [0, 1, 2, 0, 1, 2]);
});

test('what has room again stands in the lowest line', () => {
  assert.deepEqual(linesOf([...row(20, 2), { left: 60, right: 100, width: 40 }, { left: 99, right: 120, width: 21 }]), [0, 1, 0, 1]);
});

test('a switch that is not on show takes no room', () => {
  assert.deepEqual(linesOf([{ left: 0, right: 0, width: 0 }, ...row(24, 2)]), [0, 0, 0]);
});
