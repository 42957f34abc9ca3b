/** A trace that came as a file of numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceFrom } from '../../static/js/api/trace-file.js';
import { exportedPosition } from '../../static/js/format/export.js';
import { numberAt } from '../../static/js/math/reading.js';
import { probabilities, softmax } from '../../static/js/math/softmax.js';
import { recordDifference } from '../../static/js/math/trace-difference.js';
import { mergedTrace } from '../../static/js/state/slices.js';
import { file } from './trace-bytes.js';
import { PLAIN } from './traces.js';

const DOCUMENT = {
  model: 'small', mask: 'causal', slots: 2, loss: 1, scored_events: 1,
  records: [{ text: 'ab', ids: [0, 1], targets: [1, -100], valid: [true, true], valid_count: 2, losses: [1, null], left_out: [{ name: 'norm1', block: 1, shape: [2, 4] }] }],
};
const TENSORS = /** @type {import('./trace-bytes.js').Tensors} */ ({
  'records.0.logits': { dtype: 'F32', shape: [2, 2], values: [0.1, 0.2, 0.3, 0.4] },
  'records.0.blocks.0.visible': { dtype: 'BOOL', shape: [1, 2, 2], values: [1, 0, 1, 1] },
  'records.0.blocks.0.q_projection': { dtype: 'F64', shape: [2, 4], values: [1, 2, 3, 4, 5, 6, 7, 8] },
  'records.0.blocks.0.scores': { dtype: 'F32', shape: [2, 2, 2], values: [1, NaN, NaN, 2, 3, NaN, 4, 5] },
  'records.0.blocks.0.weights': { dtype: 'F32', shape: [2, 2, 2], values: [1, 0, 0.5, 0.5, 1, 0, 0.25, 0.75] },
});

test('numbers lie where the header says, wherever that is, in the shape that JSON has', () => {
  for (let padding = 0; padding < 8; padding += 1) {
    const [record] = traceFrom(file(DOCUMENT, TENSORS, padding)).records;
    const { logits, blocks } = record?.tensors ?? assert.fail();
    assert.deepEqual(logits.map((row) => [...row]), [[0.1, 0.2], [0.3, 0.4]].map((row) => row.map(Math.fround)));
    assert.deepEqual(blocks[0]?.q_projection.map((row) => [...row]), [[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert.equal(blocks.length, 2, 'a block of which nothing came is one too');
    assert.equal(blocks[1]?.norm1, undefined);
  }
});

test('heads are pieces of their projection; what is not visible is null, and what could not be computed NaN', () => {
  const block = traceFrom(file(DOCUMENT, TENSORS)).records[0]?.tensors.blocks[0] ?? assert.fail();
  assert.deepEqual(block.q_heads.map((head) => head.map((row) => [...row])), [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]);
  assert.deepEqual(block.visible, [[[true, false], [true, true]]]);
  assert.deepEqual(block.scores, [[[1, null], [NaN, 2]], [[3, null], [4, 5]]]);
  assert.equal(block.scores, block.scores, 'made once');
});

test('what is made when somebody looks is made once, also behind the slices that were merged into it', () => {
  const whole = [TENSORS, TENSORS, TENSORS].map((tensors) => traceFrom(file(DOCUMENT, tensors))).reduce(mergedTrace);
  const block = whole.records[0]?.tensors.blocks[0] ?? assert.fail();
  assert.equal(block.q_heads, block.q_heads);
  assert.equal(block.scores[1], block.scores[1]);
});

test('a head that sees something else has its own list; those that see the same share one', () => {
  const visible = { dtype: 'BOOL', shape: [3, 2, 2], values: [1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1] };
  const tensors = /** @type {any} */ ({ ...TENSORS, 'records.0.blocks.0.visible': visible });
  const block = traceFrom(file(DOCUMENT, tensors)).records[0]?.tensors.blocks[0] ?? assert.fail();
  const every = [[true, false], [true, true]];
  assert.deepEqual(block.visible, [every, [[true, false], [false, true]], every]);
  assert.equal(block.visible[0], block.visible[2]);
  assert.deepEqual(block.scores[1], [[3, null], [null, 5]]);
});

test('rows of 32 bits are read, computed with and taken along like any others', () => {
  const trace = traceFrom(file(DOCUMENT, TENSORS));
  const record = trace.records[0] ?? assert.fail();
  assert.equal(numberAt({ record, block: 0, meanLoss: 1, parameters: null }, { name: 'logits', index: [1, 0] }), Math.fround(0.3));
  const row = record.tensors.logits[0] ?? [];
  const sum = probabilities(softmax(row), row).reduce((total, share) => total + share, 0);
  assert.ok(Math.abs(sum - 1) < 1e-15, 'not rounded to 32 bits again');
  const exported = exportedPosition({ traced: { ...PLAIN, drafts: [{ key: 0, text: 'ab', replace: [], paddingId: null }], mask: 'causal', fault: null, step: null, trace, milliseconds: 0 }, index: 0, position: 1, model: null, vocabulary: null });
  assert.deepEqual(JSON.parse(JSON.stringify(exported.tensors.logits)), [0.3, 0.4].map(Math.fround));
});

test('the lens comes as numbers too, its first row before all blocks; where no target is scored it says null', () => {
  const lens = {
    'records.0.lens.probability': { dtype: 'F64', shape: [2, 2], values: [0.25, NaN, 0.5, NaN] },
    'records.0.lens.rank': { dtype: 'I32', shape: [2, 2], values: [2, 0, 1, 0] },
    'records.0.lens.top_ids': { dtype: 'I32', shape: [2, 2, 2], values: [0, 1, 1, 0, 1, 0, 0, 1] },
    'records.0.lens.top_probabilities': { dtype: 'F64', shape: [2, 2, 2], values: [0.75, 0.25, 0.6, 0.4, 0.5, 0.5, 0.9, 0.1] },
  };
  const record = traceFrom(file(DOCUMENT, /** @type {any} */ ({ ...TENSORS, ...lens }))).records[0];
  assert.deepEqual(record?.lens, [
    { after: -1, probability: [0.25, null], rank: [2, null], top: [[[0, 0.75], [1, 0.25]], [[1, 0.6], [0, 0.4]]] },
    { after: 0, probability: [0.5, null], rank: [1, null], top: [[[1, 0.5], [0, 0.5]], [[0, 0.9], [1, 0.1]]] },
  ]);
  assert.deepEqual(Object.keys(record?.tensors ?? {}), ['logits', 'blocks'], 'no tensor of the trace');
});

test('two of them differ where a number does, and tensors that one lacks are not compared', () => {
  const one = traceFrom(file(DOCUMENT, TENSORS));
  const { 'records.0.blocks.0.scores': _, ...fewer } = TENSORS;
  const moved = { ...fewer, 'records.0.logits': { ...fewer['records.0.logits'], values: [0.1, 0.2, 0.3, 0.5] } };
  const difference = recordDifference(one, traceFrom(file(DOCUMENT, /** @type {any} */ (moved))), 0);
  assert.deepEqual([difference.first?.name, difference.first?.index], ['logits', [1, 1]]);
  assert.deepEqual([...(difference.tensors.logits[1] ?? [])], [0, Math.fround(0.4) - Math.fround(0.5)]);
  assert.ok(difference.same.has('0.weights') && !difference.same.has('0.scores'));
  assert.deepEqual(difference.rows, [true, false]);
});

test('a trace keeps the files that it came in, so that a worker can be given these', () => {
  const bytes = file(DOCUMENT, TENSORS);
  assert.deepEqual(traceFrom(bytes).files, [bytes]);
});
