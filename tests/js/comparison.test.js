/**
 * What the mask lab may call identical, moved or leaked. Traces are made by
 * hand, four slots long, with three candidates.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState } from '../../static/js/state/initial.js';
import { comparison } from '../../static/js/views/comparison.js';

const PAD = 9;
const VOCABULARY = [
  { id: PAD, kind: /** @type {const} */ ('special'), hex: '', name: 'PAD', rank: null, left: null, right: null },
];

/**
 * @typedef {{ids: number[], logits: number[][], replace?: {position: number, id: number}[], paddingId?: number | null}} Made
 * @param {Made[]} records @param {{mask?: 'causal' | 'none', slots?: number}} [options]
 * @returns {import('../../static/js/types.js').Traced}
 */
function traced(records, { mask = 'causal', slots = 4 } = {}) {
  return {
    mask,
    milliseconds: 0,
    drafts: records.map(({ replace = [], paddingId = null }, key) => ({ key, text: '', replace, paddingId })),
    trace: {
      model: 'mg-1',
      mask,
      slots,
      loss: 0,
      scored_events: 0,
      records: records.map(({ ids, logits }) => ({
        text: '', ids, targets: ids, valid: ids.map(() => true), valid_count: ids.length, losses: [],
        tensors: { token_embedding: [], position_embedding: [], blocks: [], final_norm: [], logits },
      })),
    },
  };
}

const ROWS = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];
const moved = (/** @type {number} */ by) => [[1, 2, 3], [4, 5 + by, 6], [7, 8, 9 + 2 * by]];
const compare = (/** @type {any} */ now, /** @type {any} */ before) =>
  comparison({ ...initialState(), vocabulary: VOCABULARY, traced: now, baselineTraced: before });
const kinds = (/** @type {any} */ compared, record = 0) => compared.records[record].positions.map((/** @type {any} */ p) => p.kind);

test('nothing changed: every position is identical', () => {
  const result = compare(traced([{ ids: [1, 2, 3], logits: ROWS }]), traced([{ ids: [1, 2, 3], logits: structuredClone(ROWS) }]));
  assert.deepEqual(kinds(result), ['identical', 'identical', 'identical']);
  assert.equal(result?.edited, false);
});

test('the last token changed: identical before it, moved at it', () => {
  const after = [[1, 2, 3], [4, 5, 6], [7, 8, 9.5]];
  const result = compare(traced([{ ids: [1, 2, 7], logits: after }]), traced([{ ids: [1, 2, 3], logits: ROWS }]));
  assert.deepEqual(kinds(result), ['identical', 'identical', 'moved']);
  assert.deepEqual(result?.records[0]?.changed, [2]);
  assert.equal(result?.records[0]?.positions[2]?.max, 0.5);
});

test('one bit before the change is a leak', () => {
  const after = [[1, 2, 3], [4, 5, 6 + 2 ** -50], [7, 8, 9]];
  const result = compare(traced([{ ids: [1, 2, 7], logits: after }]), traced([{ ids: [1, 2, 3], logits: ROWS }]));
  assert.deepEqual(kinds(result), ['identical', 'leak', 'identical']);
});

test('padding filled with another token: whatever moves has leaked', () => {
  const before = traced([{ ids: [1, 2, 3], logits: ROWS }]);
  const still = compare(traced([{ ids: [1, 2, 3], logits: ROWS, paddingId: 5 }]), before);
  assert.deepEqual(kinds(still), ['identical', 'identical', 'identical']);
  assert.equal(still?.records[0]?.padding, true);
  assert.deepEqual(still?.records[0]?.changed, []);
  assert.equal(still?.records[0]?.first, 3);
  assert.deepEqual(kinds(compare(traced([{ ids: [1, 2, 3], logits: moved(1), paddingId: 5 }]), before)), ['identical', 'leak', 'leak']);
});

test('padding filled with PAD is no change', () => {
  const result = compare(traced([{ ids: [1, 2, 3], logits: ROWS, paddingId: PAD }]), traced([{ ids: [1, 2, 3], logits: ROWS }]));
  assert.equal(result?.edited, false);
});

test('a full record has no padding to change', () => {
  const before = traced([{ ids: [1, 2, 3], logits: ROWS }], { slots: 3 });
  assert.equal(compare(traced([{ ids: [1, 2, 3], logits: ROWS, paddingId: 5 }], { slots: 3 }), before)?.edited, false);
});

test('a neighbour changed: the current record is unchanged, so any move is a leak', () => {
  const other = { ids: [1, 2], logits: [[0, 0, 0], [0, 0, 0]] };
  const before = traced([{ ids: [1, 2, 3], logits: ROWS }, other]);
  const result = compare(traced([{ ids: [1, 2, 3], logits: moved(1) }, { ...other, ids: [1, 4] }]), before);
  assert.deepEqual(kinds(result, 0), ['identical', 'leak', 'leak']);
  assert.deepEqual(result?.records[0]?.neighbours, [1]);
  assert.equal(result?.records[0]?.first, null);
  assert.deepEqual(result?.records[1]?.neighbours, []);
});

test('typing on: the new position is new, a slot that was padding is where the change begins', () => {
  const before = traced([{ ids: [1, 2, 3], logits: ROWS }]);
  const result = compare(traced([{ ids: [1, 2, 3, 4], logits: [...ROWS, [0, 0, 0]] }]), before);
  assert.deepEqual(kinds(result), ['identical', 'identical', 'identical', 'new']);
  assert.deepEqual(result?.records[0]?.changed, [3]);
});

test('deleting the end: the slot that became padding is where the change begins', () => {
  const before = traced([{ ids: [1, 2, 3], logits: ROWS }]);
  const result = compare(traced([{ ids: [1, 2], logits: [ROWS[0] ?? [], [4, 5, 7]] }]), before);
  assert.deepEqual(kinds(result), ['identical', 'leak']);
  assert.equal(result?.records[0]?.first, 2);
  assert.equal(result?.records[0]?.padding, false);
});

test('the same ID, once as a token and once as filling, is a change', () => {
  const before = traced([{ ids: [1, 2, 3], logits: ROWS }]);
  const result = compare(traced([{ ids: [1, 2], logits: ROWS.slice(0, 2), paddingId: 3 }]), before);
  assert.deepEqual(result?.records[0]?.changed, [2]);
});

test('runs of another mask, shape or number of records are never compared', () => {
  const record = { ids: [1, 2, 3], logits: ROWS };
  const before = traced([record]);
  assert.equal(compare(traced([record], { mask: 'none' }), before), null);
  assert.equal(compare(traced([record], { slots: 3 }), before), null);
  assert.equal(compare(traced([record, record]), before), null);
  assert.equal(compare({ ...before, drafts: [{ ...before.drafts[0], key: 7 }] }, before), null); // another record in its place
  assert.equal(compare(null, before), null);
  assert.equal(compare(before, null), null);
});

test('asked twice of the same runs it answers with the same object', () => {
  const now = traced([{ ids: [1, 2, 3], logits: ROWS }]);
  const before = traced([{ ids: [1, 2, 3], logits: ROWS }]);
  assert.equal(compare(now, before), compare(now, before));
  assert.notEqual(compare(now, before), compare(now, traced([{ ids: [1, 2, 4], logits: ROWS }])));
});
