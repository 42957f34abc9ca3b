/**
 * The dependency table against real traces: each number, worked out from its
 * operands alone by the table's formula, is the number that the model computed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { derivation, operands } from '../../static/js/math/dependencies/derivation.js';
import { completed, keyOf } from '../../static/js/math/dependencies/table.js';
import { usedBy } from '../../static/js/math/dependencies/used-by.js';
import { isStored, valueOf } from '../../static/js/math/dependencies/value.js';
import { collected, randomness } from './document-numbers.js';
import { FAMILY } from './family-cases.js';
import { modelTraces } from './model-trace.js';

/** @typedef {import('../../static/js/types.js').NumberRef} NumberRef */
/** @typedef {import('../../static/js/math/dependencies/terms.js').Context} Context */

const TEXTS = ['The key is red. Answer: red.', 'The key is blue. Answer: blue.'];

/**
 * The model adds the same float64 terms in another order. A sum of up to 291 of
 * them then differs by some 1e-15 of its size; a wrong operand by 1e-7 or more.
 */
const TOLERANCE = 1e-12;

const CASES = [
  { name: 'MG-1', options: TEXTS },
  { name: 'MG-1 without the mask', options: [...TEXTS, '--mask', 'none'] },
  { name: 'three blocks of four heads', options: ['钥匙 red', 'x', '', '--blocks', '3', '--heads', '4'] },
  ...FAMILY,
];
const COMPUTED = modelTraces(CASES.map(({ options }) => options));
const MODELS = CASES.map(({ name }, i) => ({ name, of: /** @type {(typeof COMPUTED)[number]} */ (COMPUTED[i]) }));

/** @param {import('./model-trace.js').Computed} of @returns {Context} */
function contextOf({ trace, parameters, config }) {
  return { trace, parameters, config, epsilon: config.norm_epsilon, record: 0, block: 0 };
}

/**
 * All numbers and flags that a trace holds, tensor by tensor.
 * @param {Context['trace']} trace
 */
function tensorsOf(trace) {
  const { found, walk, walkRecord } = collected();
  trace.records.forEach(({ ids, targets, losses, tensors: { blocks, ...others } }, record) => walkRecord(record, { ids, targets, loss: losses, ...others }, blocks));
  walk(trace.loss, { name: 'mean_loss', index: [] });
  return found;
}

/** @param {number | null} a @param {number | null} b */
function agree(a, b) {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
}

for (const { name, of } of MODELS) {
  const context = contextOf(of);
  const tensors = tensorsOf(of.trace);

  test(`${name}: random numbers of every tensor follow from their operands`, () => {
    const random = randomness(20);
    for (const [tensor, numbers] of tensors) {
      for (let i = 0; i < 60; i += 1) {
        const { ref, value } = /** @type {(typeof numbers)[number]} */ (numbers[random(numbers.length)]);
        const found = derivation(ref, context);
        if (!found) {
          assert.ok(isLeaf(ref, context), `${tensor} ${keyOf(ref)} has no formula`);
          continue;
        }
        assert.ok(agree(found.result, value), `${tensor} ${keyOf(ref)}: ${found.result}, traced ${value}`);
        assert.ok(Object.is(found.stored, value), `${tensor} ${keyOf(ref)} is read as ${found.stored}`);
      }
    }
  });

  test(`${name}: every number of the trace is covered`, () => {
    let covered = 0;
    let all = 0;
    for (const numbers of tensors.values()) {
      for (const { ref } of numbers) {
        all += 1;
        if (isLeaf(ref, context) || operands(ref, context).length > 0) covered += 1;
      }
    }
    assert.equal(covered, all);
    const blocks = of.trace.records[0]?.tensors.blocks.length ?? 0;
    assert.equal(tensors.size, 20 * blocks + 8, [...tensors.keys()].join());
  });

  test(`${name}: what uses a number is what has it among its operands`, () => {
    const random = randomness(7);
    for (const numbers of tensors.values()) {
      const { ref } = /** @type {(typeof numbers)[number]} */ (numbers[random(numbers.length)]);
      const key = keyOf(ref);
      for (const user of usedBy(ref, context)) {
        assert.ok(operands(user, context).some((one) => !one.cut && keyOf(one.ref) === key), `${keyOf(user)} does not use ${key}`);
      }
      for (const operand of operands(ref, context)) {
        const isUser = usedBy(operand.ref, context).some((user) => keyOf(user) === key);
        assert.equal(isUser, !operand.cut, `${key} from ${keyOf(operand.ref)}`);
      }
    }
  });
}

