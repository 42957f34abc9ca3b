/** What is computed beside the page: when, by the worker itself, and what ends it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { AT_ONCE, AT_ONCE_HERE, effortOf, numbersIn } from '../../static/js/math/effort.js';
import { forward, parametersByName } from '../../static/js/math/engine/forward.js';
import { targetsOf } from '../../static/js/math/engine/targets.js';
import { initialState } from '../../static/js/state/initial.js';
import { recomputationAsked, recomputationGoesOn } from '../../static/js/state/recomputing.js';
import { createVerifier, VALUES } from '../../static/js/verify.js';
import { numbersToOffer } from '../../static/js/views/recomputation-offer.js';
import { smallModel } from './small-model.js';
import { filesOf } from './trace-bytes.js';
import { PLAIN } from './traces.js';

/** @typedef {import('../../static/js/types.js').State} State */
/** @typedef {import('../../static/js/recompute-worker.js').Says} Says */

const MODEL = smallModel();

/** A trace of it. @param {number[]} ids */
function traceOf(ids) {
  const record = { ids, targets: targetsOf(ids, MODEL.eosId) };
  const { records, loss } = forward(parametersByName(MODEL.parameters), MODEL.config, [record], 'causal');
  return JSON.parse(JSON.stringify({ loss, records: records.map((one) => ({ ...record, ...one })) }));
}

/** @param {number} layers stand for the size of the model: more of them, more to compute @param {number[]} ids @returns {State} */
function stateOf(layers, ids = [9, 1, 2]) {
  const plain = initialState();
  const traced = { drafts: plain.drafts, ...PLAIN, mask: plain.mask, fault: null, step: null, trace: traceOf(ids), milliseconds: 0 };
  const vocabulary = /** @type {any} */ ([{ id: MODEL.eosId, kind: 'special', name: 'EOS' }]);
  return { ...plain, traced, vocabulary, parameters: MODEL.parameters, model: /** @type {any} */ ({ config: { ...MODEL.config, blocks: layers } }) };
}

/** Sizes as the bounds are drawn. */
const IN_ONE_BLOCK = effortOf([3], { ...MODEL.config, blocks: 1 });
const LARGE = Math.ceil((2 * AT_ONCE_HERE) / IN_ONE_BLOCK);
const HUGE = Math.ceil((4 * AT_ONCE) / IN_ONE_BLOCK);

/** A verifier whose frames run when the test says so, and whose jobs wait. @param {State} state */
function driven(state) {
  /** @type {(() => void)[]} */
  const tasks = [];
  /** @type {{listener: import('../../static/js/recompute-beside.js').Listener, isStopped: boolean}[]} */
  const jobs = [];
  /** @type {{state: State, tasks: typeof tasks, jobs: typeof jobs, ask: () => void, run: () => void}} */
  const page = { state, tasks, jobs, ask: () => verifier.ask(), run: () => tasks.splice(0).forEach((task) => task()) };
  const wait = (/** @type {() => void} */ task) => void tasks.push(task);
  const beside = () => (/** @type {unknown} */ _, /** @type {unknown} */ __, /** @type {import('../../static/js/recompute-beside.js').Listener} */ listener) => {
    const job = { listener, isStopped: false };
    jobs.push(job);
    return () => void (job.isStopped = true);
  };
  const ports = {
    state: () => page.state, afterPaint: wait, soon: wait, atRest: wait, now: () => 0, beside,
    goesOn: (/** @type {any} */ traced, /** @type {number} */ share) => void (page.state = recomputationGoesOn(page.state, traced, share)),
  };
  const verifier = createVerifier(ports, VALUES, (traced, outcome) => {
    page.state = { ...page.state, verification: { traced, ...outcome } };
  });
  return page;
}

const AGREED = { count: 7, flags: 0, max: 0, tensors: [], first: null };

test('the effort counts what is multiplied: MG-1 is done here, one Shakespeare at once beside, the large one when asked', () => {
  const seed = (/** @type {number} */ blocks, /** @type {number} */ width) => ({ blocks, width, ffn_width: 4 * width, vocabulary_size: 65 });
  const mg1 = { blocks: 1, width: 16, ffn_width: 64, vocabulary_size: 291 };
  assert.ok(effortOf([64, 64, 64], mg1) < AT_ONCE_HERE);
  const efforts = [effortOf([128], seed(4, 128)), effortOf([256], seed(6, 384))];
  assert.ok(AT_ONCE_HERE < Number(efforts[0]) && Number(efforts[0]) < AT_ONCE && Number(efforts[1]) > AT_ONCE, efforts.join());
  // By hand: in 2 positions of width 2, hidden 3, 1 block: 4·4 + 2·6 of matrices, 2·4 of pairs, 2·5 of logits each.
  assert.equal(effortOf([2], { blocks: 1, width: 2, ffn_width: 3, vocabulary_size: 5 }), 2 * (16 + 12 + 8 + 10));
});

