/**
 * The table's way back against real gradients: each, worked out from its
 * operands alone by the table's formula, is the one that autograd has found.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { derivation, operands } from '../../static/js/math/dependencies/derivation.js';
import { GRADIENTS } from '../../static/js/math/dependencies/gradients/table.js';
import { keyOf } from '../../static/js/math/dependencies/table.js';
import { usedBy } from '../../static/js/math/dependencies/used-by.js';
import { slackOf } from '../../static/js/math/dependencies/slack.js';
import { isStored, valueOf } from '../../static/js/math/dependencies/value.js';
import { collected, randomness } from './document-numbers.js';
import { FAMILY } from './family-cases.js';
import { modelTraces } from './model-trace.js';

/** @typedef {import('../../static/js/types.js').NumberRef} NumberRef */
/** @typedef {import('../../static/js/math/dependencies/terms.js').Context} Context */

const TEXTS = ['The key is red. Answer: red.', 'The key is blue. Answer: blue.'];

/** As the engine's: the same terms in other orders, with gradients below 1. A wrong operand is off by 1e-7 or more. */
const TOLERANCE = 1e-13;

const CASES = [
  { name: 'MG-1', options: TEXTS },
  { name: 'MG-1 without the mask', options: [...TEXTS, '--mask', 'none'] },
  { name: 'three shaken blocks of four heads', options: ['钥匙 red', 'x', '', '--blocks', '3', '--heads', '4', '--shaken'] },
  ...FAMILY,
];
const COMPUTED = modelTraces(CASES.map(({ options }) => [...options, '--gradients']));
const MODELS = CASES.map(({ name }, i) => ({ name, of: /** @type {(typeof COMPUTED)[number]} */ (COMPUTED[i]) }));

/** @param {import('./model-trace.js').Computed} of @returns {Context} */
function contextOf({ trace, parameters, config, gradients }) {
  return { trace, parameters, gradients, config, epsilon: config.norm_epsilon, record: 0, block: 0 };
}

/**
 * All numbers that a reply holds, tensor by tensor.
 * @param {NonNullable<Context['gradients']>} gradients
 */
function tensorsOf({ records, parameters }) {
  const { found, walk, walkRecord } = collected();
  records.forEach(({ losses, tensors: { blocks, ...others } }, record) => walkRecord(record, { loss: losses, ...others }, blocks, '∂'));
  for (const { name, values } of parameters) walk(values, { name: `∂parameters.${name}`, index: [] });
  return found;
}

/** @param {number | null} a @param {number | null} b */
function agree(a, b) {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= TOLERANCE;
}

