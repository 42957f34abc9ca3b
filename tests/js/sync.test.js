/** Asking the server: order, refusals, absence. Replies and time are given by hand; nothing waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused } from '../../static/js/api/refused.js';
import { createSync } from '../../static/js/api/sync.js';
import { initialState } from '../../static/js/state/initial.js';
import { inForce, isTraceOf } from '../../static/js/state/in-force.js';
import { labTransitions } from '../../static/js/state/lab.js';
import { bind, createStore } from '../../static/js/state/store.js';
import { transitions } from '../../static/js/state/transitions.js';
import { wanted } from '../../static/js/state/wanted.js';
import { traceOf } from './traces.js';

/** @param {string} code @param {number | null} [record] */
const refusal = (code, record = null) => new Refused({ code, message: code, record, details: {} });

function open() {
  /** @type {{texts: string[], mask: string, reply: () => void, refuse: (reason: unknown) => void}[]} */
  const asked = [];
  /** @type {{again: () => void, milliseconds: number}[]} */
  const timers = [];
  const store = createStore(initialState());
  const act = bind(store, { ...transitions, ...labTransitions });
  const sync = createSync({
    state: () => store.state,
    act,
    wanted,
    inForce,
    isTraceOf,
    now: () => 0,
    after: (again, milliseconds) => timers.push({ again, milliseconds }),
    postTokenize: async () => ({ ids: [1, 2, 3] }),
    postTrace: ({ drafts, mask }) =>
      new Promise((resolve, refuse) => {
        asked.push({ texts: drafts.map(({ text }) => text), mask, reply: () => resolve(traceOf(drafts, mask)), refuse });
      }),
  });
  store.subscribe(sync.ask);
  sync.ask();
  return { store, act, asked, timers };
}

/** Let every promise that is already settled take its course. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** @param {ReturnType<typeof open>} page */
const shownText = ({ store }) => store.state.traced?.trace.records[0]?.text;

test('the request leaves within the dispatch that made it necessary', async () => {
  const page = open();
  page.asked[0]?.reply();
  await settle();
  page.act.editRecord(0, 'a');
  assert.equal(page.asked.length, 2);
  assert.equal(page.store.state.pending, true);
});

test('one request in flight; the newest wish next, those between never sent', async () => {
  const page = open();
  for (const text of ['a', 'ab', 'abc']) page.act.editRecord(0, text);
  assert.equal(page.asked.length, 1);
  page.asked[0]?.reply();
  await settle();
  assert.deepEqual(page.asked.map(({ texts }) => texts[0]).slice(1), ['abc']);
  assert.equal(page.store.state.pending, true);
  page.asked[1]?.reply();
  await settle();
  assert.equal(shownText(page), 'abc');
  assert.equal(page.store.state.pending, false);
  assert.equal(page.asked.length, 2);
});

test('a refusal about records that have changed since is not shown', async () => {
  const page = open();
  page.act.editRecord(0, 'newer');
  page.asked[0]?.refuse(refusal('record_too_long', 0));
  await settle();
  assert.equal(page.store.state.refusal, null);
  assert.equal(page.asked[1]?.texts[0], 'newer');
});

test('a record that is too long keeps the last trace and shows its own tokens', async () => {
  const page = open();
  page.asked[0]?.reply();
  await settle();
  page.act.editRecord(1, 'very long');
  page.asked[1]?.refuse(refusal('record_too_long', 1));
  await settle();
  const { state } = page.store;
  assert.equal(state.refusal?.record, 1);
  assert.deepEqual(state.overlong, { record: 1, ids: [1, 2, 3] });
  assert.equal(state.drafts[1]?.text, 'very long');
  assert.equal(state.traced?.trace.records[1]?.text, 'The key is blue. Answer: blue.');
  assert.equal(page.asked.length, 2, 'the same question would get the same answer');
  page.act.editRecord(1, 'short');
  page.asked[2]?.reply();
  await settle();
  assert.deepEqual([page.store.state.refusal, page.store.state.overlong], [null, null]);
});

test('remembered records that have no trace give way to those on show', async () => {
  const page = open();
  page.asked[0]?.refuse(refusal('record_too_long', 0));
  await settle();
  page.act.editRecord(0, 'short');
  page.asked[1]?.reply();
  await settle();
  const { state } = page.store;
  assert.deepEqual(page.asked[2]?.texts, state.baseline.map(({ text }) => text), 'what the records differ from is asked for');
  page.asked[2]?.refuse(refusal('record_too_long', 0));
  await settle();
  assert.deepEqual([page.store.state.refusal, page.store.state.baseline], [null, state.drafts]);
  assert.equal(page.store.state.baselineTraced, page.store.state.traced);
  assert.equal(page.asked.length, 3);
});

test('a baseline that is not to be had for other reasons is kept, and the reason told', async () => {
  const page = open();
  page.asked[0]?.reply();
  await settle();
  page.act.editRecord(0, 'a');
  page.act.toggleMask();
  page.asked[1]?.reply();
  await settle();
  page.asked.at(-1)?.reply();
  await settle();
  const { baseline } = page.store.state;
  page.asked.at(-1)?.refuse(refusal('unreachable'));
  await settle();
  assert.deepEqual([page.store.state.refusal?.code, page.store.state.baseline], ['unreachable', baseline]);
});

test('an absent server is asked again, ever less often, and nothing typed is lost', async () => {
  const page = open();
  const away = () => page.asked.at(-1)?.refuse(refusal('unreachable'));
  away();
  await settle();
  assert.equal(page.store.state.refusal?.code, 'unreachable');
  page.act.editRecord(0, 'typed meanwhile');
  away();
  await settle();
  for (let i = 0; i < 6; i++) {
    assert.equal(page.timers.length, i + 1, 'one timer at a time');
    page.timers[i]?.again();
    away();
    await settle();
  }
  const pauses = page.timers.map(({ milliseconds }) => milliseconds);
  assert.deepEqual(pauses, [...pauses].sort((a, b) => a - b));
  assert.equal(pauses.at(-1), 8000);
  page.timers.at(-1)?.again();
  page.asked.at(-1)?.reply();
  await settle();
  assert.equal(shownText(page), 'typed meanwhile');
  assert.equal(page.store.state.refusal, null);
});

test('an edit in the lab is compared under the same mask, with one request for each side', async () => {
  const page = open();
  const answer = async () => {
    page.asked.at(-1)?.reply();
    await settle();
  };
  await answer();
  page.act.replaceToken(6, 270);
  await answer();
  assert.equal(page.asked.length, 2, 'the remembered records are traced already');
  page.act.setMask('none');
  await answer();
  await answer();
  const { traced, baselineTraced, baseline } = page.store.state;
  assert.deepEqual([traced?.mask, baselineTraced?.mask], ['none', 'none']);
  assert.deepEqual(baselineTraced?.drafts, baseline);
  assert.equal(page.asked.length, 4);
});