/** Typed, or put behind what was typed. @param {NumberRef} ref @param {Context} context */
function isLeaf({ name, record = 0, index }, { trace }) {
  const last = (trace.records[record]?.valid_count ?? 0) - 1;
  return name === 'ids' || (name === 'targets' && index[0] === last);
}

const MG1 = contextOf(/** @type {(typeof MODELS)[0]} */ (MODELS[0]).of);

test('numbers that no tensor stores follow from their operands too', () => {
  const last = MG1.trace.records[0]?.valid_count ?? 0;
  const refs = ['max_logit', 'exp_sum', 'final_norm.mean', 'final_norm.variance'].map((name) => ({ name, index: [last - 1] }));
  const wide = ['probability', 'exponential', 'shifted_logit'].map((name) => ({ name, index: [5, 270] }));
  const inBlock = ['norm1.mean', 'norm1.variance', 'norm2.mean', 'norm2.variance'].map((name) => ({ name, block: 0, index: [5] }));
  for (const ref of [...refs, ...wide, ...inBlock, { name: 'q·k', block: 0, index: [1, 5, 3] }]) {
    const found = derivation(ref, MG1);
    assert.ok(found && !isStored(ref.name));
    assert.ok(found.result !== null && agree(found.result, valueOf(ref, MG1)), `${ref.name}: ${found.result}`);
  }
});

for (const { name, of } of MODELS) test(`${name}: the paths from the mean loss reach every parameter of the model`, () => {
  const context = contextOf(of);
  /** @type {NumberRef[]} */
  let reached = [{ name: 'mean_loss', index: [] }];
  const seen = new Set();
  const ends = new Set();
  while (reached.length) {
    const next = reached.pop();
    const key = `${next?.name} ${next?.block ?? ''}`;
    if (!next || seen.has(key)) continue;
    seen.add(key);
    if (next.name.startsWith('parameters.')) ends.add(next.name.replace('parameters.', ''));
    reached = [...reached, ...operands(next, context).map(({ ref }) => ref)];
  }
  assert.deepEqual([...ends].sort(), context.parameters?.map((one) => one.name).sort());
});

test('the mask cuts operands off: they are named, and no part of the sum', () => {
  const weight = derivation({ name: 'weights', block: 0, index: [0, 5, 3] }, MG1);
  assert.deepEqual(weight?.each.map(([score]) => score?.cut), Array.from({ length: 15 }, (_, key) => key > 5));
  assert.ok(weight?.each.slice(6).every(([score]) => score?.value === null));
  const mixture = derivation({ name: 'mixtures', block: 0, index: [1, 2, 4] }, MG1);
  assert.equal(mixture?.each.filter(([part]) => !part?.cut).length, 3);
  const masked = derivation({ name: 'weights', block: 0, index: [0, 5, 6] }, MG1);
  assert.deepEqual([masked?.once[0]?.cut, masked?.result, masked?.stored], [true, 0, 0]);
  const score = derivation({ name: 'scores', block: 0, index: [0, 5, 6] }, MG1);
  assert.deepEqual([score?.once[0]?.cut, score?.result, score?.stored], [true, null, null]);
});

test('numbers that are not there have no operands, whatever a link asks for', () => {
  for (const name of ['constructor', '__proto__', 'no_such', 'parameters.none', 'norm1', 'loss', 'weights']) {
    for (const index of [[], [0], [99, 99], [-1, 0], [0.5, 1], [0, 0, 99]]) {
      const ref = completed({ name, index }, MG1);
      if (name === 'loss' && index.join() === '0') continue;
      assert.deepEqual(operands(ref, MG1), [], `${name} [${index}]`);
      assert.equal(valueOf(ref, MG1), null, `${name} [${index}]`);
      usedBy(ref, MG1);
    }
  }
  assert.deepEqual(operands({ name: 'norm1', record: 9, block: 0, index: [0, 0] }, MG1), []);
  assert.deepEqual(operands({ name: 'norm1', record: 0, block: 7, index: [0, 0] }, MG1), []);
});

test('without parameters a number has its operands, and no result yet', () => {
  const found = derivation({ name: 'q_projection', block: 0, index: [5, 3] }, { ...MG1, parameters: null });
  assert.equal(found?.each.length, 16);
  assert.equal(found?.result, null);
});
