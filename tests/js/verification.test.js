import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreement, TOLERANCE } from '../../static/js/math/agreement.js';
import { forward, parametersByName } from '../../static/js/math/engine/forward.js';
import { targetsOf } from '../../static/js/math/engine/targets.js';
import { recompute } from '../../static/js/math/recomputation.js';
import { VALUES, createVerifier } from '../../static/js/verify.js';
import { numberAt, placeName, tensorName, widest } from '../../static/js/views/tensor-agreement.js';
import { smallModel } from './small-model.js';
import { PLAIN } from './traces.js';

const IDS = [[9, 1, 2, 3], [9, 4]];

/** What a server without a mistake would answer: computed here, handed on as JSON. */
function healthyTrace(mask = 'causal', model = smallModel()) {
  const records = IDS.map((ids) => ({ ids, targets: targetsOf(ids, model.eosId) }));
  const computed = forward(parametersByName(model.parameters), model.config, records, mask);
  const trace = { loss: computed.loss, records: computed.records.map((record, r) => ({ ...records[r], ...record })) };
  return JSON.parse(JSON.stringify(trace));
}

function compared(trace, model = smallModel(), mask = 'causal') {
  const steps = recompute({ trace, mask }, model);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The verdict once `change` has spoiled the server's side. */
function spoiled(change) {
  const trace = healthyTrace();
  change(trace);
  return compared(trace);
}

const nameOf = ({ first }) => first && [first.name, first.block];

test('without a mistake everything agrees, and numbers and flags are counted apart', () => {
  const { count, flags, max, first, tensors } = compared(healthyTrace());
  assert.equal(first, null);
  assert.equal(max, 0);
  // A position has, by hand: target and loss; 2 embeddings and final norm of width 6; 11 logits;
  // in each of 2 blocks 15 rows of 6 and 2 of 8. Pairs, per block and head: all as weights, visible ones as scores.
  const rows = 6 * (2 + 3 * 6 + 11 + 2 * (15 * 6 + 2 * 8));
  assert.equal(count, rows + 2 * 3 * (16 + 4 + 10 + 3) + 1);
  assert.equal(flags, 2 * (16 + 4));
  assert.deepEqual(tensors.map(({ name }) => name).slice(0, 4), ['targets', 'token_embedding', 'position_embedding', 'block_input']);
  assert.deepEqual(tensors.map(({ name }) => name).slice(-4), ['final_norm', 'logits', 'losses', 'mean_loss']);
});

for (const [parameter, at, first] of [
  ['token_embedding', [2, 0], ['token_embedding', null]],
  ['position_embedding', [1, 5], ['position_embedding', null]],
  ['blocks.0.norm1.scale', [3], ['norm1', 0]],
  ['blocks.0.wq', [0, 0], ['q_projection', 0]],
  ['blocks.0.wk', [0, 5], ['k_projection', 0]],
  ['blocks.0.wv', [5, 5], ['v_projection', 0]],
  ['blocks.1.wo', [1, 1], ['attention_output', 1]],
  ['blocks.1.norm2.offset', [0], ['norm2', 1]],
  ['blocks.1.w1', [2, 7], ['ffn_linear', 1]],
  ['blocks.1.b2', [4], ['ffn_output', 1]],
  ['final_norm.scale', [0], ['final_norm', null]],
  ['lm_bias', [10], ['logits', null]],
]) {
  test(`one wrong number in ${parameter} is found where it first acts`, () => {
    const model = smallModel();
    let list = model.parameters.find(({ name }) => name === parameter).values;
    for (const i of at.slice(0, -1)) list = list[i];
    list[at.at(-1)] += 1e-9;
    assert.deepEqual(nameOf(compared(healthyTrace(), model)), first);
  });
}

test('another epsilon is found in the first norm', () => {
  const model = smallModel();
  model.config.norm_epsilon *= 1.001;
  assert.deepEqual(nameOf(compared(healthyTrace(), model)), ['norm1', 0]);
});

test('an ID that the server did not compute with is found in its row', () => {
  const { first } = spoiled(({ records }) => void (records[0].ids[0] = 8));
  assert.deepEqual([first.name, first.at.record, first.at.index[0]], ['token_embedding', 0, 0]);
});

test('an ID is the target of the position before it', () => {
  const { first } = spoiled(({ records }) => void (records[0].ids[2] = 8));
  assert.deepEqual([first.name, first.at], ['targets', { record: 0, index: [1] }]);
});

test('one target shifted, and one dropped', () => {
  assert.deepEqual(nameOf(spoiled(({ records }) => void (records[1].targets[0] = 5))), ['targets', null]);
  const dropped = spoiled(({ records }) => void (records[1].losses[1] = null));
  assert.deepEqual(nameOf(dropped), ['losses', null]);
  assert.deepEqual([dropped.first.unmatched, dropped.first.at], [1, { record: 1, index: [1] }]);
});

test('one flag of the mask', () => {
  const { first, count } = spoiled(({ records }) => void (records[0].tensors.blocks[1].visible[0][3][1] = false));
  assert.deepEqual([first.name, first.block, first.unmatched, first.max], ['visible', 1, 1, 0]);
  assert.deepEqual(first.at, { record: 0, index: [0, 3, 1] });
  assert.equal(count, compared(healthyTrace()).count);
});

test('another mask: scores exist on one side only, by no finite amount', () => {
  const { first, max } = compared(healthyTrace('none'));
  assert.deepEqual([first.name, first.block, first.max], ['scores', 0, 0]);
  assert.equal(first.unmatched, 3 * (6 + 1));
  assert.ok(max > TOLERANCE, 'what follows from it differs in numbers');
});

test('a mean with another denominator is found in the mean alone', () => {
  const { tensors, first } = spoiled((trace) => void (trace.loss *= 6 / 12));
  assert.equal(first.name, 'mean_loss');
  assert.deepEqual(tensors.filter(({ agrees }) => !agrees), [first]);
});

test('just inside the tolerance agrees, just outside does not, and the place is told', () => {
  for (const [factor, agrees] of [[0.9, true], [1.1, false]]) {
    const { tensors, max } = spoiled(({ records }) => void (records[1].tensors.token_embedding[1][4] += factor * TOLERANCE));
    const rows = tensors.find(({ name }) => name === 'token_embedding'); // all below 1
    assert.equal(rows.agrees, agrees);
    assert.deepEqual(rows.at, { record: 1, index: [1, 4] });
    assert.equal(max, rows.max);
  }
});

test('a large number may differ by more: the difference is divided by it', () => {
  const own = { records: [{ targets: [], losses: [], tensors: { blocks: [], logits: [[2e6]] } }], loss: 1 };
  const trace = { records: [{ targets: [], losses: [], tensors: { blocks: [], logits: [[2e6 + 1e-6]] } }], loss: 1 };
  const { max, first } = agreement(trace, own);
  assert.equal(first, null);
  assert.ok(Math.abs(max - 5e-13) < 1e-16, String(max));
});

test('minus zero is zero', () => {
  const { max, first } = spoiled(({ records }) => {
    records[0].tensors.blocks[0].ffn_relu[0] = records[0].tensors.blocks[0].ffn_relu[0].map((value) => value || -0);
  });
  assert.deepEqual([max, first], [0, null]);
});

test('what is no number never agrees with one', () => {
  for (const value of [null, NaN, Infinity, 'NaN', true, undefined]) {
    const { first, max } = spoiled(({ records }) => void (records[0].tensors.logits[2][7] = value));
    assert.deepEqual([first.name, first.unmatched, first.at], ['logits', 1, { record: 0, index: [2, 7] }], String(value));
    assert.equal(max, 0);
  }
});

test('a number where the page sees none', () => {
  const { first } = spoiled(({ records }) => void (records[0].tensors.blocks[0].scores[2][0][3] = 0.5));
  assert.deepEqual([first.name, first.unmatched, first.at.index], ['scores', 1, [2, 0, 3]]);
});

test('rows and tensors that are missing, short, long or unknown', () => {
  assert.equal(spoiled(({ records }) => void records[0].tensors.final_norm.pop()).first.unmatched, 6);
  assert.equal(spoiled(({ records }) => void records[0].tensors.final_norm[1].push(1)).first.unmatched, 1);
  assert.deepEqual(nameOf(spoiled(({ records }) => records.forEach(({ tensors }) => delete tensors.blocks[1].joined))), ['joined', 1]);
  assert.deepEqual(nameOf(spoiled(({ records }) => records.forEach(({ tensors }) => void tensors.blocks.pop()))), ['block_input', 1]);
  assert.deepEqual(nameOf(spoiled(({ records }) => records.forEach(({ tensors }) => void (tensors.blocks[0].bias = [1])))), ['bias', 0]);
  assert.deepEqual(nameOf(spoiled(({ records }) => records.forEach(({ tensors }) => delete tensors.blocks))), ['block_input', 0]);
});

test('places are named as in code, and found under the names that numbers are read by', () => {
  const tensors = compared(healthyTrace()).tensors.map((tensor) => ({ ...tensor, at: { record: 1, index: [0, 3] } }));
  const byName = Object.fromEntries(tensors.map((tensor) => [`${tensor.name}${tensor.block ?? ''}`, tensor]));
  const text = { block: (block) => `block ${block}` };
  assert.equal(tensorName(byName.norm11, tensors, text), 'norm1, block 1');
  assert.equal(tensorName(byName.norm10, [byName.norm10], text), 'norm1');
  assert.equal(placeName(byName.norm11, byName.norm11.at), 'norm1[1, 0, 3]');
  assert.equal(placeName(byName.mean_loss, byName.mean_loss.at), 'mean_loss');
  assert.deepEqual(numberAt(byName.norm11, byName.norm11.at), { name: 'norm1', block: 1, record: 1, index: [0, 3] });
  assert.deepEqual(numberAt(byName.losses, { record: 0, index: [2] }), { name: 'loss', record: 0, index: [2] });
  assert.equal(widest(tensors), tensors[0], 'of equal ones the first');
});

/** A verifier whose frames and tasks run when the test says so. */
function driven(state) {
  const tasks = [];
  const wait = (task) => void tasks.push(task);
  const verifier = createVerifier({
    state: () => state,
    afterPaint: wait,
    soon: wait,
    atRest: wait,
    now: () => 0,
  }, VALUES, (traced, outcome) => {
    state.verification = { traced, ...outcome };
    verifier.ask();
  });
  return { ask: verifier.ask, tasks, step: () => tasks.shift()?.() };
}

function stateOf(traced) {
  const { parameters, config, eosId } = smallModel();
  const vocabulary = [{ id: 3, kind: 'merge', name: 'EOS' }, { id: eosId, kind: 'special', name: 'EOS' }];
  return { traced, verification: null, parameters, model: { config }, vocabulary };
}

const tracedOf = (trace = healthyTrace()) => ({ ...PLAIN, trace, mask: 'causal', fault: null, step: null });

test('nothing is computed before the picture stands, and each trace once', () => {
  const state = stateOf(tracedOf());
  const { ask, tasks, step } = driven(state);
  ask();
  ask();
  assert.equal(tasks.length, 1);
  for (let i = 0; i < 4 && tasks.length; i += 1) step();
  assert.equal(state.verification.traced, state.traced);
  assert.deepEqual([state.verification.first, state.verification.failure], [null, null]);
  ask();
  assert.equal(tasks.length, 0);
});

test('it waits for the parameters', () => {
  const state = stateOf(tracedOf());
  const { parameters } = state;
  state.parameters = null;
  const { ask, tasks } = driven(state);
  ask();
  assert.equal(tasks.length, 0);
  state.parameters = parameters;
  ask();
  assert.equal(tasks.length, 1);
});

test('a newer trace ends the work on an older one', () => {
  const state = stateOf(tracedOf());
  const { ask, tasks, step } = driven(state);
  ask();
  step(); // the first record
  assert.equal(tasks.length, 1);
  state.traced = tracedOf();
  while (tasks.length) step();
  assert.equal(state.verification.traced, state.traced);
});

test('of many traces between two frames only the newest is computed', () => {
  const state = stateOf(tracedOf());
  const { ask, tasks, step } = driven(state);
  for (let i = 0; i < 5; i += 1) {
    state.traced = tracedOf();
    ask();
  }
  let steps = 0;
  for (; tasks.length; steps += 1) step();
  assert.equal(steps, 1 + IDS.length);
  assert.equal(state.verification.traced, state.traced);
});

test('parameters that fit no model are told once, with the reason', () => {
  const state = stateOf(tracedOf());
  state.parameters = state.parameters.filter(({ name }) => name !== 'blocks.1.wo');
  const { ask, tasks, step } = driven(state);
  ask();
  while (tasks.length) step();
  assert.match(state.verification.failure, /blocks\.1\.wo/);
  assert.equal(state.verification.count, 0);
});
