/** The training run on the page: what events make of it, and what a person may ask. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused } from '../../static/js/api/refused.js';
import { createTraining } from '../../static/js/api/training.js';
import { initialState } from '../../static/js/state/initial.js';
import { setMode, setStep } from '../../static/js/state/mode.js';
import { bind, createStore } from '../../static/js/state/store.js';
import { onLine } from '../../static/js/state/timeline.js';
import { SETTINGS, isOffered, settingsOf, valueOf } from '../../static/js/state/train-settings.js';
import { askTraining, connectionChanged, dismissRefusal, evaluatedArrived, learnsNothing, progressArrived, statusArrived, trainingAnswered, trainingArrived, trainingRefused, trainTransitions, writeSetting } from '../../static/js/state/train.js';
import { isUpdateOpen } from '../../static/js/state/update.js';
import { wanted } from '../../static/js/state/wanted.js';
import { namedStates, overfitting } from '../../static/js/views/learning-facts.js';
import { kindOf, stateLabel } from '../../static/js/views/state-name.js';
import { expectedText, percentDone, progressText, startText, trainFinding } from '../../static/js/views/train-finding.js';
import { tracedState } from './traces.js';

const DEFAULTS = { steps: 600, learning_rate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, batch_records: 8, seed: 101, evaluate_every: 50 };

/** @param {Partial<import('../../static/js/types.js').Training>} [change] @returns {import('../../static/js/types.js').Training} */
function run(change) {
  return { run: 1, status: 'running', defaults: DEFAULTS, config: DEFAULTS, step: 2, seconds: 0.01, curve: [{ step: 0, train: 5.7, validation: 5.6 }], losses: [5, 4], selected: 0, saved: [0], save_every: 10, failure: null, ...change };
}

/** @param {Partial<import('../../static/js/state/train.js').Progress>} change */
const progress = (change) => ({ run: 1, status: /** @type {const} */ ('running'), step: 4, seconds: 0.02, from: 3, losses: [3, 2], saved: [], ...change });

const running = () => trainingArrived(tracedState(), run());

test('events in order make the run grow; what is known already is not added twice', () => {
  const grown = progressArrived(running(), progress({}));
  assert.deepEqual([grown.training?.losses, grown.training?.step], [[5, 4, 3, 2], 4]);
  const again = progressArrived(progressArrived(grown, progress({})), progress({ from: 4, step: 5, losses: [2, 1], saved: [0, 10] }));
  assert.deepEqual([again.training?.losses, again.training?.step, again.training?.saved], [[5, 4, 3, 2, 1], 5, [0, 10]]);
  const evaluated = evaluatedArrived(again, { run: 1, step: 50, train: 1, validation: 2, selected: true });
  assert.deepEqual([evaluated.training?.selected, evaluated.training?.curve.length], [50, 2]);
  assert.equal(evaluatedArrived(evaluated, { run: 1, step: 50, train: 1, validation: 2, selected: true }), evaluated);
  assert.equal(evaluatedArrived(evaluated, { run: 1, step: 100, train: 1, validation: 3, selected: false }).training?.selected, 50);
});

test('an event from before does not set the run back, nor does an answer that events have overtaken', () => {
  const paused = statusArrived(running(), { run: 1, status: 'paused', step: 9, seconds: 1, failure: null });
  assert.equal(progressArrived(paused, progress({})).training?.status, 'paused');
  assert.equal(statusArrived(paused, { run: 1, status: 'running', step: 2, seconds: 0, failure: null }), paused);
  assert.equal(trainingAnswered(paused, run({ losses: [5] })).training, paused.training);
  assert.equal(trainingAnswered(paused, run({ step: 9, status: 'running' })).training?.status, 'running');
  assert.equal(trainingAnswered(paused, run({ curve: [] })).training, paused.training);
  assert.equal(trainingAnswered(paused, run({ status: 'starting' })).training, paused.training);
  const failure = { step: 10, what: 'the loss', kept: 8 };
  const failed = statusArrived(paused, { run: 1, status: 'failed', step: 8, seconds: 1, failure });
  assert.deepEqual([failed.training?.step, failed.training?.failure], [8, failure]);
});

