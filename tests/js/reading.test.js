import assert from 'node:assert/strict';
import { test } from 'node:test';

import { numberAt } from '../../static/js/math/reading.js';

// One position that sees itself, one that sees both; width 2, one head of width 2, three candidates.
const block = {
  block_input: [[1, 3], [2, 2]],
  residual1: [[0, 4], [5, 5]],
  block_output: [[10, 20], [7, 7]],
  norm2: [[-1, 1], [0, 0]],
  q_heads: [[[1, 2], [3, 4]]],
  k_heads: [[[5, 6], [7, 8]]],
  scores: [[[1, null], [2, 3]]],
};
const record = {
  ids: [256, 65],
  targets: [65, 257],
  losses: [0.5, 1.5],
  tensors: { token_embedding: [[0.25, 1], [2, 3]], blocks: [block, { ...block, residual1: [[6, 8], [1, 1]], block_output: [[3, 5], [0, 0]] }], logits: [[0, 0, 0], [1000, 0, 0]] },
};
const parameters = [{ name: 'blocks.0.norm2.scale', shape: [2], values: [1, 0.5] }];

/** @param {string} name @param {number[]} index @param {number} [inBlock] */
function read(name, index, inBlock) {
  const source = { record, block: 0, meanLoss: 1, parameters };
  return numberAt(/** @type {any} */ (source), { name, index, ...(inBlock === undefined ? {} : { block: inBlock }) });
}

test('a tensor\'s number is looked up by name, block and index', () => {
  assert.equal(read('token_embedding', [0, 0]), 0.25);
  assert.equal(read('norm2', [0, 1]), 1);
  assert.equal(read('residual1', [0, 0], 1), 6);
  assert.equal(read('targets', [1]), 257);
  assert.equal(read('loss', [1]), 1.5);
  assert.equal(read('mean_loss', []), 1);
  assert.equal(read('parameters.blocks.0.norm2.scale', [1]), 0.5);
});

test('what is not there is null, never undefined or NaN', () => {
  assert.equal(read('norm2', [2, 0]), null);
  assert.equal(read('no_such_tensor', [0, 0]), null);
  assert.equal(read('scores', [0, 0, 1]), null);
  assert.equal(read('parameters.token_embedding', [0, 0]), null);
  assert.equal(read('norm2.mean', [9]), null);
  assert.equal(read('max_logit', [9]), null);
  assert.equal(read('probability', [0, 3]), null);
});

test('a norm\'s mean and variance are of the row that it reads', () => {
  assert.equal(read('norm1.mean', [0]), 2); // (1 + 3) / 2
  assert.equal(read('norm1.variance', [0]), 1);
  assert.equal(read('norm2.mean', [0]), 2); // (0 + 4) / 2
  assert.equal(read('norm2.variance', [0]), 4);
  assert.equal(read('norm2.mean', [0], 1), 7); // the second block's own row
  assert.equal(read('final_norm.mean', [0]), 4); // the last block's output
});

test('q·k is the dot product of a visible pair, and none of a masked one', () => {
  assert.equal(read('q·k', [0, 1, 0]), 39); // 3 × 5 + 4 × 6
  assert.equal(read('q·k', [0, 0, 0]), 17);
  assert.equal(read('q·k', [0, 0, 1]), null);
});

test('probabilities come from shifted logits, so that none overflows', () => {
  assert.equal(read('probability', [0, 2]), 1 / 3);
  assert.equal(read('exp_sum', [0]), 3);
  assert.equal(read('max_logit', [1]), 1000);
  assert.equal(read('probability', [1, 0]), 1);
  assert.equal(read('probability', [1, 1]), 0); // e^−1000 underflows
});
