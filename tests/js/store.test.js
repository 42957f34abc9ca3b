/** The store: who is told, when, and with what. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState } from '../../static/js/state/initial.js';
import { labTransitions } from '../../static/js/state/lab.js';
import { bind, createStore } from '../../static/js/state/store.js';
import { transitions } from '../../static/js/state/transitions.js';

function open() {
  const store = createStore(initialState());
  return { store, act: bind(store, { ...transitions, ...labTransitions }) };
}

test('subscribers hear a change before the dispatch returns, in order', () => {
  const { store, act } = open();
  /** @type {unknown[]} */
  const heard = [];
  store.subscribe((state) => heard.push(['first', state.stage]));
  store.subscribe((state) => heard.push(['second', state.stage]));
  act.openStage(6);
  assert.deepEqual(heard, [['first', 6], ['second', 6]]);
});

test('nobody hears of a transition that changes nothing', () => {
  const { store, act } = open();
  store.subscribe(() => assert.fail('told of nothing'));
  act.openStage(3);
  act.setMask('causal');
  assert.equal(store.state.stage, 3);
});

test('a subscriber may dispatch: all hear the newest state last, none inside another', () => {
  const { store, act } = open();
  let depth = 0;
  /** @type {number[]} */
  const heard = [];
  store.subscribe((state) => {
    depth++;
    assert.equal(depth, 1);
    if (state.stage === 6) act.openStage(1);
    depth--;
  });
  store.subscribe((state) => heard.push(state.stage));
  act.openStage(6);
  assert.equal(heard.at(-1), 1);
  assert.equal(store.state.stage, 1);
});

test('who comes after a subscriber that dispatches hears once, the newest', () => {
  const { store, act } = open();
  /** @type {number[]} */
  const heard = [];
  store.subscribe((state) => state.stage === 6 && act.openStage(1));
  store.subscribe((state) => heard.push(state.stage));
  act.openStage(6);
  assert.deepEqual(heard, [1]);
});

test('a subscriber that fails does not leave the store deaf', () => {
  const { store, act } = open();
  let fails = true;
  store.subscribe(() => {
    if (fails) throw new Error('a view broke');
  });
  assert.throws(() => act.openStage(6), /a view broke/);
  fails = false;
  let heard = 0;
  store.subscribe((state) => (heard = state.stage));
  act.openStage(2);
  assert.equal(heard, 2);
});
