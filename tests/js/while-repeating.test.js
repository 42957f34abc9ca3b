import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState } from '../../static/js/state/initial.js';
import { whileRepeating } from '../../static/js/views/while-repeating.js';

/** A view whose key is held when the test says so. @param {string} data */
function driven(data) {
  /** @type {number[]} positions that it has drawn */
  const drawn = [];
  /** @type {Set<string>} */
  const classes = new Set();
  const focus = { isWithin: false };
  const root = /** @type {any} */ ({ matches: () => focus.isWithin, classList: { add: (/** @type {string} */ name) => classes.add(name), remove: (/** @type {string} */ name) => classes.delete(name) } });
  const keys = { held: false, tasks: /** @type {(() => void)[]} */ ([]) };
  const repeating = { isHeld: () => keys.held, afterwards: (/** @type {() => void} */ task) => void keys.tasks.push(task) };
  const view = whileRepeating(() => ({ update: ({ pos }) => void drawn.push(pos) }), () => repeating)(root, /** @type {any} */ ({}));
  const traced = /** @type {any} */ ({});
  const at = (/** @type {number} */ pos, of = traced) => ({ ...initialState(), pos, traced: of, model: /** @type {any} */ ({ config: { data } }) });
  return { drawn, classes, keys, focus, view, at };
}

test('while an arrow is held a large model\'s numbers are left out and faded, and follow when it rests', () => {
  const { drawn, classes, keys, view, at } = driven('stream');
  view.update(at(3));
  keys.held = true;
  for (const pos of [4, 5, 6]) view.update(at(pos));
  assert.deepEqual([drawn, [...classes]], [[3], ['resting']]);
  keys.held = false;
  keys.tasks[0]?.();
  assert.deepEqual([drawn, [...classes]], [[3, 6], []]);
});

test('another text is shown at once, whatever is held', () => {
  const { drawn, classes, keys, view, at } = driven('stream');
  view.update(at(3));
  keys.held = true;
  view.update(at(4));
  view.update(at(4, /** @type {any} */ ({})));
  assert.deepEqual([drawn, [...classes]], [[3, 4], []]);
});

test('a map that the arrow walks in follows it', () => {
  const { drawn, keys, focus, view, at } = driven('stream');
  view.update(at(3));
  Object.assign(keys, { held: true });
  Object.assign(focus, { isWithin: true });
  view.update(at(4));
  assert.deepEqual(drawn, [3, 4]);
});

test('a small model leaves out nothing', () => {
  const { drawn, keys, view, at } = driven('records');
  keys.held = true;
  for (const pos of [3, 4]) view.update(at(pos));
  assert.deepEqual(drawn, [3, 4]);
});
