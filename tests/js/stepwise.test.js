/**
 * Traces of 32 bits against the page's arithmetic in 64: what the model in Python
 * computed agrees, and one number that is wrong by a thousandth is found in its
 * own tensor.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { slack } from '../../static/js/math/float32.js';
import { recomputeGradients } from '../../static/js/math/gradient-agreement.js';
import { recompute } from '../../static/js/math/recomputation.js';
import { modelTraces } from './model-trace.js';

/** @typedef {import('./model-trace.js').Computed} Computed */

const SMALL = { dtype: 'float32', width: 16, heads: 2, ffn_width: 24, blocks: 3 };
const OFF = { off: ['0.1', 'ffn1', 'block2'], swap: [{ record: 0, block: 0, position: 2, from: 1 }, { record: 1, block: -1, position: 1, from: 0 }] };

/** @param {object} config @param {string[]} more */
const asked = (config, ...more) => ['key red', 'blue key', '--shaken', '--config', JSON.stringify({ ...SMALL, ...config }), ...more];

const CASES = {
  'GELU, all biases': asked({ activation: 'gelu', attention_bias: true }),
  'tanh GELU, no bias, tied, wide': asked({ activation: 'gelu_tanh', ffn_bias: false, norm_bias: false, head_bias: false, tied_head: true, ffn_width: 512 }),
  'without the mask': asked({}, '--mask', 'none'),
  'taken apart': asked({ activation: 'gelu' }, '--apart', JSON.stringify(OFF)),
  'taken apart, in 64 bits': asked({ activation: 'gelu', dtype: 'float64' }, '--apart', JSON.stringify(OFF)),
};
const COMPUTED = /** @type {Record<keyof typeof CASES, Computed>} */ (Object.fromEntries(modelTraces(Object.values(CASES)).map((one, i) => [Object.keys(CASES)[i], one])));
const EOS = 257;