test('numbers are counted as they lie, in lists or packed', () => {
  assert.equal(numbersIn({ a: [[1, 2], [3, 4]], blocks: [{ b: [new Float32Array(5)] }, { c: [[[1, null], [true, false]]] }] }), 4 + 5 + 4);
  assert.equal(numbersIn(undefined), 0);
});

test('a large model is computed beside the page, and told there', () => {
  const page = driven(stateOf(LARGE));
  page.ask();
  page.run();
  assert.equal(page.jobs.length, 1);
  page.jobs[0]?.listener.ended({ milliseconds: 5, agreement: AGREED });
  assert.deepEqual([page.state.verification?.traced === page.state.traced, page.state.verification?.count, page.state.verification?.failure], [true, 7, null]);
  page.ask();
  assert.equal(page.tasks.length, 0);
});

test('a large model is left alone while keys follow one another: each new trace has the moment to itself again', () => {
  const page = driven(stateOf(LARGE));
  page.ask();
  page.state = stateOf(LARGE, [9, 4]);
  page.ask();
  assert.equal(page.tasks.length, 1, 'one moment at a time is waited for');
  page.run();
  assert.deepEqual([page.jobs.length, page.tasks.length], [0, 1]);
  page.run();
  assert.deepEqual([page.jobs.length, page.tasks.length], [1, 0]);
});

test('a newer trace stops the work on an older one, whose outcome is dropped', () => {
  const page = driven(stateOf(LARGE));
  page.ask();
  page.run();
  page.state = stateOf(LARGE, [9, 4]);
  page.ask();
  assert.equal(page.jobs[0]?.isStopped, true);
  page.run();
  page.jobs[0]?.listener.ended({ milliseconds: 5, agreement: AGREED });
  assert.equal(page.state.verification, null);
  page.jobs[1]?.listener.ended({ failure: 'no parameter wq' });
  assert.deepEqual([page.state.verification?.traced === page.state.traced, page.state.verification?.failure], [true, 'no parameter wq']);
});

test('a very large one waits until it is asked for, and tells how far it is', () => {
  const page = driven(stateOf(HUGE));
  page.ask();
  assert.equal(page.tasks.length, 0);
  const { traced } = page.state;
  assert.equal(numbersToOffer(page.state), numbersIn(traced?.trace.records.map(({ tensors }) => tensors)));
  page.state = recomputationAsked(page.state);
  assert.equal(numbersToOffer(page.state), null);
  page.ask();
  page.run();
  page.jobs[0]?.listener.goesOn(0.25);
  assert.equal(page.state.recomputing?.share, 0.25);
  const other = stateOf(HUGE);
  assert.equal(recomputationGoesOn(page.state, /** @type {NonNullable<State['traced']>} */ (other.traced), 0.5), page.state);
  assert.notEqual(numbersToOffer({ ...page.state, traced: other.traced }), null, 'another trace is offered again');
  assert.equal(numbersToOffer(stateOf(LARGE)), null);
});

test('the worker recomputes, tells how far it is, stops when told, and tells what fits no model', async () => {
  /** @type {Says[]} */
  const said = [];
  /** @type {(() => void) | null} */
  let woken = null;
  const worker = /** @type {any} */ ({ postMessage: (/** @type {Says} */ says) => {
    said.push(structuredClone(says));
    woken?.();
  } });
  Reflect.set(globalThis, 'self', worker);
  await import('../../static/js/recompute-worker.js');
  const tell = (/** @type {unknown} */ data) => worker.onmessage({ data: structuredClone(data) });
  const next = () => new Promise((resolve) => void (woken = () => resolve(said.at(-1))));
  const subject = { trace: traceOf([9, 1, 2]), mask: 'causal' };
  tell({ model: MODEL });
  tell({ job: { id: 1, subject, gradients: null } });
  const [share, outcome] = [said.at(-1), /** @type {any} */ (await next())];
  assert.deepEqual(share, { id: 1, share: 1 });
  assert.deepEqual([outcome.id, outcome.agreement.first, outcome.agreement.max], [1, null, 0]);
  tell({ job: { id: 6, subject: { ...subject, trace: filesOf(subject.trace) }, gradients: null } });
  const ofFiles = /** @type {any} */ (await next());
  assert.deepEqual(ofFiles.agreement, outcome.agreement, 'a trace that is sent as the files it came in is the same one');
  tell({ job: { id: 4, subject, gradients: null } });
  tell({ job: { id: 5, subject, gradients: null } });
  while (said.filter((says) => 'agreement' in says).length < 4) await next();
  assert.deepEqual(said.slice(-4).map(({ id }) => id).sort(), [4, 4, 5, 5], 'two side by side');
  tell({ job: { id: 2, subject, gradients: null } });
  tell({ stop: 2 });
  tell({ model: { ...MODEL, parameters: MODEL.parameters.slice(1) } });
  tell({ job: { id: 3, subject, gradients: null } });
  await new Promise((resolve) => void setTimeout(resolve, 0));
  assert.deepEqual(said.filter(({ id }) => id === 2).map((says) => Object.keys(says)), [['id', 'share']]);
  assert.match(/** @type {any} */ (said.at(-1)).failure, /token_embedding/);
});
