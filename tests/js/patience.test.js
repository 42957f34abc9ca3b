import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPatience } from '../../static/js/api/patience.js';
import { initialState } from '../../static/js/state/initial.js';

/** @typedef {import('../../static/js/types.js').State} State */
/** @typedef {import('../../static/js/types.js').TraceRequest} TraceRequest */

test('what can wait is not asked for while keys follow one another; what cannot is, at once', () => {
  /** @type {(() => void)[]} */
  const timers = [];
  /** @type {(TraceRequest | null)[]} */
  const asked = [];
  const traced = () => /** @type {any} */ ({});
  let state = /** @type {State} */ ({ ...initialState(), traced: traced() });
  let wish = /** @type {any} */ ({ kind: 'slice', canWait: true });
  const ask = () => void asked.push(wanted(state));
  const wanted = createPatience({ wanted: () => wish, state: () => state, after: (again) => void timers.push(again), ask });
  ask();
  ask();
  assert.deepEqual([asked, timers.length], [[null, null], 1], 'one moment at a time is waited for');
  state = { ...state, traced: traced() };
  timers[0]?.();
  assert.deepEqual([asked.at(-1), timers.length], [null, 2], 'another trace came meanwhile');
  timers[1]?.();
  assert.equal(asked.at(-1), wish);
  wish = { kind: 'trace' };
  state = { ...state, traced: traced() };
  ask();
  assert.equal(asked.at(-1), wish);
});