/** @param {Computed} of @param {(trace: any) => void} [change] of a copy @param {object} [more] */
function compared({ trace, parameters, config }, change = () => {}, more = {}) {
  const own = structuredClone(trace);
  change(own);
  const steps = recompute({ trace: own, mask: own.mask, ...more }, { parameters, config, eosId: EOS });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** As a selected trace comes: of all blocks but one only what is folded. @param {any} trace */
function fold(trace, open = 1) {
  for (const record of trace.records) {
    record.left_out = [];
    record.tensors.blocks.forEach((/** @type {any} */ block, /** @type {number} */ b) => {
      for (const name of Object.keys(block)) {
        if (b === open || name === 'block_output' || name === 'weights') continue;
        delete block[name];
        record.left_out.push({ name, block: b, shape: [] });
      }
    });
  }
}

/** As they come in a file: rows of 32 bits. @param {any} trace */
function pack(trace) {
  /** @param {any} part @returns {any} */
  const packed = (part) => (Array.isArray(part) ? (typeof part[0] === 'number' ? Float32Array.from(part) : part.map(packed)) : part);
  for (const { tensors } of trace.records) {
    for (const name of Object.keys(tensors)) if (name !== 'blocks') tensors[name] = packed(tensors[name]);
    for (const block of tensors.blocks) for (const name of Object.keys(block)) if (!['scores', 'visible'].includes(name)) block[name] = packed(block[name]);
  }
}

for (const [name, of] of Object.entries(COMPUTED)) {
  const more = name.startsWith('taken apart') ? OFF : {};
  test(`${name}: all of it agrees, whole or folded, as lists or packed`, () => {
    const whole = compared(of, undefined, more);
    assert.deepEqual([whole.first, whole.precision], [null, of.config.dtype === 'float32' ? 'float32' : undefined]);
    assert.ok(of.config.dtype !== 'float32' || (whole.max > 1e-9 && whole.max < 1e-4), `rounded to 32 bits: ${whole.max}`);
    const folded = compared(of, fold, more);
    assert.deepEqual([folded.first, folded.count < whole.count], [null, true]);
    if (of.config.dtype === 'float32') {
      const packed = compared(of, (trace) => [fold, pack].forEach((change) => change(trace)), more);
      assert.deepEqual([packed.first, packed.count], [null, folded.count]);
      assert.ok(Math.abs(packed.max - folded.max) < 1e-12, 'but for the order of its sums');
    }
  });
}

test('what is off or exchanged is found where it acts, when the page computes the whole model', () => {
  const first = compared(COMPUTED['taken apart'], undefined, { off: OFF.off }).first;
  assert.deepEqual([first?.name, first?.block, first?.at?.record, first?.at?.index[0]], ['block_input', 0, 1, 1]);
  const swapped = compared(COMPUTED['taken apart'], undefined, { swap: OFF.swap }).first;
  assert.deepEqual([swapped?.name, swapped?.block, swapped?.at?.index[0]], ['mixtures', 0, 1]);
});

/** Places of a tensor's numbers, and of them the one of the middle size. @param {any} lists */
function middle(lists) {
  /** @type {[number, any, number][]} */
  const all = [];
  /** @param {any} part */
  const walk = (part) => part.forEach((/** @type {any} */ one, /** @type {number} */ i) => {
    if (Array.isArray(one)) walk(one);
    else if (typeof one === 'number' && one) all.push([Math.abs(one), part, i]);
  });
  walk(lists);
  return /** @type {[number, any, number]} */ (all.sort(([a], [b]) => a - b)[Math.floor(all.length / 2)]);
}

test('one number that is wrong by a thousandth is found in its own tensor, in every tensor', () => {
  for (const name of /** @type {const} */ (['GELU, all biases', 'tanh GELU, no bias, tied, wide'])) {
    const of = COMPUTED[name];
    const open = of.trace.records[1]?.tensors.blocks[1] ?? {};
    const tensors = [...Object.keys(open).filter((one) => one !== 'visible').map((one) => /** @type {const} */ ([one, 1])), ...['token_embedding', 'position_embedding', 'final_norm', 'logits'].map((one) => /** @type {const} */ ([one, null]))];
    for (const [tensor, block] of tensors) {
      const found = compared(of, (trace) => {
        const { tensors: all } = trace.records[1];
        const [, row, i] = middle(block === null ? all[tensor] : all.blocks[block][tensor]);
        row[i] *= 1.001;
      });
      assert.deepEqual([found.first?.name, found.first?.block, found.first?.at?.record], [tensor, block, 1], `${tensor}: ${found.first?.name}`);
    }
  }
});

test('a folded block’s outcome is found too, and a loss', () => {
  const folded = compared(COMPUTED['GELU, all biases'], (trace) => {
    fold(trace);
    const [, row, i] = middle(trace.records[0].tensors.blocks[2].block_output);
    row[i] *= 1.001;
  });
  assert.deepEqual([folded.first?.name, folded.first?.block], ['block_output', 2]);
  const loss = compared(COMPUTED['GELU, all biases'], (trace) => void (trace.records[0].losses[1] *= 1.001));
  assert.deepEqual([loss.first?.name, loss.first?.at], ['losses', { record: 0, index: [1] }]);
  assert.equal(compared(COMPUTED['without the mask'], (trace) => void (trace.loss *= 1.00001)).first?.name, 'mean_loss');
});

test('a wrong parameter is found where it first acts, and a tensor that nobody left out is missed', () => {
  const of = COMPUTED['GELU, all biases'];
  for (const [parameter, first] of /** @type {const} */ ([['blocks.1.bo', 'attention_output'], ['blocks.1.norm2.scale', 'norm2'], ['final_norm.offset', 'final_norm']])) {
    const parameters = structuredClone(of.parameters);
    /** @type {any} */ (parameters.find(({ name }) => name === parameter)).values[3] *= 1.01;
    assert.equal(compared({ ...of, parameters }).first?.name, first);
  }
  const missing = compared(of, (trace) => void delete trace.records[0].tensors.blocks[1].ffn_relu).first;
  assert.equal(missing?.name, 'ffn_relu');
  assert.ok((missing?.unmatched ?? 0) > 0);
});

test('gradients of 32 bits agree with the way back in 64, and one that is wrong by a hundredth of its tensor is found', () => {
  const [of] = modelTraces([asked({ activation: 'gelu', attention_bias: true, tied_head: true }, '--gradients')]);
  const { trace, parameters, config, gradients } = /** @type {Computed} */ (of);
  /** @param {import('../../static/js/types.js').Gradients} theirs */
  const outcome = (theirs) => {
    const steps = recomputeGradients(theirs, { trace, mask: 'causal' }, { parameters, config, eosId: EOS });
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  };
  const right = outcome(gradients);
  assert.deepEqual([right.first, right.precision], [null, 'float32']);
  assert.ok(right.max > 1e-10, 'they are rounded');
  const wrong = structuredClone(gradients);
  const [size, row, i] = middle(wrong.records[1]?.tensors.blocks[1]?.ffn_linear);
  row[i] += 0.01 * size;
  assert.deepEqual([outcome(wrong).first?.name, outcome(wrong).first?.block], ['∂ffn_linear', 1]);
  const table = structuredClone(gradients);
  const values = /** @type {number[][]} */ (table.parameters.find(({ name }) => name === 'token_embedding')?.values);
  const [, entries, place] = middle(values);
  entries[place] *= 1.02;
  assert.equal(outcome(table).first?.name, '∂parameters.token_embedding');
});

test('in a stream the last target is what follows in the text, or none', () => {
  const of = COMPUTED['GELU, all biases'];
  const config = { ...of.config, data: /** @type {const} */ ('stream') };
  const ends = (/** @type {number} */ last) => (/** @type {any} */ trace) => trace.records.forEach((/** @type {any} */ record) => record.targets.splice(-1, 1, last));
  const drafts = /** @type {any} */ ([{ next: 65 }, { next: 65 }]);
  const targets = (/** @type {ReturnType<typeof compared>} */ { tensors }) => tensors.find(({ name }) => name === 'targets')?.agrees;
  assert.equal(targets(compared({ ...of, config }, ends(65), { drafts })), true);
  assert.equal(targets(compared({ ...of, config }, ends(-100))), true);
  assert.equal(targets(compared({ ...of, config }, ends(EOS))), false);
});

test('what is allowed grows with its size, and what is only copied may not move', () => {
  assert.equal(slack(0), 0);
  assert.ok(slack(1) > 2 ** -24 && slack(1) < 1e-6);
  assert.ok(slack(1e-300) < 1e-37);
});
