import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanDifference, recordDifference, sameKey } from '../../static/js/math/trace-difference.js';

/** Two positions, one head, width 2: small enough to read. */
function trace() {
  return structuredClone(
    /** @type {import('../../static/js/types.js').Trace} */ (
      /** @type {unknown} */ ({
        model: 'tiny',
        mask: 'causal',
        slots: 2,
        loss: 1.5,
        scored_events: 2,
        records: [
          {
            text: 'a',
            ids: [256, 97],
            targets: [97, 257],
            valid: [true, true],
            valid_count: 2,
            losses: [1, 2],
            tensors: {
              token_embedding: [[1, 2], [3, 4]],
              position_embedding: [[0, 0.5], [0.25, 0]],
              blocks: [
                {
                  norm1: [[1, -1], [1, -1]],
                  scores: [[[0.5, null], [0.25, 0.75]]],
                  visible: [[[true, false], [true, true]]],
                  weights: [[[1, 0], [0.25, 0.75]]],
                },
              ],
              final_norm: [[1, 1], [1, 1]],
              logits: [[0.5, -0.5, 0], [1, 2, 3]],
            },
          },
        ],
      })
    ),
  );
}

/** @param {(changed: any) => void} change @returns {any} the record's difference */
function after(change) {
  const faulty = trace();
  change(faulty);
  return recordDifference(faulty, trace(), 0);
}

test('a trace less itself is nothing, and parts nowhere', () => {
  const record = recordDifference(trace(), trace(), 0);
  assert.equal(meanDifference(trace(), trace()), 0);
  assert.equal(record.first, null);
  assert.deepEqual(record.rows, [true, true]);
  assert.deepEqual(record.tensors.logits, [[0, 0, 0], [0, 0, 0]]);
  assert.deepEqual(record.losses, [0, 0]);
  for (const name of ['targets', 'token_embedding', 'logits', 'losses']) assert.ok(record.same.has(name), name);
  assert.ok(record.same.has(sameKey('weights', 0)));
});

test('faulty less healthy, entry by entry', () => {
  const { tensors, same } = after((faulty) => (faulty.records[0].tensors.blocks[0].norm1[1][0] = 1.25));
  assert.deepEqual(tensors.blocks[0].norm1, [[0, 0], [0.25, 0]]);
  assert.ok(!same.has('0.norm1'));
  assert.ok(same.has('0.weights'));
});

test('one unit in the last place parts ways', () => {
  const { first } = after((faulty) => (faulty.records[0].tensors.logits[1][2] = 3 + 4.440892098500626e-16));
  assert.deepEqual(first, { name: 'logits', block: null, index: [1, 2], one: 3.0000000000000004, other: 3 });
});

test('a zero of the other sign parts ways, though the difference is 0', () => {
  const { first, tensors, rows } = after((faulty) => (faulty.records[0].tensors.logits[0][2] = -0));
  assert.equal(first.name, 'logits');
  assert.ok(tensors.logits[0][2] === 0);
  assert.deepEqual(rows, [false, true]);
});

test('the first in the order computed is named, whatever else differs', () => {
  const { first } = after((faulty) => {
    faulty.records[0].losses[0] = 9;
    faulty.records[0].tensors.logits[0][0] = 9;
    faulty.records[0].tensors.blocks[0].weights[0][1][1] = 0.5;
    faulty.records[0].tensors.blocks[0].scores[0][0][1] = 0.125;
  });
  assert.deepEqual(first, { name: 'scores', block: 0, index: [0, 0, 1], one: 0.125, other: null });
});

test('targets come before all tensors', () => {
  const { first, targets } = after((faulty) => {
    faulty.records[0].targets[1] = -100;
    faulty.records[0].tensors.token_embedding[0][0] = 9;
  });
  assert.equal(first.name, 'targets');
  assert.deepEqual(targets, [false, true]);
});

test('a number where there was none has no difference, and is drawn where either sees', () => {
  const { tensors } = after((faulty) => {
    faulty.records[0].tensors.blocks[0].scores[0][0][1] = 0.125;
    faulty.records[0].tensors.blocks[0].visible[0][0][1] = true;
    faulty.records[0].tensors.blocks[0].weights[0][0] = [0.5, 0.5];
    faulty.records[0].tensors.blocks[0].visible[0][1][0] = false;
  });
  assert.deepEqual(tensors.blocks[0].scores[0][0], [0, NaN]);
  assert.deepEqual(tensors.blocks[0].visible[0], [[true, true], [true, true]]);
  assert.deepEqual(tensors.blocks[0].weights[0][0], [-0.5, 0.5]);
});

test('NaN differs from a number and not from NaN', () => {
  const { first, tensors } = after((faulty) => (faulty.records[0].tensors.final_norm[0][1] = NaN));
  assert.deepEqual(first, { name: 'final_norm', block: null, index: [0, 1], one: NaN, other: 1 });
  assert.deepEqual(tensors.final_norm[0], [0, NaN]);
  const [one, other] = [trace(), trace()];
  for (const each of [one, other]) /** @type {any} */ (each).records[0].tensors.final_norm[0][1] = NaN;
  assert.equal(recordDifference(one, other, 0).first, null);
});

test('a loss that is not there any more', () => {
  const { losses, rows, first } = after((faulty) => (faulty.records[0].losses[1] = null));
  assert.deepEqual(losses, [0, NaN]);
  assert.deepEqual(rows, [true, false]);
  assert.deepEqual(first, { name: 'losses', block: null, index: [1], one: null, other: 2 });
});

test('only the mean differs', () => {
  const faulty = trace();
  faulty.loss = 0.75;
  assert.equal(meanDifference(faulty, trace()), -0.75);
  assert.deepEqual(recordDifference(faulty, trace(), 0).first, { name: 'mean_loss', block: null, index: [], one: 0.75, other: 1.5 });
});

test('other records are refused', () => {
  const other = trace();
  other.records = [];
  assert.throws(() => recordDifference(trace(), other, 0), RangeError);
});

test('the first is the first computed, in whatever order a file has them', () => {
  const [faulty, healthy] = [trace(), trace()];
  for (const [each, value] of /** @type {const} */ ([[faulty, 1], [healthy, 2]])) {
    const block = /** @type {any} */ (each.records[0]?.tensors.blocks[0]);
    const named = ['attention_output', 'joined', 'mixtures'].map((name) => [name, [[value]]]);
    each.records.forEach((record) => (record.tensors.blocks = [/** @type {any} */ ({ ...Object.fromEntries(named), ...block })]));
  }
  assert.equal(recordDifference(faulty, healthy, 0).first?.name, 'mixtures');
});
