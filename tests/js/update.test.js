/** One update of one parameter, and the gradients it is made of, in the page's state. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { contextOf } from '../../static/js/views/derivation-context.js';
import { valueOf } from '../../static/js/math/dependencies/value.js';
import { gradientsArrived, gradientsRefused, shownGradients, shownRefusal, wantedGradients } from '../../static/js/state/graded.js';
import { toHash } from '../../static/js/state/hash.js';
import { initialState } from '../../static/js/state/initial.js';
import { lacking } from '../../static/js/state/lacking.js';
import { derive } from '../../static/js/state/trail.js';
import { closeUpdate, fitsPage, isUpdateOpen, lacksUpdate, nextUpdate, openUpdate, showBatch, shownUpdate, showsBatch, showsWindow, showWindow, updateArrived, updateRefusal, updateRefused, wantedUpdate } from '../../static/js/state/update.js';
import { restoreUpdate } from '../../static/js/state/update-link.js';
import { words } from '../../static/js/i18n/all.js';
import { textArrived } from '../../static/js/state/text-window.js';
import { tracedState } from './traces.js';

/** @typedef {import('../../static/js/types.js').State} State */

/** A run of 30 updates that keeps every tenth state. @param {Partial<NonNullable<State['training']>>} [more] @returns {State['training']} */
const run = (more) => /** @type {any} */ ({ run: 1, status: 'finished', step: 30, saved: [0, 10, 20, 30], ...more });
/** @param {number | null} step @param {Partial<State>} [more] @returns {State} */
const trained = (step, more) => {
  const plain = tracedState();
  const traced = plain.traced && { ...plain.traced, step };
  return { ...plain, mode: 'train', training: run(), step, traced, ...more };
};
const ERROR = { code: 'parameter_unknown', message: '', record: null, details: {} };
const RECORDS = ['The blue key opens it.', 'Paris.', 'Paris.'].map((text, i) => ({ id: `train-${i}`, text }));
/** @param {number} step @param {string} parameter @param {number[]} index */
const update = (step, parameter, index) => /** @type {import('../../static/js/types.js').RecordsUpdate} */ ({ step, next: step + 1, parameter, index, records: RECORDS, gradient: 0.5 });

/** @param {State} state */
const gradients = (state) => {
  const records = state.traced?.trace.records.map(({ losses, tensors, valid_count }) => ({ valid_count, losses: losses.map(() => 0.125), tensors })) ?? [];
  return /** @type {import('../../static/js/types.js').Gradients} */ ({ loss: 1, scored_events: 8, records, parameters: [{ name: 'lm_head', shape: [1, 2], values: [[3, 4]] }] });
};

test('a number ends in its update: Train opens, the derivation closes', () => {
  const from = derive(tracedState(), { name: 'parameters.lm_head', index: [3, 270] });
  const state = openUpdate(from, 'lm_head', [3, 270]);
  assert.deepEqual([state.mode, state.panel, state.trail.length], ['train', true, 0]);
  assert.deepEqual(state.train.parameter, { parameter: 'lm_head', index: [3, 270] });
  assert.equal(closeUpdate(state).train.parameter, null);
});

test('the margin is the update’s, unless a derivation, a comparison or an open stage has it', () => {
  const panel = { ...trained(10), panel: true };
  assert.equal(isUpdateOpen(panel), true);
  assert.equal(isUpdateOpen({ ...panel, panel: false }), false);
  assert.equal(isUpdateOpen(openUpdate({ ...panel, panel: false }, 'lm_head', [0, 1])), true);
  assert.equal(isUpdateOpen(derive(panel, { name: 'loss', index: [0] })), false);
  assert.equal(isUpdateOpen({ ...panel, mode: 'break' }), false);
  const compared = { ...panel, show: /** @type {const} */ ('both') };
  assert.equal(isUpdateOpen(compared), false);
  const asked = openUpdate(compared, 'lm_head', [0, 1]);
  assert.deepEqual([asked.show, isUpdateOpen(asked)], ['values', true]);
});

test('an update is asked for where the run has one, and once', () => {
  const open = openUpdate(trained(10), 'lm_head', [0, 1]);
  const asked = { model: null, step: 10, parameter: 'lm_head', index: [0, 1] };
  assert.deepEqual(wantedUpdate(open), asked);
  const told = updateArrived(open, asked, update(10, 'lm_head', [0, 1]));
  assert.equal(wantedUpdate(told), null);
  assert.equal(shownUpdate(told)?.next, 11);
  const elsewhere = { ...told, step: 20 };
  assert.equal(shownUpdate(elsewhere), null);
  assert.deepEqual(wantedUpdate(elsewhere), { ...asked, step: 20 });
  assert.equal(wantedUpdate({ ...elsewhere, mode: 'explore' }), null);
});

