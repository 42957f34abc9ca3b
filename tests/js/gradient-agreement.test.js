/** The comparison of gradients: one wrong number is found where the way back first meets it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TOLERANCE } from '../../static/js/math/agreement.js';
import { recomputeGradients } from '../../static/js/math/gradient-agreement.js';
import { backward } from '../../static/js/math/engine/backward.js';
import { targetsOf } from '../../static/js/math/engine/targets.js';
import { gradientsVerified } from '../../static/js/state/graded.js';
import { initialState } from '../../static/js/state/initial.js';
import { comparedNumbers } from '../../static/js/views/compared-numbers.js';
import { numberAt, placeName, tensorName } from '../../static/js/views/tensor-agreement.js';
import { createVerifier, GRADIENTS } from '../../static/js/verify.js';
import { smallModel } from './small-model.js';
import { PLAIN } from './traces.js';

const IDS = [[9, 1, 2, 3], [9, 4]];

/** @param {number[][]} [open] @returns {any} what a server without a mistake would answer, handed on as JSON */
function healthyReply(open = []) {
  const { parameters, config, eosId } = smallModel();
  const records = IDS.map((ids) => ({ ids, targets: targetsOf(ids, eosId, open.includes(ids)) }));
  const own = backward(parameters, config, records, 'causal');
  return JSON.parse(JSON.stringify({ loss: 1, scored_events: 6, records: own.records, parameters: own.parameters }));
}

/** @param {any} reply @param {any} [model] @param {any} [drafts] */
function compared(reply, model = smallModel(), drafts = undefined) {
  const trace = /** @type {any} */ ({ records: IDS.map((ids) => ({ ids })) });
  const steps = recomputeGradients(reply, { trace, mask: 'causal', drafts }, model);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** @param {(reply: any) => void} change */
function spoiled(change) {
  const reply = healthyReply();
  change(reply);
  return compared(reply);
}

/** @param {ReturnType<typeof compared>} outcome */
const nameOf = ({ first }) => first && [first.name, first.block];

test('without a mistake everything agrees, in the order of the way back', () => {
  const { count, max, first, tensors } = compared(healthyReply());
  assert.deepEqual([first, max], [null, 0]);
  const parameters = smallModel().parameters.reduce((sum, { shape }) => sum + shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b), 0);
  // By hand as for the trace, less targets and mean; weights of masked pairs have a gradient, their scores none.
  const rows = 6 * (1 + 3 * 6 + 11 + 2 * (15 * 6 + 2 * 8));
  assert.equal(count, rows + 2 * 3 * (16 + 4 + 10 + 3) + parameters);
  assert.deepEqual(tensors.slice(0, 5).map(({ name, block }) => [name, block]), [['∂losses', null], ['∂logits', null], ['∂final_norm', null], ['∂block_output', 1], ['∂ffn_output', 1]]);
  assert.equal(tensors.at(-1)?.name, '∂parameters.lm_bias');
});

test('an open record ends without a target', () => {
  const drafts = IDS.map((ids, r) => (r ? { continued: [] } : {}));
  assert.equal(compared(healthyReply([/** @type {number[]} */ (IDS[1])]), smallModel(), drafts).first, null);
  assert.deepEqual(nameOf(compared(healthyReply(), smallModel(), drafts)), ['∂losses', null]);
});

for (const [parameter, first] of /** @type {[string, unknown][]} */ ([
  ['lm_bias', ['∂logits', null]],
  ['blocks.1.w2', ['∂logits', null]],
])) {
  test(`another ${parameter} is found at the loss: there the whole forward pass comes together`, () => {
    const model = smallModel();
    const values = model.parameters.find(({ name }) => name === parameter).values;
    if (Array.isArray(values[0])) values[0][0] += 1e-6;
    else values[0] += 1e-6;
    assert.deepEqual(nameOf(compared(healthyReply(), model)), first);
  });
}

test('one wrong gradient is found in its tensor, and told with its place', () => {
  const inBlock = spoiled(({ records }) => void (records[1].tensors.blocks[0].q_heads[2][1][0] += 1e-9));
  assert.deepEqual([nameOf(inBlock), inBlock.first?.at], [['∂q_heads', 0], { record: 1, index: [2, 1, 0] }]);
  const ofParameter = spoiled(({ parameters }) => void (parameters.at(-2).values[3][7] += 2 * TOLERANCE));
  const { first } = ofParameter;
  assert.deepEqual(nameOf(ofParameter), ['∂parameters.lm_head', null]);
  assert.equal(first && tensorName(first, ofParameter.tensors, { block: String }), '∂lm_head');
  assert.equal(first?.at && placeName(first, first.at), '∂lm_head[3, 7]');
  assert.deepEqual(first?.at && numberAt(first, first.at), { name: '∂parameters.lm_head', index: [3, 7] });
  const loss = spoiled(({ records }) => void (records[0].losses[2] = null)).first;
  assert.deepEqual(loss?.at && numberAt(loss, loss.at), { name: '∂loss', record: 0, index: [2] });
  assert.equal(nameOf(spoiled(({ parameters }) => void parameters.pop()))?.[0], '∂parameters.lm_bias');
  assert.equal(nameOf(spoiled(({ records }) => void records.pop()))?.[0], '∂losses');
});

test('they are compared once, while they are of the trace on show, and the badge counts them while they are in the picture', () => {
  const { parameters, config, eosId } = smallModel();
  const plain = initialState();
  const drafts = plain.drafts;
  const trace = /** @type {any} */ ({ records: IDS.map((ids) => ({ ids })) });
  const traced = { drafts, ...PLAIN, mask: /** @type {const} */ ('causal'), fault: null, step: null, trace, milliseconds: 0 };
  const verification = { traced, count: 100, flags: 0, max: 0, tensors: [], first: null, milliseconds: 1, failure: null };
  let state = /** @type {import('../../static/js/types.js').State} */ ({
    ...plain, mode: 'train', show: 'gradients', traced, verification, parameters, model: /** @type {any} */ ({ config }),
    vocabulary: /** @type {any} */ ([{ id: eosId, kind: 'special', name: 'EOS' }]),
  });
  /** @type {(() => void)[]} */
  const tasks = [];
  const wait = (/** @type {() => void} */ task) => void tasks.push(task);
  const verifier = createVerifier({ state: () => state, afterPaint: wait, soon: wait, atRest: wait, now: () => 0 }, GRADIENTS, (graded, outcome) => {
    state = gradientsVerified(state, graded, outcome);
  });
  verifier.ask();
  assert.equal(tasks.length, 0, 'nothing was asked for');
  assert.equal(comparedNumbers(state)?.isWhole, false);
  state = { ...state, graded: { drafts, ...PLAIN, mask: 'causal', step: 10, reply: healthyReply() } };
  verifier.ask();
  assert.equal(tasks.length, 0, 'of another step');
  state = { ...state, graded: { drafts, ...PLAIN, mask: 'causal', step: null, reply: healthyReply() } };
  verifier.ask();
  while (tasks.length) tasks.shift()?.();
  assert.deepEqual([state.graded?.verification?.first, state.graded?.verification?.failure], [null, null]);
  verifier.ask();
  assert.equal(tasks.length, 0, 'only once');
  const whole = comparedNumbers(state);
  assert.deepEqual([whole?.isWhole, whole?.counts?.values, whole?.all.count], [true, 100, 100 + (whole?.counts?.gradients ?? 0)]);
  assert.equal(comparedNumbers({ ...state, show: 'values' })?.counts, null);
});