test('events of another run, or behind a gap, change nothing', () => {
  const state = running();
  assert.equal(progressArrived(state, progress({ run: 2 })), state);
  assert.equal(progressArrived(state, progress({ from: 4 })), state);
  assert.equal(evaluatedArrived(state, { run: 2, step: 50, train: 1, validation: 2, selected: true }), state);
  assert.equal(statusArrived(state, { run: 2, status: 'failed', step: 50, seconds: 0, failure: null }), state);
});

test('a run never moves the step on show; the one that replaces it takes its step away and says so', () => {
  const shown = setStep(running(), 0);
  assert.equal(progressArrived(shown, progress({})).step, 0);
  assert.equal(trainingArrived(shown, run({ step: 1, status: 'failed' })).step, 0, 'a failed run is back at what it kept');
  for (const other of [run({ run: 2, step: 0 }), run({ step: 0, losses: [] }), run({ run: null, status: 'idle', step: 0 })]) {
    const replaced = trainingArrived({ ...shown, train: { ...shown.train, against: 0 } }, other);
    assert.deepEqual([replaced.step, replaced.train.refusal?.code, replaced.train.refusal?.details, replaced.train.against], [null, 'step_replaced', { step: 0 }, null]);
  }
  assert.equal(trainingArrived(running(), run({ run: 2 })).train.refusal, null);
});

test('a trace of the old run answers for no step of the new one', () => {
  const shown = setStep(running(), 10);
  const traced = { .../** @type {any} */ (shown.traced), step: 10 };
  const replaced = trainingArrived({ ...shown, traced, againstTraced: traced, healthyTraced: traced }, run({ run: 2 }));
  assert.equal(wanted(setStep(replaced, 10))?.step, 10);
  assert.deepEqual([replaced.againstTraced, replaced.healthyTraced], [null, null]);
  assert.ok(replaced.baselineTraced, 'the model as loaded is no run’s');
});

test('settings are read as numbers in their ranges, an empty field is the default', () => {
  assert.deepEqual(['1e−8', ' 0.5 ', '0', '-1', 'x', ''].map((text) => valueOf('learning_rate', text)), [1e-8, 0.5, null, null, null, null]);
  assert.deepEqual(['600', '1.5', '0', '1e3'].map((text) => valueOf('steps', text)), [600, null, null, 1000]);
  assert.deepEqual(['0', '0.999', '1'].map((text) => valueOf('beta1', text)), [0, 0.999, null]);
  const written = writeSetting(writeSetting(running(), 'steps', '40'), 'seed', '');
  assert.deepEqual(settingsOf(written), { config: { steps: 40 }, wrong: [] });
  assert.deepEqual(askTraining(written, 'start').train.asked, { command: 'start', config: { steps: 40 } });
  assert.deepEqual(askTraining(written, 'pause').train.asked?.config, {});
  const wrong = writeSetting(written, 'beta2', '1');
  assert.deepEqual(settingsOf(wrong).wrong, ['beta2']);
  assert.equal(askTraining(wrong, 'start'), wrong);
});

test('a run that arrives brings its settings along, as far as they are not the defaults', () => {
  const config = { ...DEFAULTS, steps: 40, epsilon: 1e-6 };
  assert.deepEqual(trainingArrived(tracedState(), run({ config })).train.settings, { steps: '40', epsilon: '0.000001' });
  const early = trainingArrived(writeSetting(tracedState(), 'steps', '60'), run({ config }));
  assert.deepEqual(early.train.settings, { steps: '60', epsilon: '0.000001' }, 'what was written before the run was known');
  const written = writeSetting(trainingArrived(tracedState(), run({ config })), 'steps', '50');
  assert.equal(trainingArrived(written, run({ config, step: 9 })).train.settings.steps, '50');
});

