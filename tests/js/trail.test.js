/** The derivation's path: asked, followed, gone back, closed; and as a part of a link. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { traceArrived } from '../../static/js/state/arrivals.js';
import { initialState } from '../../static/js/state/initial.js';
import { closeAll } from '../../static/js/state/opened.js';
import { back, backTo, closeTrail, derive, follow } from '../../static/js/state/trail.js';
import { trailFromText, trailToText } from '../../static/js/state/trail-link.js';
import { toHash } from '../../static/js/state/hash.js';
import { restored } from '../../static/js/state/restored.js';
import { fromHash } from '../../static/js/state/url.js';
import { traceOf, tracedState } from './traces.js';

const LOSS = { name: 'loss', index: [5] };
const MEAN = { name: 'mean_loss', index: [] };
const ENTRY = { name: 'parameters.token_embedding', index: [268, 0] };

test('asking begins a path; following lengthens it; the number on show is its end', () => {
  const asked = derive(tracedState(), LOSS);
  assert.deepEqual(asked.trail, [{ ...LOSS, record: 0 }]);
  const on = follow(asked, ENTRY);
  assert.deepEqual(on.trail, [{ ...LOSS, record: 0 }, ENTRY]);
  assert.equal(on.number, on.trail[1]);
  assert.deepEqual(derive(on, MEAN).trail, [MEAN]); // asking anew begins anew
});

test('back goes a step; behind the first number the derivation closes', () => {
  const on = follow(follow(derive(tracedState(), MEAN), LOSS), ENTRY);
  assert.equal(back(on).trail.length, 2);
  assert.deepEqual(backTo(on, 0).trail, [MEAN]);
  assert.equal(backTo(on, 2), on);
  assert.deepEqual(back(backTo(on, 0)).trail, []);
  assert.equal(back(back(backTo(on, 0))).trail.length, 0);
  assert.deepEqual(closeTrail(on).trail, []);
});

test('a path stays on its record, and the pictures go where it goes', () => {
  const asked = derive({ ...tracedState(), rec: 1 }, LOSS);
  assert.equal(asked.trail[0]?.record, 1);
  const other = follow(derive(tracedState(), MEAN), { ...LOSS, record: 1 });
  assert.deepEqual([other.rec, other.trail[1]?.record], [1, 1]);
});

test('Esc closes what lies over the page first, then the derivation', () => {
  const open = { ...derive(tracedState(), LOSS), piece: 3 };
  const once = closeAll(open);
  assert.deepEqual([once.piece, once.trail.length], [null, 1]);
  assert.equal(closeAll(once).trail.length, 0);
});

test('a gradient is followed and linked like any number, and is of no record where its tensor is of none', () => {
  const asked = derive(tracedState(), { name: '∂norm1', block: 0, index: [5, 3] });
  assert.equal(asked.trail[0]?.record, 0);
  const entry = { name: '∂parameters.token_embedding', index: [268, 0] };
  assert.deepEqual(derive(tracedState(), entry).trail, [entry]);
  const trail = [entry, { name: '∂q·k', record: 0, block: 0, index: [0, 5, 3] }];
  assert.equal(trailToText(trail), '∂parameters.token_embedding:268.0*∂qk:r0:b0:0.5.3');
  assert.deepEqual(trailFromText(trailToText(trail)), trail);
});

test('a path comes back from its link exactly', () => {
  const trail = [
    MEAN,
    { ...LOSS, record: 1 },
    { name: 'q·k', record: 0, block: 0, index: [0, 5, 3] },
    { name: 'norm1.mean', record: 0, block: 2, index: [5] },
    { name: 'parameters.blocks.0.norm1.scale', index: [3] },
  ];
  assert.equal(trailToText(trail), 'mean_loss*loss:r1:5*qk:r0:b0:0.5.3*norm1.mean:r0:b2:5*parameters.blocks.0.norm1.scale:3');
  assert.deepEqual(trailFromText(trailToText(trail)), trail);
  const hash = toHash({ ...initialState(), trail });
  assert.equal(hash, `trail=${trailToText(trail)}`);
  assert.deepEqual(fromHash(`#${hash}`).trail, trail);
});

test('what cannot be read ends the path; a path without end is cut', () => {
  for (const bad of ['', '*', ':', '5', 'loss:', 'loss:r', 'loss:x1:5', 'loss:5.', 'loss:-1', 'loss:1e3', 'Loss:5', '<b>:5', `${'a'.repeat(90)}:1`, 'loss:1.2.3.4.5']) {
    assert.deepEqual(trailFromText(bad), [], bad);
  }
  assert.deepEqual(trailFromText(null), []);
  assert.deepEqual(trailFromText('mean_loss*loss:r0:5*nonsense:*loss:r0:6'), [MEAN, { ...LOSS, record: 0 }]);
  assert.equal(trailFromText('mean_loss*'.repeat(500)).length, 64);
});

test('following a number into a folded block opens it: at once where it is here, else it is asked for', () => {
  const plain = tracedState();
  const blocks = /** @type {any} */ ([{ norm1: [], weights: [[], []] }, { block_output: [] }, { norm1: [], weights: [[], []] }]);
  const traced = /** @type {NonNullable<typeof plain.traced>} */ (structuredClone(plain.traced));
  for (const record of traced.trace.records) record.tensors.blocks = blocks;
  const state = derive({ ...plain, traced }, { name: 'norm1', block: 0, index: [5, 3] });
  assert.deepEqual([state.block, state.blockWish], [0, null]);
  const here = follow(state, { name: 'block_output', record: 0, block: 2, index: [5, 3] });
  assert.deepEqual([here.block, here.blockWish], [2, null]);
  const away = follow(state, { name: 'block_output', record: 0, block: 1, index: [5, 3] });
  assert.deepEqual([away.block, away.blockWish], [0, 1]);
  assert.equal(follow(state, { name: 'parameters.blocks.2.wq', index: [0, 0] }).block, 0);
});

test('a link that ends in another block opens that one, with its records', () => {
  const link = (/** @type {string} */ trail) => fromHash(`#b=1&trail=${trail}`);
  assert.equal(link('block_output:r0:b1:5.3*norm1:r0:b3:5.3').block, 3);
  assert.equal(link('loss:r0:5').block, 1, 'a number of no block leaves the link its own');
  assert.equal(link('').block, 1);
  const plain = tracedState();
  const turned = restored(plain, link('norm1:r0:b3:5.3'));
  assert.deepEqual([turned.block, turned.blockWish], [0, 3], 'what is on show stays until the new trace is here');
  const traced = { .../** @type {NonNullable<typeof turned.traced>} */ (turned.traced), drafts: turned.drafts, trace: traceOf(turned.drafts) };
  const block = { norm1: [], weights: [[], []] };
  for (const record of traced.trace.records) record.tensors.blocks = /** @type {any} */ ([block, block, block, block]);
  const opened = traceArrived(turned, traced, false);
  assert.deepEqual([opened.block, opened.blockWish], [3, null]);
});
