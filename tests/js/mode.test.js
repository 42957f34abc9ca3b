import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHash } from '../../static/js/state/hash.js';
import { inForce } from '../../static/js/state/in-force.js';
import { initialState } from '../../static/js/state/initial.js';
import { traceArrived, traceRefused } from '../../static/js/state/arrivals.js';
import { parametersArrived } from '../../static/js/state/late-arrivals.js';
import { dismissLeftOut } from '../../static/js/state/models.js';
import { openCheck, openPanel, setFault, setMode, setStep, toggleFault } from '../../static/js/state/mode.js';
import { isPanelOpen } from '../../static/js/state/panel.js';
import { openStage } from '../../static/js/state/selection.js';
import { restored } from '../../static/js/state/restored.js';
import { fromHash } from '../../static/js/state/url.js';
import { wanted } from '../../static/js/state/wanted.js';
import { leftOutText } from '../../static/js/views/left-out.js';
import { comparison } from '../../static/js/views/comparison.js';
import { PLAIN, traceOf, tracedState } from './traces.js';

const FAULT = 'mask-missing';

/** In Break with a fault whose trace has come. */
function broken() {
  const state = setFault(setMode(tracedState(), 'break'), FAULT);
  return { ...state, traced: { drafts: state.drafts, ...PLAIN, mask: /** @type {const} */ ('causal'), fault: FAULT, step: null, trace: traceOf(state.drafts), milliseconds: 5 } };
}

test('a fault acts in Break alone, the mask in Explore alone', () => {
  const off = { ...initialState(), mask: /** @type {const} */ ('none'), fault: FAULT };
  assert.deepEqual(inForce(off), { ...PLAIN, mask: 'none', fault: null, step: null });
  assert.deepEqual(inForce({ ...off, mode: 'break', step: 100 }), { ...PLAIN, mask: 'causal', fault: FAULT, step: 100 });
  assert.deepEqual(inForce({ ...off, mode: 'train' }), { ...PLAIN, mask: 'causal', fault: null, step: null });
});

test('entering Break keeps the healthy trace, so that only the broken one is asked for', () => {
  const state = setFault(setMode(tracedState(), 'break'), FAULT);
  assert.equal(wanted(state)?.fault, FAULT);
  assert.equal(wanted(broken()), null);
});

test('leaving shows the healthy trace at once; the fault waits for the return', () => {
  const left = setMode(broken(), 'explore');
  assert.equal(left.traced?.fault, null);
  assert.equal(left.show, 'values');
  assert.equal(wanted(left), null);
  const back = setMode(left, 'break');
  assert.deepEqual([back.fault, back.show, wanted(back)?.fault], [FAULT, 'difference', FAULT]);
});

test('mending does too, and the switch brings the same fault back', () => {
  const whole = toggleFault(broken());
  assert.deepEqual([whole.fault, whole.traced?.fault, whole.show], [null, null, 'values']);
  assert.equal(toggleFault(whole).fault, FAULT);
});

test('the switch takes the first fault where none has been on', () => {
  const faults = [{ name: 'first', stage: 1, first: 'targets' }];
  assert.equal(toggleFault({ ...tracedState(), mode: 'break', faults }).fault, 'first');
});

test('records edited since have no healthy trace to show', () => {
  const edited = { ...broken(), drafts: [...broken().drafts] };
  assert.equal(setMode(edited, 'explore').traced?.fault, FAULT);
  assert.equal(wanted(setMode(edited, 'explore'))?.fault, null);
});

test('a broken trace is never compared with remembered records', () => {
  const state = broken();
  assert.ok(state.baselineTraced);
  assert.equal(comparison(state), null);
});

test('the panel stands until a stage is opened, and only in Break', () => {
  const state = setMode(tracedState(), 'break');
  assert.ok(isPanelOpen(state));
  const opened = openStage(state, state.stage);
  assert.ok(!isPanelOpen(opened));
  assert.ok(isPanelOpen(openPanel(opened)));
  assert.ok(!isPanelOpen(openPanel(setMode(opened, 'explore'))));
});

test('a link holds mode, fault, check and view', () => {
  const state = openCheck(broken(), 'row-sums');
  assert.equal(toHash(state), `mode=break&fault=${FAULT}&check=row-sums&show=difference`);
  const { mode, panel, fault, check, show } = fromHash(toHash(state));
  assert.deepEqual({ mode, panel, fault, check, show }, { mode: 'break', panel: true, fault: FAULT, check: 'row-sums', show: 'difference' });
});

