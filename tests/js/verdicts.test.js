import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withNaN } from '../../static/js/api/not-a-number.js';
import { Refused } from '../../static/js/api/refused.js';
import { createVerdicts } from '../../static/js/api/verdicts.js';
import { faultsArrived, verdictsArrived } from '../../static/js/state/late-arrivals.js';
import { initialState } from '../../static/js/state/initial.js';
import { traceOf } from './traces.js';

const FAULTS = ['one', 'two', 'three'].map((name) => ({ name, stage: 1, first: 'targets' }));
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {Partial<import('../../static/js/types.js').State>} start */
function lab(start) {
  let state = { ...initialState(), ...start };
  /** @type {string[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const later = [];
  let isAway = false;
  const act = /** @type {any} */ ({
    faultsArrived: (/** @type {any} */ faults, /** @type {any} */ checks) => (state = faultsArrived(state, faults, checks)),
    verdictsArrived: (/** @type {any} */ fault, /** @type {any} */ verdicts) => (state = verdictsArrived(state, fault, verdicts)),
  });
  const verdicts = createVerdicts({
    state: () => state,
    act,
    getFaults: async () => {
      asked.push('list');
      return { faults: FAULTS, checks: ['shapes'] };
    },
    getVerdicts: async (fault) => {
      asked.push(fault);
      if (isAway) throw new Refused({ code: 'unreachable', message: '', record: null, details: {} });
      return { verdicts: [] };
    },
    after: (again) => void later.push(again),
  });
  return { ask: verdicts.ask, asked, later, setAway: (/** @type {boolean} */ away) => (isAway = away), set: (/** @type {any} */ change) => (state = { ...state, ...change }) };
}

test('nothing is asked outside Break', async () => {
  const { ask, asked } = lab({});
  ask();
  await settled();
  assert.deepEqual(asked, []);
});

test('the list, then the chosen fault, then the others in order, each once', async () => {
  const { ask, asked } = lab({ mode: 'break', fault: 'two' });
  ask();
  ask();
  await settled();
  ask();
  assert.deepEqual(asked, ['list', 'two', 'one', 'three']);
});

test('leaving Break stops the asking', async () => {
  const { ask, asked, set } = lab({ mode: 'break', faults: FAULTS });
  ask();
  set({ mode: 'explore' });
  await settled();
  assert.deepEqual(asked, ['one']);
});

test('a server that is away is asked again after a pause', async () => {
  const { ask, asked, later, setAway } = lab({ mode: 'break', faults: FAULTS });
  setAway(true);
  ask();
  await settled();
  ask();
  assert.deepEqual(asked, ['one']);
  setAway(false);
  later.pop()?.();
  await settled();
  assert.deepEqual(asked, ['one', 'one', 'two', 'three']);
});

test('null is NaN where a number should be, and stays null where there is none', () => {
  const trace = traceOf(initialState().drafts, 'causal', 2);
  const record = /** @type {any} */ (trace.records[0]);
  trace.records = [record];
  record.targets = [65, -100];
  record.losses = [null, null];
  record.tensors = {
    logits: [[1, null], [2, 3]],
    blocks: [{ visible: [[[true, false], [true, true]]], scores: [[[null, null], [1, null]]], weights: [[[null, 0], [1, 0]]] }],
  };
  const { records, loss } = withNaN(trace);
  const { tensors, losses } = /** @type {any} */ (records[0]);
  assert.equal(loss, 5);
  assert.deepEqual(losses, [NaN, null]);
  assert.deepEqual(tensors.logits, [[1, NaN], [2, 3]]);
  assert.deepEqual(tensors.blocks[0].scores, [[[NaN, null], [1, NaN]]]);
  assert.deepEqual(tensors.blocks[0].weights, [[[NaN, 0], [1, 0]]]);
});
