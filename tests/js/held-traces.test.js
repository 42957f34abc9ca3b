/** Traces held for the slider: what is at hand, how much of it, and when it goes. Replies and idle time are given by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHeldParameters } from '../../static/js/api/held-parameters.js';
import { createHeldTraces } from '../../static/js/api/held-traces.js';
import { Refused } from '../../static/js/api/refused.js';
import { setMode, setStep } from '../../static/js/state/mode.js';
import { nearby } from '../../static/js/state/nearby.js';
import { PLAIN, traceOf, tracedState } from './traces.js';

/** Let every promise that is already settled take its course. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** In Train at a step, with a run's saved steps. @param {number[]} saved @param {number} [numbers] in a trace's logits */
function open(saved, numbers = 1) {
  const start = { ...setStep(setMode(tracedState(), 'train'), 20), pending: false, traced: null, training: /** @type {any} */ ({ run: 1, saved }) };
  const page = {
    state: /** @type {import('../../static/js/types.js').State} */ (start),
    /** @type {(number | null)[]} */
    asked: [],
    refuses: false,
    /** @type {(() => void)[]} */
    idle: [],
  };
  const traces = createHeldTraces({
    state: () => page.state,
    nearby,
    whenIdle: (task) => page.idle.push(task),
    postTrace: async ({ drafts, step }) => {
      page.asked.push(step);
      if (page.refuses) throw new Refused({ code: 'step_unknown', message: '', record: null, details: {} });
      const trace = traceOf(drafts);
      /** @type {any} */ (trace).records[0].tensors.logits = [Array(numbers).fill(step)];
      return trace;
    },
  });
  /** @param {number | null} step */
  const post = (step) => traces.post({ kind: 'trace', drafts: page.state.drafts, ...PLAIN, mask: 'causal', fault: null, step });
  /** Idle until nothing more is asked for. */
  const rest = async () => {
    for (await settle(); page.idle.length; await settle()) page.idle.shift()?.();
  };
  return { page, traces, post, rest };
}

test('what was asked for once is there at once, and the same', async () => {
  const { page, post } = open([]);
  const first = await post(20);
  assert.equal(await post(20), first);
  assert.deepEqual(page.asked, [20]);
});

test('when idle the nearest come first, one at a time, and nothing waits for them', async () => {
  const { page, traces, post, rest } = open([0, 10, 20, 30, 40]);
  traces.ask();
  assert.deepEqual([page.asked, page.idle.length], [[], 1], 'not before it is idle');
  await post(20);
  await settle();
  assert.deepEqual([page.asked, page.idle.length], [[20], 1]);
  page.idle.shift()?.();
  page.idle.shift()?.();
  assert.deepEqual(page.asked, [20, 30]);
  const under = post(30);
  await rest();
  assert.deepEqual(page.asked, [20, 30, 10, 40, 0]);
  assert.equal(await under, await post(30));
  assert.equal(page.asked.length, 5);
});

test('what was on show before is held too, and says how large the others are', async () => {
  const { page, traces, post, rest } = open([0, 10, 20, 30]);
  const trace = traceOf(page.state.drafts);
  page.state = { ...page.state, traced: { drafts: page.state.drafts, ...PLAIN, mask: 'causal', fault: null, step: 20, trace, milliseconds: 1 } };
  traces.ask();
  await rest();
  assert.deepEqual(page.asked, [30, 10, 0]);
  assert.equal(await post(20), trace);
});

test('once what was asked for by hand is here, it goes on', async () => {
  const { page, traces, post, rest } = open([0, 10, 20, 30]);
  await post(20);
  page.state = { ...page.state, pending: true };
  await rest();
  assert.deepEqual(page.asked, [20]);
  page.state = { ...page.state, pending: false };
  traces.ask();
  await rest();
  assert.deepEqual(page.asked, [20, 30, 10, 0]);
});