test('what was refused is asked for again only when it is something else', () => {
  const open = openUpdate(trained(10), 'lm_heat', [0]);
  const refused = updateRefused(open, { step: 10, parameter: 'lm_heat', index: [0] }, ERROR);
  assert.equal(wantedUpdate(refused), null);
  assert.equal(updateRefusal(refused)?.code, 'parameter_unknown');
  const other = openUpdate(refused, 'lm_head', [0, 0]);
  assert.equal(updateRefusal(other), null);
  assert.notEqual(wantedUpdate(other), null);
});

test('where there is no update, it says why, and asks nothing', () => {
  /** @type {[State, string | null][]} */
  const cases = [
    [trained(10, { training: null }), 'no_run'],
    [trained(10, { training: run({ run: null, saved: [] }) }), 'no_run'],
    [trained(null), 'loaded'],
    [trained(30), 'last'],
    [trained(30, { training: run({ status: 'running' }) }), 'coming'],
    [trained(20), null],
  ];
  for (const [state, why] of cases) {
    assert.equal(lacksUpdate(state), why);
    assert.equal(wantedUpdate(openUpdate(state, 'lm_bias', [1])) === null, why !== null);
  }
});

test('the next update is that of the next saved step, as long as one follows it', () => {
  assert.equal(nextUpdate(trained(0)), 10);
  assert.equal(nextUpdate(trained(20)), null);
  assert.equal(nextUpdate(trained(null)), null);
});

test('the batch comes onto the page, one for one, and its gradients are looked at', () => {
  const of = update(10, 'lm_head', [0, 1]);
  const before = trained(10, { rec: 1, pos: 3 });
  assert.equal(showsBatch(before, of), false);
  const state = showBatch(before, of);
  assert.deepEqual(state.drafts.map(({ text }) => text), RECORDS.map(({ text }) => text));
  assert.equal(new Set([...before.drafts, ...state.drafts].map(({ key }) => key)).size, before.drafts.length + 3);
  assert.deepEqual([state.rec, state.show, state.baseline === state.drafts], [0, 'gradients', true]);
  assert.equal(showsBatch(state, of), true);
  assert.equal(showBatch(state, of).drafts, state.drafts);
  const reordered = { ...state, drafts: [...state.drafts].reverse() };
  assert.equal(showsBatch(reordered, of), false);
});

test('a batch with more records than the page takes stays away', () => {
  const of = { ...update(10, 'lm_head', [0, 1]), records: Array.from({ length: 9 }, () => RECORDS[0] ?? { id: '', text: '' }) };
  const state = trained(10);
  assert.equal(fitsPage(of), false);
  assert.equal(showBatch(state, of).drafts, state.drafts);
});

test('a window of a text’s batch becomes the page’s, whatever stands there', () => {
  const piece = { split: /** @type {const} */ ('train'), from: 40, total: 900, text: 'to be', ids: [1], next: 2 };
  const config = /** @type {any} */ ({ config: { context_length: 5 } });
  const elsewhere = { ...trained(10), model: config, window: { split: /** @type {const} */ ('validation'), from: 40, total: 90, before: '', after: '' } };
  for (const state of [elsewhere, { ...elsewhere, window: null }]) {
    assert.equal(showsWindow(state, 40), false);
    const asked = showWindow(state, 40);
    assert.deepEqual(asked.text.wish, { split: 'train', from: 40 });
    const there = textArrived(asked, /** @type {any} */ (asked.text.wish), piece);
    assert.deepEqual([there.window?.split, there.drafts[0]?.text, showsWindow(there, 40), showsWindow(there, 41)], ['train', 'to be', true, false]);
    assert.equal(showWindow(there, 40), there, 'it is there already');
    assert.deepEqual(showWindow(there, 41).text.wish, { split: 'train', from: 41 });
  }
});

