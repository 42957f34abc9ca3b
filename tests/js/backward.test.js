/**
 * The page's backward pass: against differences of its own forward pass, which
 * know no chain rule, and against the model's gradients, which torch's autograd
 * has found.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { backward } from '../../static/js/math/engine/backward.js';
import { forward, parametersByName } from '../../static/js/math/engine/forward.js';
import { IGNORED, targetsOf } from '../../static/js/math/engine/targets.js';
import { FAMILY } from './family-cases.js';
import { modelTraces } from './model-trace.js';
import { familyModel, smallModel } from './small-model.js';

const TEXTS = ['The key is red. Answer: red.', 'The key is blue. Answer: blue.'];

/**
 * Both sides add the same float64 terms in other orders. Measured: at most 9e-16,
 * with gradients up to 0.4. A wrong formula is off by far more than 1e-6 of the largest.
 */
const TOLERANCE = 1e-13;

/** @typedef {{count: number, max: number, largest: number}} Distance */

/** @param {unknown} mine @param {unknown} theirs @param {string} where @param {Distance} distance */
function compare(mine, theirs, where, distance) {
  if (Array.isArray(theirs)) {
    assert.equal(/** @type {unknown[]} */ (mine).length, theirs.length, where);
    theirs.forEach((part, i) => compare(/** @type {unknown[]} */ (mine)[i], part, `${where}[${i}]`, distance));
  } else if (theirs === null) assert.equal(mine, null, where);
  else {
    const delta = Math.abs(/** @type {number} */ (mine) - /** @type {number} */ (theirs));
    assert.ok(delta <= TOLERANCE * Math.max(1, Math.abs(/** @type {number} */ (theirs))), `${where}: ${mine}, autograd ${theirs}`);
    distance.count += 1;
    distance.max = Math.max(distance.max, delta);
    distance.largest = Math.max(distance.largest, Math.abs(/** @type {number} */ (theirs)));
  }
}

const CASES = {
  'MG-1': TEXTS,
  'MG-1 without the mask': [...TEXTS, '--mask', 'none'],
  'three shaken blocks of four heads': ['钥匙 red', 'x', '', '--blocks', '3', '--heads', '4', '--shaken'],
  ...Object.fromEntries(FAMILY.map(({ name, options }) => [name, options])),
};
const COMPUTED = modelTraces(Object.values(CASES).map((options) => [...options, '--gradients']));

for (const [i, name] of Object.keys(CASES).entries()) {
  test(`${name}: every gradient is autograd's`, (t) => {
    const { trace, parameters, config, gradients } = /** @type {(typeof COMPUTED)[number]} */ (COMPUTED[i]);
    const own = backward(parameters, config, trace.records, trace.mask);
    const distance = { count: 0, max: 0, largest: 0 };
    assert.equal(gradients.records.length, own.records.length);
    gradients.records.forEach(({ losses, tensors: { blocks, ...others } }, r) => {
      const mine = own.records[r];
      compare(mine?.losses, losses, `losses of ${r}`, distance);
      for (const [tensor, values] of Object.entries(others)) compare(Reflect.get(mine?.tensors ?? {}, tensor), values, tensor, distance);
      blocks.forEach((block, b) => {
        assert.deepEqual(Object.keys(mine?.tensors.blocks[b] ?? {}).sort(), Object.keys(block).sort());
        for (const [tensor, values] of Object.entries(block)) compare(Reflect.get(mine?.tensors.blocks[b] ?? {}, tensor), values, `${tensor}, block ${b}`, distance);
      });
    });
    assert.deepEqual(own.parameters.map((one) => one.name).sort(), gradients.parameters.map((one) => one.name).sort());
    for (const { name: parameter, values } of gradients.parameters) {
      compare(own.parameters.find((one) => one.name === parameter)?.values, values, parameter, distance);
    }
    assert.ok(distance.count > (config.width < 16 ? 12000 : 38000), `${distance.count} compared`);
    t.diagnostic(`${distance.count} gradients up to ${distance.largest}, at most ${distance.max} apart`);
  });
}

/**
 * (L(θ + h) − L(θ − h)) / 2h is dL/dθ up to some h² and, from rounding, 1e-16 / h.
 * With h = 1e-5 both are about 1e-10 here.
 */
const STEP = 1e-5;
const NEAR = 1e-8;

/** @type {[string, 'causal' | 'none', () => ReturnType<typeof smallModel>][]} */
const SLOPES = [
  ['mask causal', 'causal', smallModel],
  ['mask none', 'none', smallModel],
  ['GELU, all biases', 'causal', () => familyModel({ activation: 'gelu', attention_bias: true })],
  ['tanh GELU, no bias anywhere, a tied head', 'causal', () => familyModel({ activation: 'gelu_tanh', ffn_bias: false, norm_bias: false, head_bias: false, tied_head: true })],
  ['GELU, a tied head with its bias', 'none', () => familyModel({ activation: 'gelu', tied_head: true, attention_bias: true })],
];

for (const [name, mask, made] of SLOPES) {
  test(`${name}: each parameter's gradient is the slope of the loss along it, an open record included`, () => {
    const model = made();
    const records = [[9, 1, 2, 3], [9, 4, 4]].map((ids, r) => ({ ids, targets: targetsOf(ids, model.eosId, r === 1) }));
    assert.equal(records[1]?.targets.at(-1), IGNORED);
    const loss = () => forward(parametersByName(model.parameters), model.config, records, mask).loss ?? NaN;
    const own = backward(model.parameters, model.config, records, mask);
    let moved = 0;
    for (const [p, { name, shape, values }] of model.parameters.entries()) {
      for (const [i, j] of [[0, 0], [1, 3], [4, 5]]) {
        const [list, at] = shape.length > 1 ? [values[i], j] : [values, j];
        const kept = list[at];
        const [high, low] = [STEP, -STEP].map((step) => {
          list[at] = kept + step;
          return loss();
        });
        list[at] = kept;
        const found = own.parameters[p]?.values;
        const gradient = shape.length > 1 ? found[i][j] : found[j];
        assert.ok(Math.abs((high - low) / (2 * STEP) - gradient) < NEAR, `${name}[${i}, ${j}]: ${gradient}, slope ${(high - low) / (2 * STEP)}`);
        moved += Number(Math.abs(gradient) > 1e-4);
      }
    }
    assert.ok(moved > model.parameters.length, 'most of them do something');
  });
}

test('what nothing scores has no gradient: an open record of one token', () => {
  const model = smallModel();
  const { records, parameters } = backward(model.parameters, model.config, [{ ids: [9, 1], targets: [1, 10] }, { ids: [9], targets: [IGNORED] }], 'causal');
  assert.deepEqual(records.map(({ losses }) => losses), [[0.5, 0.5], [null]]);
  assert.ok(records[1]?.tensors.logits.flat().every((value) => value === 0));
  assert.ok(records[1]?.tensors.blocks[0]?.block_input.flat().every((value) => value === 0));
  assert.ok(/** @type {number[][]} */ (parameters[0]?.values)[4]?.every((value) => value === 0), 'no slot holds ID 4');
});
