/** One model after another: what is asked for, when the page changes, and that it changes at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpening } from '../../static/js/api/opening.js';
import { Refused } from '../../static/js/api/refused.js';
import { firstRecords, firstRequest } from '../../static/js/state/first-records.js';
import { toHash } from '../../static/js/state/hash.js';
import { initialState } from '../../static/js/state/initial.js';
import { modelsTransitions } from '../../static/js/state/models.js';
import { hasBlock, selectionFor, wantedOfAny } from '../../static/js/state/selection-of-trace.js';
import { sliceTransitions } from '../../static/js/state/slices.js';
import { drafted } from '../../static/js/state/text-window.js';
import { bind, createStore } from '../../static/js/state/store.js';
import { transitions } from '../../static/js/state/transitions.js';
import { fromHash } from '../../static/js/state/url.js';
import { wanted } from '../../static/js/state/wanted.js';
import { traceOf, tracedState } from './traces.js';

/** @typedef {import('../../static/js/types.js').State} State */
/** @typedef {import('../../static/js/types.js').TraceRequest} TraceRequest */

const STREAM = { name: 'shakespeare', context_length: 4, width: 2, heads: 1, ffn_width: 2, blocks: 3, vocabulary_size: 5, tokenizer: 'characters', data: 'stream' };
const INFO = /** @type {any} */ ({ name: 'shakespeare', trained_step: 9, config: STREAM, identities: { tokenizer: 'other', text: 'its text' } });
const VOCABULARY = /** @type {any} */ ([...'Thek '].map((name, id) => ({ id, kind: 'character', hex: name.charCodeAt(0).toString(16), name })));

/** @param {State} state @param {Record<string, unknown>} [ports] */
function page(state, ports = {}) {
  const store = createStore(state);
  const act = bind(store, { ...transitions, ...modelsTransitions, ...sliceTransitions });
  /** @type {TraceRequest[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const replies = [];
  const opening = createOpening(/** @type {any} */ ({
    state: () => store.state,
    act,
    firstRecords,
    firstRequest,
    getModel: async () => INFO,
    getVocabulary: async () => ({ entries: VOCABULARY }),
    getCorpus: () => Promise.reject(refusal('corpus_missing')),
    windowOf: (/** @type {any} */ { split, from, total }) => ({ split, from, total }),
    drafted,
    getPiece: async (/** @type {unknown} */ _, /** @type {any} */ place) => ({ ...place, total: 40, text: 'The ', ids: [0, 1, 2, 4], next: 3 }),
    postTrace: (/** @type {TraceRequest} */ request) => {
      asked.push(request);
      return new Promise((resolve) => replies.push(() => resolve(folded(request))));
    },
    loadNames: () => undefined,
    now: () => 0,
    after: () => undefined,
    ...ports,
  }));
  store.subscribe(opening.ask);
  opening.ask();
  return { store, act, asked, replies };
}

const refusal = (/** @type {string} */ code) => new Refused({ code, message: code, record: null, details: {} });

