/** Along the saved steps, and two of them side by side. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { againstArrived, traceArrived, traceRefused } from '../../static/js/state/arrivals.js';
import { parametersArrived } from '../../static/js/state/late-arrivals.js';
import { openCompare, setAgainst, swapStates, toggleDifference, toggleValues } from '../../static/js/state/compare.js';
import { comparedWith } from '../../static/js/state/compared.js';
import { toHash } from '../../static/js/state/hash.js';
import { setFault, setMode, setShow, setStep } from '../../static/js/state/mode.js';
import { nearestSaved, playOn, showStep, stepAlong, togglePlaying } from '../../static/js/state/timeline.js';
import { restored } from '../../static/js/state/restored.js';
import { fromHash } from '../../static/js/state/url.js';
import { wanted } from '../../static/js/state/wanted.js';
import { PLAIN, traceOf, tracedState } from './traces.js';

const SAVED = [0, 10, 20, 30, 36];

/** In Train, with a run whose states are saved. @returns {import('../../static/js/types.js').State} */
function trained() {
  return { ...setMode(tracedState(), 'train'), training: /** @type {any} */ ({ run: 1, saved: SAVED }) };
}

/** @param {import('../../static/js/types.js').State} state @param {number | null} step */
function tracedAt(state, step) {
  return { drafts: state.drafts, ...PLAIN, mask: /** @type {const} */ ('causal'), fault: null, step, trace: traceOf(state.drafts), milliseconds: 1 };
}

/** On show, with its trace. @param {number | null} step */
function at(step) {
  const state = setStep(trained(), step);
  return traceArrived(state, tracedAt(state, step), false);
}

test('a step leads to the next saved one, and at the ends nowhere', () => {
  const steps = [null, 0, 10, 36].map((step) => [stepAlong(at(step), -1).step, stepAlong(at(step), 1).step]);
  assert.deepEqual(steps, [[null, 10], [0, 10], [0, 20], [30, 36]]);
  assert.equal(stepAlong({ ...trained(), training: null }, 1).step, null);
});

test('the saved step nearest to a place is the one meant', () => {
  assert.deepEqual([-5, 4, 5, 6, 34, 900].map((place) => nearestSaved(trained(), place)), [0, 0, 0, 10, 36, 36]);
  assert.equal(nearestSaved({ ...trained(), training: null }, 5), null);
});

test('played, every saved step comes once, and it ends standing', () => {
  let state = togglePlaying(at(20));
  const seen = [];
  while (state.train.playing) {
    seen.push(state.step);
    state = playOn(state);
  }
  assert.deepEqual(seen, [20, 30, 36]);
  assert.equal(togglePlaying(state).step, 0, 'from the end it begins anew');
  assert.equal(togglePlaying({ ...trained(), training: /** @type {any} */ ({ saved: [0] }) }).train.playing, false);
});

test('a hand on the slider stops the play, and so does another mode', () => {
  const playing = togglePlaying(at(0));
  assert.equal(showStep(playing, 30).train.playing, false);
  assert.equal(stepAlong(playing, 1).train.playing, false);
  const left = playOn(setMode(playing, 'explore'));
  assert.deepEqual([left.train.playing, left.step], [false, 0]);
});

test('compared is what was asked to be compared with, of the same records', () => {
  const state = setShow(at(30), 'both');
  assert.equal(comparedWith(state), null);
  const held = againstArrived(state, tracedAt(state, null));
  assert.equal(comparedWith(held)?.step, null);
  assert.equal(wanted(held), null);
  const other = setAgainst(held, 10);
  assert.deepEqual([comparedWith(other), wanted(other)?.step], [null, 10]);
  assert.equal(comparedWith({ ...held, show: 'values' }), null);
  assert.equal(comparedWith(setAgainst(state, 30)), state.traced, 'with itself, nothing needs to be asked for');
});

