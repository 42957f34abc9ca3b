/** A group of buttons that come and go has one tab stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rove } from '../../static/js/views/roving.js';

test('a button that went as the tab stop is none when it comes back', () => {
  const stops = [false, false, false];
  const all = stops.map((_, at) => /** @type {any} */ ({ setAttribute: (/** @type {string} */ _, /** @type {string} */ to) => (stops[at] = to === '0') }));
  let here = all;
  const { settle } = rove(/** @type {any} */ ({ addEventListener() {} }), () => [here]);
  settle(all[2]);
  assert.deepEqual(stops, [false, false, true]);
  here = all.slice(0, 2);
  settle();
  here = all;
  settle();
  assert.deepEqual(stops, [true, false, false]);
  here = [];
  settle();
  here = all.slice(1);
  settle();
  assert.deepEqual(stops, [false, true, false]);
});
