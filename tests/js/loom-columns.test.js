import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loomColumns } from '../../static/js/views/loom-columns.js';

/** @param {number} heads */
const columns = (heads) => loomColumns({ heads, width: 12, ffn_width: 48 });

test('there is one map for each head, however many', () => {
  for (const heads of [1, 2, 3, 12]) {
    const maps = columns(heads)[2].filter(({ kind }) => kind === 'weights');
    assert.deepEqual(maps.map(({ head }) => head), Array.from({ length: heads }, (_, i) => i));
    assert.ok(maps.reduce((total, { share }) => total + share, 0) <= 68 + 1e-9);
  }
  assert.equal(columns(12)[2].find(({ head }) => head === 11)?.label, 'A₁₁');
});

test('the FFN’s widths are the model’s', () => {
  assert.deepEqual(columns(2)[3].map(({ label }) => label), ['R', 'norm', '→48', 'ReLU', '→12', 'Y']);
});

test('rows cross in one column only, between the values and their join', () => {
  const names = columns(2).flat();
  const fans = names.filter(({ kind }) => kind === 'fan');
  assert.equal(fans.length, 1);
  const at = names.indexOf(fans[0]);
  assert.equal(names[at - 1].name, 'v_projection');
  assert.equal(names[at + 1].name, 'joined');
});

test('the block’s columns read the open block', () => {
  const rows = (value) => ({ norm1: [[value]], weights: [[[value]], [[value]]] });
  const record = { tensors: { blocks: [rows(1), rows(2)] } };
  const norm = columns(2)[2].find(({ name }) => name === 'norm1');
  assert.deepEqual(norm.tensor(record, 1), [[2]]);
  const map = columns(2)[2].find(({ name }) => name === 'weights-1');
  assert.deepEqual(map.tensor(record, 0), [[1]]);
});
