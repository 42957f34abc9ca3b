/** What leaves a folded block, of long texts in a wide model: not sent unasked, loaded by itself, and then part of the trace. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draft, initialState } from '../../static/js/state/initial.js';
import { selectionFor, wantedOfAny } from '../../static/js/state/selection-of-trace.js';
import { loadOutcome, sliceArrived } from '../../static/js/state/slices.js';
import { PLAIN } from './traces.js';

const CONFIG = /** @type {any} */ ({ data: 'stream', blocks: 6, heads: 2, width: 768, ffn_width: 3072, context_length: 1024, vocabulary_size: 65 });
const [SHORT, LONG] = [draft('a'.repeat(100), 0), draft('a'.repeat(1023), 0)];
const ROW = [[0]];
/** @param {number} block @param {import('../../static/js/types.js').Draft} text */
const outcomes = (block, text) => (selectionFor(CONFIG, block, [text])?.tensors ?? []).filter((name) => /^blocks\.\d\.block_output$/.test(name)).map((name) => Number(name[7]));

/** A page with block 3 of the long text open, and the outcomes of some others. @param {number[]} here */
function page(here) {
  const blocks = Array.from({ length: 6 }, (_, i) => ({ ...(i === 3 && { norm1: ROW, weights: [ROW, ROW] }), ...((here.includes(i) || i === 3) && { block_output: ROW }) }));
  const record = { valid_count: 1, ids: [1], targets: [1], tensors: { blocks }, left_out: [{ name: 'block_output', block: 1, shape: [1024, 768] }] };
  const drafts = [LONG];
  const traced = { ...PLAIN, lens: true, drafts, mask: 'causal', fault: null, step: null, milliseconds: 0, selection: selectionFor(CONFIG, 3, drafts), trace: { records: [record] } };
  return /** @type {any} */ ({ ...initialState(), drafts, baseline: drafts, rec: 0, pos: 0, key: 0, block: 3, model: { config: CONFIG }, traced, baselineTraced: traced });
}

test('all folded streams come with a trace while they are little; else those that something is computed from', () => {
  assert.deepEqual(outcomes(3, SHORT), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(outcomes(3, LONG), [2, 5], 'what the open block receives, and the final norm');
  assert.deepEqual(outcomes(0, LONG), [5]);
  assert.equal(selectionFor(CONFIG, 3, [LONG]), selectionFor(CONFIG, 3, [LONG]), 'the same one, so that a refusal is known again');
});

test('one that is loaded is asked for alone, and takes its place in the trace', () => {
  const state = page([2, 5]);
  assert.notEqual(wantedOfAny(state)?.selection?.tensors?.[0], 'blocks.1.block_output');
  const asked = loadOutcome(state, 1);
  assert.equal(loadOutcome(asked, 1), asked);
  const wish = wantedOfAny(asked) ?? assert.fail();
  assert.deepEqual([wish.kind, wish.selection?.tensors], ['slice', ['blocks.1.block_output']]);
  const blocks = Array.from({ length: 6 }, (_, i) => (i === 1 ? { block_output: [[7]] } : {}));
  const { kind: _, ...of } = wish;
  const arrived = sliceArrived(asked, /** @type {any} */ ({ ...of, milliseconds: 0, trace: { records: [{ tensors: { blocks }, left_out: [] }] } }));
  assert.deepEqual(arrived.traced?.trace.records[0]?.tensors.blocks[1]?.block_output, [[7]]);
  assert.deepEqual(arrived.traced?.trace.records[0]?.left_out, []);
  assert.equal(arrived.block, 3, 'the open block stays');
  assert.notEqual(wantedOfAny(arrived)?.selection?.tensors?.[0], 'blocks.1.block_output');
});

test('a block that is opened brings what it receives, where that is not here', () => {
  assert.ok(wantedOfAny({ ...page([2, 5]), blockWish: 1 })?.selection?.tensors?.includes('blocks.0.block_output'));
  assert.ok(!wantedOfAny({ ...page([0, 2, 5]), blockWish: 1 })?.selection?.tensors?.includes('blocks.0.block_output'));
});

test('a slice adds to its block and leaves the others as they are; nothing is made that waits to be looked at', () => {
  const state = page([2, 5]);
  const made = { scores: 0 };
  const brought = Object.defineProperty({ norm1: ROW }, 'scores', { enumerable: true, configurable: true, get: () => (made.scores += 1, ROW) });
  const blocks = Array.from({ length: 6 }, (_, i) => (i === 2 ? brought : {}));
  const { selection: _, trace: __, ...of } = state.traced;
  const arrived = sliceArrived(state, /** @type {any} */ ({ ...of, milliseconds: 0, trace: { records: [{ tensors: { blocks }, left_out: [] }] } }));
  const [before, after] = [state.traced, arrived.traced].map((traced) => /** @type {any} */ (traced).trace.records[0].tensors.blocks);
  assert.equal(after[3], before[3]);
  assert.equal(made.scores, 0);
  assert.deepEqual({ ...after[2] }, { block_output: ROW, norm1: ROW, scores: ROW });
  assert.equal(made.scores, 1);
});