/** An EventSource by hand. */
function source() {
  /** @type {Record<string, (message: {data: string}) => void>} */
  const heard = {};
  const made = {
    readyState: 0,
    closed: false,
    onopen: () => {},
    onerror: () => {},
    addEventListener: (/** @type {string} */ kind, /** @type {any} */ hear) => (heard[kind] = hear),
    close: () => (made.closed = true),
    say: (/** @type {string} */ kind, /** @type {unknown} */ data) => heard[kind]?.({ data: JSON.stringify(data) }),
  };
  return made;
}

/** @param {(command: string, config: object) => Promise<any>} [answer] @param {() => any} [open] */
function page(answer = async () => run({ run: 2, step: 0, losses: [] }), open = source) {
  const store = createStore(initialState());
  const act = /** @type {any} */ (bind(store, { ...trainTransitions, setMode, setStep }));
  /** @type {ReturnType<typeof source>[]} */
  const opened = [];
  /** @type {(() => void)[]} */
  const later = [];
  /** @type {unknown[]} */
  const posted = [];
  let see = (/** @type {boolean} */ _) => {};
  const { ask } = createTraining({
    state: () => store.state,
    act,
    openTraining: () => /** @type {any} */ (opened[opened.push(open()) - 1]),
    postTraining: (command, config) => {
      posted.push([command, config]);
      return answer(command, config);
    },
    whenSeen: (changed) => (see = changed),
    after: (again) => void later.push(again),
  });
  store.subscribe(ask);
  ask();
  return { store, act, opened, later, posted, see: (/** @type {boolean} */ isSeen) => see(isSeen) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('the connection opens with Train, or for a step on show, and stays', () => {
  const { act, opened } = page();
  assert.equal(opened.length, 0);
  act.setMode('train');
  act.setMode('explore');
  act.setMode('train');
  assert.equal(opened.length, 1);
  const other = page();
  other.act.setStep(100);
  assert.equal(other.opened.length, 1);
});

test('a broken connection is told, and what comes after it continues the run', () => {
  const { act, opened, store, later } = page();
  act.setMode('train');
  opened[0]?.say('snapshot', run());
  opened[0]?.onerror();
  assert.equal(store.state.train.connected, false);
  assert.equal(later.length, 0, 'the browser reconnects by itself');
  opened[0]?.onopen();
  opened[0]?.say('progress', progress({}));
  assert.deepEqual([store.state.train.connected, store.state.training?.losses.length], [true, 4]);
  Object.assign(opened[0] ?? {}, { readyState: 2 });
  opened[0]?.onerror();
  later.pop()?.();
  assert.equal(opened.length, 2, 'where it gave up, the page asks anew');
});

test('an event of a newer run, or behind a gap, fetches the whole; one of an older run is dropped', () => {
  const { act, opened, store } = page();
  act.setMode('train');
  opened[0]?.say('snapshot', run({ run: 2 }));
  opened[0]?.say('progress', progress({ run: 1 }));
  assert.equal(opened.length, 1);
  opened[0]?.say('progress', progress({ run: 2, from: 9 }));
  assert.deepEqual([opened.length, opened[0]?.closed], [2, true]);
  opened[0]?.say('snapshot', run({ run: 7 }));
  assert.equal(store.state.training?.run, 2, 'nothing more is heard of the old connection');
  opened[1]?.say('status', { run: 3, status: 'starting', step: 0, seconds: 0, failure: null });
  assert.equal(opened.length, 3);
});

test('the same model opened anew asks for its run again, once', () => {
  const { act, opened, store } = page();
  act.setMode('train');
  opened[0]?.say('snapshot', run());
  store.dispatch((state) => ({ ...state, training: null }));
  act.readStep(1);
  assert.deepEqual([opened.length, opened[0]?.closed], [2, true]);
  opened[1]?.say('snapshot', run({ defaults: null }));
  act.readStep(2);
  assert.equal(opened.length, 2, 'a model that has no run is not asked for one without end');
});

test('a page that nobody sees lets go, and catches up when it is seen', () => {
  const { act, opened, see } = page();
  act.setMode('train');
  see(false);
  assert.equal(opened[0]?.closed, true);
  see(true);
  assert.equal(opened.length, 2);
  const other = page();
  other.see(false);
  other.see(true);
  assert.equal(other.opened.length, 0);
});

test('what is asked is sent once, and a refusal is told', async () => {
  const { act, posted, store } = page();
  act.writeSetting('steps', '40');
  act.askTraining('start');
  act.askTraining('start');
  act.readStep(1);
  await settle();
  assert.deepEqual(posted, [['start', { steps: 40 }]]);
  assert.deepEqual([store.state.training?.run, store.state.train.asked], [2, null]);

  const error = { code: 'run_active', message: 'A run is on.', record: null, details: {} };
  const refused = page(async () => { throw new Refused(error); });
  refused.act.askTraining('start');
  await settle();
  assert.deepEqual([refused.store.state.train.asked, refused.store.state.train.refusal], [null, error]);
  refused.act.askTraining('stop');
  assert.equal(refused.store.state.train.refusal, null);
});

test('the strip’s sentence is true of the run and of the loom', () => {
  const said = (/** @type {import('../../static/js/types.js').State} */ state) => Object.values(trainFinding(state)).slice(0, 2).join(' ').trim();
  const on = running();
  assert.equal(said(setStep(on, 0)), 'The loom shows step 0; the run is at 2.');
  assert.equal(said(connectionChanged(setStep(on, 0), false)), 'Reconnecting; the run goes on. The loom shows step 0; the run is at 2.');
  assert.equal(said(trainingArrived(setStep(on, 0), run({ status: 'finished' }))), 'The loom shows step 0; the run ended at 2.');
  assert.match(said(trainingArrived(on, run({ saved: [0, 2] }))), /^The loom shows the model as loaded; the run is at 2\. Drag/);
  assert.match(said(trainingRefused(on, { code: 'run_active', message: '', record: null, details: {} })), /^A run is on\. Watch it\. The loom/);
  assert.match(said(trainingArrived(on, run({ status: 'failed', failure: { step: 37, what: 'loss', kept: 36 } }))), /^Not finite at update 37; step 36 kept\./);
  assert.match(said(writeSetting(trainingArrived(tracedState(), run({ run: null, status: 'idle', config: null })), 'beta1', '1')), /^Start waits for a setting/);
  assert.match(said(trainingArrived(setStep(on, 0), run({ run: 2 }))), /^A new run has taken the place of the one that step 0 was of\./);
  assert.equal(progressText(trainingArrived(on, run({ step: 150, seconds: 1 }))), 'update 150 of 600, 3 s left');
  assert.equal(expectedText(writeSetting(trainingArrived(tracedState(), run({ run: null, status: 'idle', config: null, step: 0 })), 'steps', '40')), '40 updates, about 1 s');
  assert.equal(percentDone(trainingArrived(on, run({ step: 411 })).training), 68);
});

test('overfitting begins at the selected step, and only where the losses have parted', () => {
  const curve = [[0, 5, 5], [10, 2, 3], [20, 1, 4]].map(([step = 0, train = 0, validation = 0]) => ({ step, train, validation }));
  assert.deepEqual(overfitting(run({ curve, selected: 10 })), { from: 10, to: 20 });
  assert.equal(overfitting(run({ curve: curve.slice(0, 2), selected: 10 })), null);
  assert.equal(overfitting(run({ curve: [...curve, { step: 30, train: 2.5, validation: 4 }], selected: 10 })), null, 'both are higher: that is no overfitting');
});

test('states with a name: where the run began, what was selected, where it is or ended', () => {
  const names = (/** @type {any} */ change) => namedStates(run(change)).map(({ name, step }) => `${name} ${step}`);
  assert.deepEqual(names({ saved: [] }), []);
  assert.deepEqual(names({ saved: [0, 10, 20], selected: 10 }), ['untrained 0', 'selected 10', 'newest 20']);
  assert.deepEqual(names({ saved: [0, 10], selected: 10, status: 'finished' }), ['untrained 0', 'selected 10']);
  assert.deepEqual(names({ saved: [0, 10], selected: 0, status: 'stopped' }), ['untrained 0', 'final 10']);
});

test('where there is no server, the strip says so', () => {
  const error = { code: 'offline', message: '', record: null, details: {} };
  const { act, store } = page(undefined, () => { throw new Refused(error); });
  act.setMode('train');
  assert.equal(trainFinding(store.state).lead, 'A saved page has no server to train on.');
  assert.equal(progressText(store.state), '');
});

const { batch_records: _, ...COMMON } = DEFAULTS;
const OF_TEXT = { ...COMMON, steps: 3000, batch_windows: 32, warmup_steps: 100, decay_steps: 3000, min_learning_rate: 0.0003, weight_decay: 0.1, clip_norm: 1 };

test('a run on one text has settings of its own; what was written for records is not sent to it', () => {
  const idle = { run: null, status: /** @type {const} */ ('idle'), step: 0, losses: [], curve: [], saved: [], config: null, defaults: OF_TEXT };
  const offered = trainingArrived(tracedState(), run(idle));
  assert.deepEqual(
    SETTINGS.filter((setting) => !isOffered(offered.training, setting)),
    ['batch_records'],
  );
  assert.ok(!isOffered(running().training, 'clip_norm'));
  assert.ok(!isOffered(null, 'clip_norm'));
  const written = ['batch_records', 'batch_windows', 'min_learning_rate'].reduce((state, name) => writeSetting(state, /** @type {any} */ (name), '0.5'), offered);
  assert.deepEqual(settingsOf(written), { config: { min_learning_rate: 0.5 }, wrong: ['batch_windows'] });
  assert.deepEqual(['0', '1000', '1001'].map((text) => valueOf('weight_decay', text)), [0, 1000, null]);
});

test('a model that came trained is none of the run’s states; an untrained one is its first', () => {
  const state = running();
  const trained = { ...state, model: /** @type {any} */ ({ ...state.model, trained_step: 2750 }) };
  assert.deepEqual([kindOf(state, null), kindOf(state, 0), stateLabel(state, null)], ['untrained', 'untrained', 'untrained, 0']);
  assert.deepEqual([kindOf(trained, null), kindOf(trained, 0), stateLabel(trained, null)], ['loaded', 'untrained', 'as loaded']);
  assert.deepEqual([onLine(state, null), onLine(trained, null), onLine(trained, 0)], [0, 2750, 0]);
});

test('before a run, a model that came trained says so, and a text that is missing is told before Start', () => {
  const idle = trainingArrived(tracedState(), run({ run: null, status: 'idle', config: null, curve: [], saved: [] }));
  const model = /** @type {any} */ ({ config: { data: 'stream' }, trained_step: 2750 });
  assert.match(trainFinding(idle).text, /^No run yet\./);
  assert.match(trainFinding({ ...idle, model }).text, /as loaded, after 2750 updates/);
  assert.match(startText(idle), /^600 updates/);
  const window = /** @type {any} */ ({ split: 'sample', from: 0, total: 9 });
  assert.match(startText({ ...idle, model, window }), /not on this machine/);
  assert.match(trainFinding({ ...idle, model, window }).text, /not on this machine/);
});

test('a model that came as a checkpoint says that there is nothing to learn from', () => {
  const told = trainingArrived(tracedState(), run({ defaults: /** @type {any} */ (null), config: null, run: null }));
  assert.equal(told.training, null);
  assert.match(trainFinding(told).lead, /came as a checkpoint/);
  assert.equal(progressText(told), '');
});

test('of a model with nothing to learn from one sentence says so, and nothing invites to start', () => {
  const state = trainingArrived(setMode(tracedState(), 'train'), /** @type {any} */ (run({ defaults: null, run: null })));
  assert.ok(learnsNothing(state));
  assert.ok(!learnsNothing(initialState()));
  assert.ok(learnsNothing(dismissRefusal(state)), 'it stays so when it has been read');
  assert.equal(askTraining(state, 'start'), state);
  assert.equal(isUpdateOpen(state), false);
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    const found = trainFinding({ ...state, lang });
    assert.match(found.lead, /nothing here that it could learn from|没有它可以学习/);
    assert.equal(found.text, '', 'the strip has room for one sentence');
  }
});
