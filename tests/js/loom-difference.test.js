/** The loom as a difference between two runs of several blocks: where it tears, and what its lens says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState } from '../../static/js/state/initial.js';
import { recordDifference } from '../../static/js/math/trace-difference.js';
import { blockColumns } from '../../static/js/views/loom-blocks.js';
import { marked } from '../../static/js/views/loom-compared.js';
import { refUnder } from '../../static/js/views/loom-hit.js';
import { inFigures, tearAt } from '../../static/js/views/loom-tear.js';
import { lensBeside, lensReading } from '../../static/js/views/lens-reading.js';
import { loomPlace } from '../../static/js/views/trail-places.js';
import { PLAIN } from './traces.js';

const CONFIG = /** @type {import('../../static/js/types.js').ModelConfig} */ ({ heads: 2, width: 12, ffn_width: 48, blocks: 4 });
const OPEN = 1;
const ALL = blockColumns(CONFIG, OPEN).flat();
const NAMES = ALL.map(({ name }) => name);
/** Ten px to each column. */
const PLACED = ALL.map((column, i) => ({ column, stage: column.stage ?? 0, span: { left: 10 * i, width: 8 } }));
/** @param {string} name @param {number | null} block */
const parting = (name, block, index = [0, 0]) => ({ name, block, index, one: 1, other: 2 });
/** Which column the tear stands before. @param {ReturnType<typeof parting>} first */
const tornBefore = (first) => PLACED.find(({ span }) => span.left > (tearAt(first, PLACED, NAMES, OPEN) ?? NaN))?.column.name;
const column = (/** @type {string} */ name) => ALL.find((one) => one.name === name) ?? assert.fail(name);

/** A record of two positions and three candidates with a lens of its own. @param {(number | null)[][]} probabilities after each block */
function recordWith(probabilities) {
  const blocks = probabilities.map(() => ({ block_output: [[1], [2]] }));
  const lens = probabilities.map((probability, i) => ({ after: i - 1, probability, rank: probability.map((p) => (p === null ? null : 2)), top: [] }));
  const logits = [[1, 2, 3], [1, 2, 3]];
  return /** @type {any} */ ({ text: '', ids: [0, 1], targets: [1, -100], valid: [true, true], valid_count: 2, losses: [1, null], lens, tensors: { token_embedding: [], position_embedding: [], blocks, final_norm: [], logits } });
}
const trace = (/** @type {any} */ record) => /** @type {import('../../static/js/types.js').Trace} */ ({ model: 'm', mask: 'causal', slots: 2, loss: 1, scored_events: 1, records: [record] });
const [BEFORE, NOW] = [recordWith([[0.5, null], [0.25, null]]), recordWith([[0.5, null], [0.75, null]])];

test('what parts ways in a folded block tears before its own column, not before another block’s', () => {
  assert.equal(tornBefore(parting('ffn_output', 0)), 'folded-0');
  assert.equal(tornBefore(parting('weights', 2, [1, 0, 0])), 'folded-2');
  assert.equal(tornBefore(parting('norm1', 3)), 'folded-3');
});

test('in the open block it tears before the tensor, of a map before the head', () => {
  assert.equal(tornBefore(parting('ffn_output', OPEN)), 'ffn_output');
  assert.equal(tornBefore(parting('weights', OPEN, [1, 0, 0])), 'weights-1');
  assert.equal(tornBefore(parting('logits', null)), 'logits');
  assert.equal(tornBefore({ ...parting('mean_loss', null), index: [] }), undefined, 'behind everything');
});

test('the lens is called p, in a difference Δp, and ≡ where nothing has moved', () => {
  const { lens } = recordDifference(trace(NOW), trace(BEFORE), 0);
  assert.deepEqual([...lens], [[-1, [0, null]], [0, [0.5, null]]]);
  const named = (/** @type {string} */ name, /** @type {any} */ of = lens) => marked(column(name), 'p', /** @type {any} */ ({ same: new Set(), tensors: {}, lens: of }), initialState());
  assert.equal(named('lens--1'), 'p ≡');
  assert.equal(named('lens-0'), 'Δp');
  assert.equal(named('lens-0', new Map()), 'p', 'nothing to compare it with');
  assert.equal(recordDifference(trace({ ...NOW, lens: undefined }), trace(BEFORE), 0).lens.size, 0);
});