test('nothing is asked for while a trace is waited for, nor in another mode', async () => {
  const { page, traces, post, rest } = open([0, 10, 20, 30]);
  page.state = { ...page.state, pending: true };
  await post(20);
  await rest();
  assert.deepEqual(page.asked, [20]);
  page.state = setMode({ ...page.state, pending: false }, 'explore');
  traces.ask();
  await rest();
  assert.deepEqual(page.asked, [20]);
});

test('other records, another lever or another run: all of it goes', async () => {
  for (const change of /** @type {((state: any) => any)[]} */ ([
    (state) => ({ ...state, drafts: [...state.drafts] }),
    (state) => ({ ...state, mode: 'break', fault: 'mask-missing' }),
    (state) => ({ ...state, mode: 'explore', mask: 'none' }),
    (state) => ({ ...state, training: { ...state.training, run: 2 } }),
  ])) {
    const { page, traces, post } = open([]);
    await post(20);
    const before = page.state;
    page.state = change(before);
    traces.ask();
    page.state = before;
    await post(20);
    assert.deepEqual(page.asked, [20, 20]);
  }
});

test('a reply of a run that is gone is not held for the next', async () => {
  const { page, traces, post } = open([]);
  const late = post(20);
  page.state = { ...page.state, training: /** @type {any} */ ({ run: 2, saved: [] }) };
  traces.ask();
  assert.notEqual(await post(20), await late);
});

test('records beside those on show pass through', async () => {
  const { page, traces } = open([]);
  const other = { kind: /** @type {const} */ ('baseline'), drafts: [...page.state.drafts], ...PLAIN, mask: /** @type {const} */ ('causal'), fault: null, step: 20 };
  await traces.post(other);
  await traces.post(other);
  assert.deepEqual(page.asked, [20, 20]);
});

test('so much is held and no more; what is farthest goes', async () => {
  const { page, traces, post, rest } = open([0, 10, 20, 30, 40, 50], 1_300_000);
  await post(20);
  await rest();
  assert.deepEqual(page.asked, [20, 30, 10]);
  page.state = { ...setStep(page.state, 50), pending: false };
  await post(50);
  await rest();
  assert.deepEqual(page.asked, [20, 30, 10, 50, 40]);
  await post(30);
  assert.equal(page.asked.length, 5);
  await post(10);
  assert.equal(page.asked.length, 6, 'that one was dropped');
  traces.ask();
});

test('a trace larger than all there may be is shown and not held in number', async () => {
  const { page, post, rest } = open([0, 10, 20, 30], 5_000_000);
  await post(20);
  await rest();
  assert.deepEqual(page.asked, [20]);
});

test('a refusal ends it until somebody asks by hand; no refusal is held', async () => {
  const { page, post, rest } = open([0, 10, 20, 30]);
  await post(20);
  page.refuses = true;
  await rest();
  assert.deepEqual(page.asked, [20, 30]);
  await assert.rejects(post(30), Refused);
  page.refuses = false;
  await post(30);
  await rest();
  assert.deepEqual(page.asked, [20, 30, 30, 30, 10, 0]);
});

test('parameters are held for the run, whatever the records', async () => {
  const saved = [0, 10, 20];
  let state = /** @type {import('../../static/js/types.js').State} */ ({ ...setMode(tracedState(), 'train'), pending: false, training: /** @type {any} */ ({ run: 1, saved }) });
  /** @type {(number | null)[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const idle = [];
  const held = createHeldParameters({
    state: () => state,
    nearby,
    whenIdle: (task) => idle.push(task),
    getParameters: async (step) => {
      asked.push(step);
      return { parameters: [] };
    },
  });
  const first = await held.get(0);
  state = { ...state, drafts: [...state.drafts] };
  held.ask();
  assert.equal(await held.get(0), first);
  for (await settle(); idle.length; await settle()) idle.shift()?.();
  assert.deepEqual([asked, held.has(20)], [[0, 10, 20], true]);
  state = { ...state, training: /** @type {any} */ ({ run: 2, saved }) };
  held.ask();
  assert.equal(held.has(20), false);
});
