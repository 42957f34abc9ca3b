/** What Train says before a run of how long it will take, and of how often states are kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trainingArrived, trainingRefused, writeSetting } from '../../static/js/state/train.js';
import { expectedText, trainFinding } from '../../static/js/views/train-finding.js';
import { noteOf } from '../../static/js/views/train-settings.js';
import { tracedState } from './traces.js';

const DEFAULTS = { steps: 600, learning_rate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, batch_records: 8, seed: 101, evaluate_every: 50 };

/** @param {Partial<import('../../static/js/types.js').Training>} [change] @returns {import('../../static/js/types.js').Training} */
function run(change) {
  return { run: 1, status: 'running', defaults: DEFAULTS, config: DEFAULTS, step: 2, seconds: 0.01, curve: [{ step: 0, train: 5.7, validation: 5.6 }], losses: [5, 4], selected: 0, saved: [0], save_every: 10, failure: null, ...change };
}

const { batch_records: _, ...COMMON } = DEFAULTS;
const OF_TEXT = { ...COMMON, steps: 3000, batch_windows: 32, warmup_steps: 100, decay_steps: 3000, min_learning_rate: 0.0003, weight_decay: 0.1, clip_norm: 1 };

test('before its first update, a run on one text is expected to take as long as its tokens and parameters', () => {
  const idle = { run: null, status: /** @type {const} */ ('idle'), step: 0, losses: [], curve: [], saved: [], config: null, defaults: OF_TEXT };
  const state = tracedState();
  const model = { ...state.model, config: { ...state.model?.config, context_length: 128 }, parameters: { total: 826_433, components: [] } };
  const offered = trainingArrived({ ...state, model: /** @type {any} */ (model) }, run(idle));
  // 3,000 × 32 × 128 tokens at 20,000 a second: ten minutes.
  assert.match(expectedText(offered), /3000 updates, about 10 min/);
  assert.match(expectedText(trainingArrived(state, run({ ...idle, defaults: DEFAULTS }))), /600 updates, about 2 s/);
});

test('before its first update, a run on records is expected to take as long as its records and parameters', () => {
  const idle = { run: null, status: /** @type {const} */ ('idle'), step: 0, losses: [], curve: [], saved: [], config: null };
  const state = tracedState();
  const model = /** @type {any} */ ({ ...state.model, parameters: { total: 839_075, components: [] } });
  const offered = trainingArrived({ ...state, model }, run(idle));
  assert.match(expectedText(offered), /600 updates, about 40 s/);
  assert.match(expectedText(writeSetting(offered, 'batch_records', '16')), /about 1 min 2\d s/);
});

test('a run that keeps fewer states than by default says so; one that cannot keep them names the memory', () => {
  const defaults = { ...DEFAULTS, save_every: 10 };
  assert.equal(noteOf(run({ defaults }), 'en'), 'Locked while the run is on.');
  assert.match(noteOf(run({ defaults, save_every: 25 }), 'en'), /^Locked .* kept every 25 updates/);
  assert.match(noteOf(run({ defaults, save_every: 25, status: 'finished' }), 'zh'), /^每 25 步/);
  assert.equal(noteOf(run({ defaults, run: null, config: null, status: 'idle' }), 'en'), '');
  const error = { code: 'training_config_invalid', message: '', record: null, details: { field: 'steps', least: 0, most: 80, mebibytes: 512 } };
  const refused = trainingRefused(trainingArrived(tracedState(), run()), error);
  assert.match(trainFinding(refused).lead, /would not fit the 512 MiB/);
});