for (const { name, of } of MODELS) {
  const context = contextOf(of);
  const tensors = tensorsOf(of.gradients);

  test(`${name}: random gradients of every tensor and parameter follow from their operands`, () => {
    const random = randomness(4);
    for (const [tensor, numbers] of tensors) {
      let most = 0;
      for (let i = 0; i < 40; i += 1) {
        const { ref, value } = /** @type {(typeof numbers)[number]} */ (numbers[random(numbers.length)]);
        const found = derivation(ref, context);
        assert.ok(found, `${tensor} ${keyOf(ref)} has no formula`);
        assert.ok(agree(found.result, value), `${tensor} ${keyOf(ref)}: ${found.result}, autograd ${value}`);
        assert.ok(Object.is(found.stored, value) && found.isStored, `${tensor} ${keyOf(ref)} is read as ${found.stored}`);
        most = Math.max(most, Math.abs(value ?? 0));
      }
      // A key's bias moves all scores of a query alike, which softmax takes out.
      assert.ok(most > 1e-7 || /token_embedding|\.bk$/.test(tensor), `${tensor} is not all zero, ${most}`);
    }
    const blocks = of.trace.records[0]?.tensors.blocks.length ?? 0;
    assert.equal(tensors.size, 19 * blocks + 5 + of.parameters.length, [...tensors.keys()].join());
  });

  test(`${name}: the steps between follow too, and no tensor holds them`, () => {
    const random = randomness(9);
    const isTied = of.config.tied_head === true;
    const between = GRADIENTS.filter((entry) => !isStored(entry.name) && (isTied || !entry.name.startsWith('∂table.')));
    assert.equal(between.length, 1 + 3 * 5 + 1 + 1 + 3 + (isTied ? 2 : 0));
    for (const { name: step, axes } of between) {
      const place = axes.map((letter) => random(letter === 'h' ? 2 : letter === 'v' ? 291 : letter === 't' || letter === 's' ? 3 : of.config.width));
      const ref = { name: step, record: 0, block: 0, index: step === '∂q·k' ? [1, 2, 1] : place };
      const found = derivation(ref, context);
      assert.ok(found?.result !== null && found?.result !== undefined && found.stored === null, step);
      assert.ok(Object.is(found.result, valueOf(ref, context)), `${step}: ${found.result}`);
    }
  });

  test(`${name}: what uses a gradient is what has it among its operands`, () => {
    const random = randomness(7);
    for (const numbers of tensors.values()) {
      const { ref } = /** @type {(typeof numbers)[number]} */ (numbers[random(numbers.length)]);
      const key = keyOf(ref);
      for (const user of usedBy(ref, context)) {
        assert.ok(operands(user, context).some((one) => !one.cut && keyOf(one.ref) === key), `${keyOf(user)} does not use ${key}`);
      }
      const all = operands(ref, context);
      for (const operand of all.length > 8 ? [all[0], all[1], all.at(-1)] : all) {
        const isUser = operand && usedBy(operand.ref, context).some((user) => keyOf(user) === key);
        assert.equal(isUser, !operand?.cut, `${key} from ${keyOf(operand?.ref ?? ref)}`);
      }
    }
  });
}

const MG1 = contextOf(/** @type {(typeof MODELS)[0]} */ (MODELS[0]).of);

test('every path back ends at the mean loss, and in numbers of the forward pass', () => {
  for (const { name } of MG1.gradients?.parameters ?? []) {
    const seen = new Set();
    /** @type {NumberRef[]} */
    let reached = [{ name: `∂parameters.${name}`, index: name.includes('embedding') || name.includes('lm_head') || /\.w/.test(name) ? [0, 0] : [0] }];
    if (name === 'token_embedding') reached = [{ name: `∂parameters.${name}`, index: [268, 0] }];
    while (reached.length) {
      const next = reached.pop();
      if (!next || seen.has(next.name)) continue;
      seen.add(next.name);
      reached = [...reached, ...operands(next, MG1).flatMap(({ ref, cut }) => (cut || !ref.name.startsWith('∂') ? [] : [ref]))];
    }
    assert.ok(seen.has('∂mean_loss') && seen.has('∂logits'), `${name}: ${[...seen].join()}`);
  }
});

test('the sums run over what there is: slots with the ID, records with the slot', () => {
  const key = derivation({ name: '∂parameters.token_embedding', index: [268, 3] }, MG1);
  assert.deepEqual(key?.each.map(([term]) => [term?.ref.record, term?.ref.index]), [[0, [3, 3]], [1, [3, 3]]]);
  const none = derivation({ name: '∂parameters.token_embedding', index: [7, 3] }, MG1);
  assert.deepEqual([none?.each, none?.result, none?.stored], [[], 0, 0]);
  const slot = derivation({ name: '∂position_embedding', record: 1, index: [16, 3] }, MG1);
  assert.deepEqual(slot?.each.map(([term]) => term?.ref.record), [1]);
  assert.deepEqual(derivation({ name: '∂parameters.position_embedding', index: [63, 3] }, MG1)?.result, 0);
  assert.equal(derivation({ name: '∂parameters.position_embedding', index: [64, 3] }, MG1), null);
});