test('a lens is read: probability and rank of the target, and both before', () => {
  const traced = (/** @type {any} */ record, /** @type {string | null} */ fault) => ({ ...PLAIN, mask: 'causal', fault, step: null, drafts: state.drafts, milliseconds: 0, trace: trace(record) });
  const state = /** @type {any} */ ({ ...initialState(), drafts: [initialState().drafts[0]], model: { config: CONFIG }, rec: 0, pos: 0 });
  const at = PLACED.find((one) => one.column.name === 'lens-0') ?? assert.fail();
  const ref = refUnder(at, NOW, OPEN, 0, at.span.left + 1) ?? assert.fail();
  assert.deepEqual(ref, { name: 'lens', block: 0, index: [0] });
  assert.equal(refUnder(at, { ...NOW, lens: undefined }, OPEN, 0, at.span.left + 1), null);

  const plain = { ...state, traced: traced(NOW, null) };
  const told = lensReading(ref, plain);
  assert.deepEqual([told.label, told.value, told.digits], ['Lens after block 0', '0.750000', '0.75']);
  assert.match(told.place, /^position 0, target 1, rank 2 of 3$/);
  assert.equal(lensReading({ ...ref, index: [1] }, plain).value, 'not there');
  assert.equal(lensReading({ ...ref, block: -1 }, plain).code, 'embedding.lens[0, 0]');

  const torn = { ...state, mode: 'break', fault: 'x', show: 'difference', block: 0, traced: traced(NOW, 'x'), healthyTraced: traced(BEFORE, null) };
  const changed = lensReading(ref, torn);
  assert.deepEqual([changed.label, changed.value, changed.digits], ['Δp, lens after block 0', '0.500000', 'Healthy 0.25, faulty 0.75.']);
  assert.match(changed.place, /rank 2 → 2 of 3$/);
  assert.equal(lensBeside({ name: 'block_output', block: 0, index: [0, 0] }, torn), 'lens: Δp 0.5000, p 0.7500, rank 2 → 2 of 3');
  assert.equal(lensBeside({ name: 'block_output', block: 0, index: [0, 0] }, plain), 'lens: p 0.7500, rank 2 of 3');
  assert.equal(lensBeside({ name: 'residual1', block: 0, index: [0, 0] }, plain), '');
});

test('a number of a folded block stands in its column; what a block receives, in the one before', () => {
  const context = /** @type {any} */ ({ trace: trace(NOW), record: 0, block: OPEN, config: CONFIG });
  const columnOf = (/** @type {string} */ name, /** @type {number} */ block, index = [1, 0]) => loomPlace({ name, block, record: 0, index }, context, 0)?.column;
  assert.equal(columnOf('block_output', 2), 'folded-2');
  assert.equal(columnOf('block_output', OPEN), 'block_output');
  assert.equal(columnOf('block_input', 1), 'folded-0');
  assert.equal(columnOf('block_input', 2), 'block_output');
  assert.equal(columnOf('block_input', 0), 'embedded');
  assert.equal(columnOf('lens', 3, [1]), 'lens-3');
  assert.equal(columnOf('residual1', 2), undefined, 'a folded block shows its outcome alone');
});

test('the first number that parts ways has six figures, and more only where those are the same', () => {
  assert.deepEqual(inFigures(0.5397123456, -1.1051081234), ['0.539712', '−1.10511']);
  assert.deepEqual(inFigures(-1.10510812, -1.10510834), ['−1.1051081', '−1.1051083']);
  assert.deepEqual(inFigures(0, 2.5e-9), ['0', '2.5e−9']);
  assert.deepEqual(inFigures(null, 1), []);
});