test('a link holds an open stage in Break, even the usual one', () => {
  const opened = openStage(setMode(tracedState(), 'break'), 3);
  const { panel, stage } = fromHash(toHash(opened));
  assert.deepEqual([panel, stage], [false, 3]);
});

test('a link holds the step, and what the loom shows in Train', () => {
  const state = { ...setStep(setMode(tracedState(), 'train'), 100), show: /** @type {const} */ ('both') };
  assert.equal(toHash(state), 'mode=train&step=100&show=both');
  const { mode, step, show, panel } = fromHash(toHash(state));
  assert.deepEqual([mode, step, show, panel], ['train', 100, 'both', true]);
  assert.deepEqual([fromHash('step=-1').step, fromHash('mode=explore&show=both').show], [null, 'values']);
});

test('a step is asked for with every lever, and its comparison after it', () => {
  const at = setStep(setMode(tracedState(), 'train'), 100);
  assert.deepEqual([wanted(at)?.kind, wanted(at)?.step], ['trace', 100]);
  const { drafts } = at;
  const arrived = traceArrived(at, { drafts, ...PLAIN, mask: 'causal', fault: null, step: 100, trace: traceOf(drafts), milliseconds: 1 }, false);
  assert.equal(wanted(arrived), null);
  assert.deepEqual([wanted({ ...arrived, show: 'both' })?.kind, wanted({ ...arrived, show: 'both' })?.step], ['against', null]);
});

test('parameters are those of the step on show, or none', () => {
  const held = parametersArrived(tracedState(), [], null);
  const { drafts } = held;
  const moved = traceArrived(held, { drafts, ...PLAIN, mask: 'causal', fault: null, step: 50, trace: traceOf(drafts), milliseconds: 1 }, false);
  assert.deepEqual([held.parameters, moved.parameters], [[], null]);
  assert.equal(parametersArrived(moved, [], null).parameters, null);
  assert.deepEqual(parametersArrived(moved, [], 50).parameters, []);
});

test('a step that the server has no more is named, and the model as loaded opens', () => {
  const error = { code: 'step_unknown', message: 'no such step', record: null, details: {} };
  const refused = traceRefused(setStep(tracedState(), 100), error, null);
  assert.deepEqual([refused.step, refused.train.refusal], [null, error]);
});

test('the records stand aside in Generate, and are back after it', () => {
  const state = tracedState();
  const inside = setMode({ ...state, rec: 1, pos: 7 }, 'generate');
  assert.equal(inside.aside?.drafts, state.drafts);
  const left = setMode({ ...inside, drafts: [], rec: 0, pos: 0 }, 'explore');
  assert.deepEqual([left.drafts, left.rec, left.pos, left.aside], [state.drafts, 1, 7, null]);
});

test('a fault of a link that is not there is named, and the model is whole', () => {
  const link = 'mode=break&fault=Mask_Missing&show=difference';
  const opened = { ...tracedState(), ...fromHash(link) };
  assert.equal(wanted(opened)?.fault, 'Mask_Missing', 'whether there is such a one the server says');
  const whole = traceRefused(opened, { code: 'fault_unknown', message: '', record: null, details: {} }, null);
  assert.deepEqual([whole.fault, whole.show, whole.refusal], [null, 'values', null]);
  assert.match(leftOutText(whole), /names a fault “Mask_Missing”; there is none/);
  assert.match(leftOutText({ ...whole, lang: 'zh' }), /“Mask_Missing”不存在/);
  assert.deepEqual([setFault(whole, FAULT), dismissLeftOut(whole), restored(whole, fromHash(''))].map(leftOutText), ['', '', '']);
  const elsewhere = traceRefused({ ...opened, fault: 'head-not-tied' }, { code: 'fault_not_applicable', message: '', record: null, details: {} }, null);
  assert.deepEqual([elsewhere.fault, elsewhere.refusal], [null, null]);
  assert.match(leftOutText(elsewhere), /is about something that this model has not/);
});

test('what a link gets wrong is left out', () => {
  const { mode, fault, check, show } = fromHash('mode=break&fault=../x&check=row-sums&show=difference');
  assert.deepEqual([mode, fault, check, show], ['break', null, null, 'values']);
});

test('a fault in a link waits outside Break', () => {
  const { mode, fault, show } = fromHash(`fault=${FAULT}&show=difference`);
  assert.deepEqual([mode, fault, show], ['explore', FAULT, 'values']);
});