test('the mask cuts the way back off where it cut the way there', () => {
  const score = derivation({ name: '∂scores', record: 0, block: 0, index: [0, 5, 6] }, MG1);
  assert.deepEqual([score?.result, score?.stored, score?.once[0]?.cut], [null, null, true]);
  const key = derivation({ name: '∂k_heads', record: 0, block: 0, index: [0, 5, 2] }, MG1);
  assert.deepEqual(key?.each.map(([term]) => term?.cut), Array.from({ length: 15 }, (_, query) => query < 5));
  const mean = derivation({ name: '∂weights.mean', record: 0, block: 0, index: [0, 5] }, MG1);
  assert.deepEqual(mean?.each.map(([term]) => term?.cut), Array.from({ length: 15 }, (_, at) => at > 5));
  const query = derivation({ name: '∂q_heads', record: 0, block: 0, index: [0, 5, 2] }, MG1);
  assert.deepEqual(query?.each.map(([term]) => term?.cut), Array.from({ length: 15 }, (_, at) => at > 5));
});

test('without its gradients a trace explains none of them, and uses none', () => {
  const without = { ...MG1, gradients: null };
  const found = derivation({ name: '∂norm1', record: 0, block: 0, index: [5, 3] }, without);
  assert.deepEqual([found?.result, found?.stored], [null, null]);
  assert.ok(usedBy({ name: 'norm1', record: 0, block: 0, index: [5, 3] }, without).every(({ name }) => !name.startsWith('∂')));
  assert.ok(usedBy({ name: 'norm1', record: 0, block: 0, index: [5, 3] }, MG1).some(({ name }) => name === '∂parameters.blocks.0.wq'));
});

test('gradients that are not there have no operands, whatever a link asks for', () => {
  for (const name of ['∂', '∂constructor', '∂ids', '∂visible', '∂parameters.none', '∂parameters.blocks.7.wq', '∂norm1.nothing', '∂probability', '∂∂loss']) {
    for (const index of [[], [0], [0, 0], [-1, 0], [0.5, 1], [0, 0, 99]]) {
      assert.deepEqual(operands({ name, index }, MG1), [], `${name} [${index}]`);
      assert.equal(valueOf({ name, index }, MG1), null, `${name} [${index}]`);
      usedBy({ name, index }, MG1);
    }
  }
});

const [SINGLE] = modelTraces([['key red', 'blue', '--shaken', '--gradients', '--config', JSON.stringify({ dtype: 'float32', activation: 'gelu', attention_bias: true, tied_head: true, width: 16, blocks: 2, ffn_width: 24 })]]);

test('of a model of 32 bits each number and gradient follows within its slack, and one wrong by a hundredth of its tensor does not', () => {
  const of = /** @type {import('./model-trace.js').Computed} */ (SINGLE);
  const context = contextOf(of);
  const all = new Map([...tensorsOf(of.gradients), ...valuesOf(of.trace)]);
  const random = randomness(11);
  for (const [tensor, numbers] of all) {
    const typical = Math.sqrt(numbers.reduce((sum, { value }) => sum + (value ?? 0) ** 2, 0) / numbers.length);
    let [caught, tried] = [0, 0];
    for (let i = 0; i < 40; i += 1) {
      const { ref, value } = /** @type {(typeof numbers)[number]} */ (numbers[random(numbers.length)]);
      const found = derivation(ref, context);
      if (!found || value === null) continue;
      const limit = slackOf(found, context);
      tried += 1;
      const apart = Math.abs((found.result ?? NaN) - value);
      assert.ok(apart <= limit, `${tensor} ${keyOf(ref)}: ${apart} of ${limit}`);
      caught += Number(Math.abs((found.result ?? NaN) - value - typical / 100) > limit);
    }
    // A key's bias has no gradient but what is rounded.
    assert.ok(caught > 0.8 * tried || /\.bk$/.test(tensor), `${tensor}: ${caught} of ${tried}`);
  }
});

/** Of a trace, as of gradients. @param {Context['trace']} trace */
function valuesOf(trace) {
  const asGradients = { records: trace.records.map(({ losses, tensors }) => ({ losses, tensors: { ...tensors, blocks: tensors.blocks.map(({ visible: _, ...block }) => block) } })), parameters: [] };
  const found = tensorsOf(/** @type {any} */ (asGradients));
  return [...found].map(([name, numbers]) => /** @type {const} */ ([name.replace('∂', ''), numbers.map(({ ref, value }) => ({ ref: { ...ref, name: ref.name.slice(1) }, value }))]));
}