test('under a fault the healthy model of the same step is compared with', () => {
  const state = setFault(setMode(at(30), 'break'), 'mask-missing');
  const broken = traceArrived(state, { ...tracedAt(state, 30), fault: 'mask-missing' }, false);
  assert.equal(comparedWith(broken)?.step, 30);
  assert.equal(comparedWith({ ...broken, healthyTraced: tracedAt(state, null) }), null);
});

test('A and B change places with both traces, and nothing is asked for', () => {
  const state = setShow(at(30), 'difference');
  const held = againstArrived(state, tracedAt(state, null));
  const swapped = swapStates(parametersArrived(held, [], 30));
  assert.deepEqual([swapped.step, swapped.train.against], [null, 30]);
  assert.deepEqual([swapped.traced?.step, comparedWith(swapped)?.step, swapped.parameters], [null, 30, null]);
  assert.equal(wanted(swapped), null);
  assert.equal(wanted(swapStates(setAgainst(at(30), 10)))?.step, 10, 'what is not at hand is asked for');
});

test('where the other state cannot be had, the values stay', () => {
  const error = { code: 'offline', message: '', record: null, details: {} };
  const refused = traceRefused(setShow(at(30), 'both'), error, null);
  assert.deepEqual([refused.show, refused.refusal, refused.step], ['values', null, 30]);
  const away = traceRefused(setShow(at(30), 'both'), { ...error, code: 'unreachable' }, null);
  assert.deepEqual([away.show, away.refusal?.code], ['both', 'unreachable']);
});

test('a comparison begins with two states that differ', () => {
  const state = { ...at(null), training: /** @type {any} */ ({ run: 1, saved: SAVED, selected: 20 }), panel: false };
  const opened = openCompare(state);
  assert.deepEqual([opened.show, opened.panel, opened.train.against, opened.step], ['both', true, null, 20]);
  assert.equal(openCompare(at(10)).step, 10);
  assert.deepEqual([openCompare(setAgainst(at(10), 10)).train.against, openCompare(setAgainst(at(10), 10)).step], [null, 36]);
});

test('a model that came trained stands at its own updates, and is another state than the untrained one', () => {
  const model = /** @type {any} */ ({ trained_step: 25, config: { blocks: 1 } });
  assert.deepEqual([stepAlong({ ...at(null), model }, -1).step, stepAlong({ ...at(null), model }, 1).step], [20, 30]);
  assert.equal(openCompare({ ...at(0), model }).step, 0, 'it differs from the model as loaded');
  const unknown = (/** @type {number} */ step) => traceRefused({ ...at(step), model }, { code: 'step_unknown', message: '', record: null, details: { step } }, null);
  assert.deepEqual([unknown(25).step, unknown(25).train.refusal], [null, null], 'its own step is what is on show');
  assert.equal(unknown(26).train.refusal?.code, 'step_unknown');
});

test('parameters go with the step, also where its trace was at hand', () => {
  const state = parametersArrived(at(30), [], 30);
  const back = setStep(state, null);
  assert.deepEqual([back.traced?.step, back.parameters], [null, null]);
});

test('V puts the values in place of what was shown, and brings that back', () => {
  const seen = toggleValues(setShow(at(30), 'gradients'));
  assert.equal(seen.show, 'values');
  assert.equal(toggleValues(seen).show, 'gradients');
  assert.equal(toggleValues(at(30)).show, 'both');
  assert.equal(toggleDifference(toggleDifference(at(30))).show, 'values');
  assert.equal(toggleDifference(tracedState()).show, 'values', 'nothing is compared in Explore');
});

test('a link holds both steps, and leaves the settings of the next run alone', () => {
  const state = setAgainst(setShow(at(30), 'both'), 10);
  assert.equal(toHash(state), 'mode=train&step=30&show=both&vs=10');
  assert.equal(fromHash(toHash(state)).train?.against, 10);
  const written = { ...state, train: { ...state.train, settings: { steps: '20' } } };
  const back = restored(written, fromHash('mode=train'));
  assert.deepEqual([back.train.against, back.train.settings], [null, { steps: '20' }]);
});
