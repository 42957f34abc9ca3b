import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockColumns, stageOfFolded } from '../../static/js/views/loom-blocks.js';

const CONFIG = { heads: 2, width: 12, ffn_width: 48, blocks: 4, activation: 'gelu' };
const groups = (change, open) => blockColumns({ ...CONFIG, ...change }, open);
const stagesOf = (all) => all.map(([first]) => first.stage);

test('folded blocks stand where they are computed, before and after the open one', () => {
  assert.deepEqual(stagesOf(groups({}, 0)), [1, 2, 3, 4, stageOfFolded(1), 5, 6]);
  assert.deepEqual(stagesOf(groups({}, 2)), [1, 2, stageOfFolded(0), 3, 4, stageOfFolded(3), 5, 6]);
  assert.deepEqual(stagesOf(groups({}, 3)), [1, 2, stageOfFolded(0), 3, 4, 5, 6]);
});

test('a folded block shows the stream that leaves it, whichever is open, and its lens', () => {
  const record = { tensors: { blocks: [0, 1, 2, 3].map((block) => ({ block_output: [[block]] })) } };
  const folded = groups({}, 1).flat().filter(({ block }) => block !== undefined);
  const streams = folded.filter(({ kind }) => kind === 'signed');
  assert.deepEqual(streams.map(({ tensor }) => tensor(record, 1)), [[[0]], [[2]], [[3]]]);
  assert.deepEqual(folded.filter(({ kind }) => kind === 'lens').map(({ after }) => after), [0, 2, 3]);
});

test('there is a lens after the embedding sum and after the open block', () => {
  const lenses = groups({}, 1).flat().filter(({ kind }) => kind === 'lens');
  assert.deepEqual(lenses.map(({ after }) => after), [-1, 0, 1, 2, 3]);
});

test('beyond eight blocks there is no room for lenses', () => {
  assert.ok(groups({ blocks: 8 }, 0).flat().some(({ kind }) => kind === 'lens'));
  assert.ok(!groups({ blocks: 9 }, 0).flat().some(({ kind }) => kind === 'lens'));
});

test('names stay unique, and the activation is named', () => {
  const names = groups({}, 2).flat().map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.equal(groups({}, 2).flat().find(({ name }) => name === 'ffn_relu').label, 'GELU');
});