test('a batch of windows is counted in words, one window too', () => {
  const { en, zh } = { en: words('en').update, zh: words('zh').update };
  assert.equal(en.windows(17, 4096), 'The batch of update 17: 4,096 windows of the training text, drawn at random');
  assert.match(en.windows(17, 1), /: one window of/);
  assert.deepEqual([en.otherWindows(1), en.otherWindows(28), zh.otherWindows(28)], ['The other one', 'The other 28', '其余 28 个']);
  for (const part of /** @type {const} */ (['rising', 'falling', 'lowest'])) {
    for (const t of [en, zh]) assert.match(t.rate[part]('7', '100', '3,000'), part === 'rising' ? /100.*7/ : part === 'falling' ? /100.*3,000.*7/ : /3,000.*7/);
  }
});

test('gradients are fetched of the trace on show, while they are looked at', () => {
  const state = trained(10, { show: 'gradients' });
  const asked = wantedGradients(state);
  assert.deepEqual(asked, { drafts: state.drafts, model: null, mask: 'causal', step: 10 });
  assert.equal(wantedGradients({ ...state, show: 'values' }), null);
  assert.notEqual(wantedGradients({ ...derive(state, { name: '∂norm1', block: 0, index: [0, 0] }), show: 'values' }), null);
  assert.equal(wantedGradients({ ...state, step: 20 }), null, 'the trace comes first');
  assert.ok(asked);
  const graded = gradientsArrived(state, asked, gradients(state));
  assert.equal(wantedGradients(graded), null);
  assert.ok(shownGradients(graded));
  assert.equal(shownGradients({ ...graded, traced: graded.traced && { ...graded.traced, step: 20 } }), null);
});

test('refused gradients are told once, and asked for again with other records', () => {
  const state = trained(10, { show: 'gradients' });
  const asked = wantedGradients(state);
  assert.ok(asked);
  const refused = gradientsRefused(state, asked, ERROR);
  assert.equal(wantedGradients(refused), null);
  assert.equal(shownRefusal(refused), ERROR);
  const traced = refused.traced && { ...refused.traced, drafts: [...refused.drafts] };
  assert.notEqual(wantedGradients({ ...refused, drafts: traced?.drafts ?? [], traced }), null);
});

test('∂ before a name reads the gradient, of tensors, losses and parameters', () => {
  const state = trained(10, { show: 'gradients' });
  const asked = wantedGradients(state);
  assert.ok(asked);
  const context = contextOf(gradientsArrived(state, asked, gradients(state)));
  assert.ok(context);
  assert.equal(valueOf({ name: '∂parameters.lm_head', index: [0, 1] }, context), 4);
  assert.equal(valueOf({ name: '∂loss', index: [0] }, context), 0.125);
  assert.equal(valueOf({ name: '∂mean_loss', index: [] }, context), 1);
  assert.equal(valueOf({ name: '∂ids', index: [0] }, context), null);
  assert.equal(valueOf({ name: '∂parameters.lm_head', index: [0, 1] }, { ...context, gradients: null }), null);
});

test('the menu says what an empty entry needs', () => {
  const state = trained(10);
  assert.deepEqual(/** @type {const} */ (['values', 'difference', 'gradients', 'both']).map((show) => lacking(show, state)), [null, null, null, null]);
  const alone = { ...state, step: null };
  assert.deepEqual([lacking('difference', alone), lacking('both', alone), lacking('gradients', alone)], ['state', 'state', null]);
  const explore = { ...state, mode: /** @type {const} */ ('explore') };
  assert.deepEqual([lacking('difference', explore), lacking('gradients', explore), lacking('both', explore)], ['compare', 'train', 'train']);
  assert.deepEqual([lacking('difference', { ...state, mode: 'break' }), lacking('gradients', { ...state, mode: 'break' })], ['fault', 'train']);
  assert.equal(lacking('difference', { ...state, mode: 'break', fault: 'x' }), null);
});

test('the parameter comes back from the link; one that is written wrong is left out', () => {
  const state = openUpdate(initialState(), 'blocks.0.wq', [3, 5]);
  assert.equal(toHash(state), 'mode=train&param=blocks.0.wq:3,5');
  assert.deepEqual(restoreUpdate(initialState(), `#${toHash(state)}`).train.parameter, { parameter: 'blocks.0.wq', index: [3, 5] });
  assert.deepEqual(restoreUpdate(initialState(), '#param=lm_bias:270').train.parameter?.index, [270]);
  for (const bad of ['wq', 'wq:', 'wq:a', ':3', 'wq:-1', 'wq:1.5', '<b>:1']) assert.equal(restoreUpdate(state, `param=${bad}`).train.parameter, null);
});