/** What a trace of three blocks holds of which one is open. @param {TraceRequest} request */
function folded({ drafts, selection }) {
  const trace = traceOf(drafts, 'causal', 4);
  const of = (/** @type {number} */ block) => ({ weights: [[]], block_output: [[block]], ...(selection?.blocks?.includes(block) && { norm1: [[block]] }) });
  for (const record of trace.records) record.tensors = /** @type {any} */ ({ blocks: [0, 1, 2].map(of) });
  return trace;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('the model on show stays, numbers and name, until all of the next is here', async () => {
  const { store, act, asked, replies } = page({ ...tracedState(), model: /** @type {any} */ ({ name: 'mg-1', config: {}, identities: { tokenizer: 'ours' } }) });
  const before = store.state;
  act.openModel('shakespeare');
  await settle();
  assert.deepEqual([asked[0]?.model, asked[0]?.drafts[0]?.text, asked[0]?.drafts[0]?.next], ['shakespeare', 'The ', 3]);
  for (const part of /** @type {const} */ (['model', 'modelName', 'drafts', 'traced', 'vocabulary'])) assert.equal(store.state[part], before[part], part);
  replies[0]?.();
  await settle();
  const { state } = store;
  assert.deepEqual([state.modelName, state.model, state.opening, state.traced?.drafts === state.drafts, state.pos], ['shakespeare', INFO, null, true, 3]);
  assert.deepEqual(state.window, { split: 'validation', from: 0, total: 40 });
  assert.equal(wanted(state), null, 'its trace is the one that it came with');
  assert.equal(state.parameters, null);
});

test('a model that learned elsewhere, and came without its text, is asked for none', async () => {
  const asked = [];
  const info = { ...INFO, config: { ...STREAM, tokenizer: 'ids' }, identities: {} };
  const { store, act, replies } = page(tracedState(), { getModel: async () => info, getPiece: async (/** @type {unknown[]} */ ...place) => asked.push(place) });
  act.openModel('shakespeare');
  await settle();
  replies[0]?.();
  await settle();
  assert.equal(store.state.modelName, 'shakespeare');
  assert.deepEqual([asked, store.state.window, store.state.drafts.map(({ text }) => text)], [[], null, ['1 3 0 2']]);
});

test('a newer wish drops the older one, and one that is taken back leaves all as it was', async () => {
  const { store, act, asked, replies } = page(tracedState());
  act.openModel('first');
  await settle();
  act.openModel('shakespeare');
  await settle();
  replies[0]?.();
  await settle();
  assert.equal(store.state.modelName, null);
  act.modelNotOpened();
  replies[1]?.();
  await settle();
  assert.deepEqual([asked.map(({ model }) => model), store.state.modelName], [['first', 'shakespeare'], null]);
});

test('a link to a model asks for no trace of another, and to one that there is not opens the first and names it', async () => {
  const linked = { ...initialState(), ...fromHash('#model=lost&pos=3') };
  assert.equal(wanted(linked), null);
  assert.equal(toHash(linked), 'model=lost&pos=3');
  const { store } = page(linked, { getModel: () => Promise.reject(refusal('model_unknown')) });
  await settle();
  assert.deepEqual([store.state.missing, store.state.opening, store.state.modelName], ['lost', null, null]);
  assert.equal(wanted(store.state)?.model, null);
});

test('a link brings a window of the text, position and block, and is the same link again', async () => {
  const hash = 'pos=2&b=1&model=shakespeare&at=validation:17';
  const { store, asked, replies } = page({ ...initialState(), ...fromHash(hash) });
  await settle();
  assert.deepEqual(asked[0]?.selection?.blocks, [1]);
  replies[0]?.();
  await settle();
  assert.deepEqual([store.state.pos, store.state.block, store.state.window?.from], [2, 1, 17]);
  assert.deepEqual(new Set(toHash(store.state).split('&')), new Set(['key=0', ...hash.split('&')].filter((field) => field !== 'key=0')));
});

test('another block is asked for alone, and joins what is here', async () => {
  const { store, act, replies } = page({ ...initialState(), ...fromHash('#model=shakespeare') });
  await settle();
  replies[0]?.();
  await settle();
  assert.equal(wantedOfAny(store.state), null);
  act.openBlock(2);
  const slice = wantedOfAny(store.state);
  assert.deepEqual([slice?.kind, slice?.selection?.blocks, slice?.model], ['slice', [2], 'shakespeare']);
  assert.ok(slice);
  const { kind: _, ...of } = slice;
  const before = store.state.traced;
  act.sliceArrived({ ...of, trace: folded(slice), milliseconds: 1 });
  const { traced, baselineTraced } = store.state;
  assert.ok(traced && traced !== before && hasBlock(traced, 0) && hasBlock(traced, 2) && !hasBlock(traced, 1));
  assert.equal(baselineTraced, traced, 'held twice, it stays one');
  assert.equal(wantedOfAny(store.state), null);
});

test('a link whose text its model cannot read opens that model, text and all, and lets the editor say why', async () => {
  const hash = 'model=shakespeare&r=caf%C3%A9&pos=2';
  const { store, act } = page({ ...initialState(), ...fromHash(hash) }, { postTrace: () => Promise.reject(refusal('character_unknown')) });
  await settle();
  const { state } = store;
  assert.deepEqual([state.modelName, state.opening, state.openRefusal, state.traced, state.drafts[0]?.text], ['shakespeare', null, null, null, 'café']);
  assert.deepEqual([wantedOfAny(state)?.model, wantedOfAny(state)?.drafts[0]?.text], ['shakespeare', 'café'], 'asked for as any other record is, and refused so');
  assert.equal(toHash(state), hash);
  act.openModel('shakespeare', '#model=shakespeare&r=caf%C3%A9&step=7&mode=train');
  await settle();
  assert.equal(store.state.step, 7, 'a state that is gone is let go of where every other is');
});

test('one whose first trace only fails to arrive is waited for', async () => {
  /** @type {(() => void)[]} */
  const later = [];
  const { store } = page({ ...initialState(), ...fromHash('#model=shakespeare') }, { postTrace: () => Promise.reject(refusal('unreachable')), after: (/** @type {() => void} */ again) => later.push(again) });
  await settle();
  assert.deepEqual([store.state.opening, store.state.modelName, later.length], ['shakespeare', null, 1]);
});

test('the heads of folded blocks are asked for after the picture, and where they are on show alone', async () => {
  const light = (/** @type {TraceRequest} */ request) => {
    const trace = folded(request);
    for (const { tensors } of trace.records) for (const block of tensors.blocks.slice(1)) Reflect.deleteProperty(block, 'weights');
    return trace;
  };
  assert.ok(!selectionFor(/** @type {any} */ (STREAM), 0)?.tensors?.includes('blocks.1.weights'));
  const { store, act } = page({ ...initialState(), ...fromHash('#model=shakespeare') }, { postTrace: async (/** @type {TraceRequest} */ request) => light(request) });
  await settle();
  await settle();
  assert.equal(wantedOfAny({ ...store.state, stage: 4 }), null, 'stage 4 shows no heads');
  const slice = wantedOfAny(store.state);
  assert.deepEqual([slice?.kind, slice?.selection?.tensors], ['slice', [0, 1, 2].map((block) => `blocks.${block}.weights`)]);
  assert.equal(wantedOfAny(store.state)?.selection, slice?.selection, 'a refusal is known again');
  const { kind: _, ...of } = /** @type {TraceRequest} */ (slice);
  act.sliceArrived({ ...of, trace: folded(of), milliseconds: 1 });
  assert.equal(wantedOfAny(store.state), null);
  assert.ok(store.state.traced && !hasBlock(store.state.traced, 1), 'no block is whole for its heads alone');
});
