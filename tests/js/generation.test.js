/** Generate's transitions, on a generation written down by hand: three tokens and EOS after a prompt of two. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGenerating } from '../../static/js/api/generation.js';
import { Refused } from '../../static/js/api/refused.js';
import { createDrawing } from '../../static/js/drawing.js';
import { traceArrived } from '../../static/js/state/arrivals.js';
import { promptOf } from '../../static/js/state/aside.js';
import { editRecord } from '../../static/js/state/drafts.js';
import { discardDrawn, drawNext, drawnCount, drawnText, drawOnShow, generated, generationArrived, generationRefused, keepAsRecord, refused, setGeneration, setPrompt, showDraw, stepDraw, toggleDrawing, toggleGreedy } from '../../static/js/state/generation.js';
import { openGeneration } from '../../static/js/state/generation-link.js';
import { askedFor, settingsFrom } from '../../static/js/state/generation-settings.js';
import { wantedGeneration, wantsProbes } from '../../static/js/state/generation-wanted.js';
import { toHash } from '../../static/js/state/hash.js';
import { setMode, setStep } from '../../static/js/state/mode.js';
import { fromHash } from '../../static/js/state/url.js';
import { wanted } from '../../static/js/state/wanted.js';
import { drawFinding } from '../../static/js/views/draw-finding.js';
import { PLAIN, traceOf, tracedState } from './traces.js';

/** @typedef {import('../../static/js/types.js').State} State */

const STEPS = [[2, 97, 'a'], [3, 98, 'b'], [4, 99, 'c'], [5, 257, '']].map(([position, token, text], index) => ({ index, position, token, text, hex: text && Number(token).toString(16) }));
const GENERATION = /** @type {any} */ ({ ids: [256, 1, 2, 97, 98, 99], new_ids: [97, 98, 99], steps: STEPS, stop: 'eos', text: 'abc', alignment: null });

/** @param {State} state what the server makes of what is asked, arrived */
const answered = (state) => generationArrived(state, GENERATION, askedFor(state)?.key ?? '');
const inside = () => answered(setMode(tracedState(), 'generate'));

/** The trace of what is drawn has come. @param {State} state */
const traced = (state) => {
  const trace = traceOf(state.drafts, 'causal', 3 + (state.drafts[0]?.continued?.length ?? 0));
  return traceArrived(state, { drafts: state.drafts, ...PLAIN, mask: 'causal', fault: null, step: state.step, trace, milliseconds: 1 }, false);
};

test('the prompt is the record up to where its answer begins', () => {
  assert.equal(promptOf('The key is red. Answer: red.'), 'The key is red. Answer: ');
  assert.equal(promptOf('no colon'), 'no colon');
  assert.equal(promptOf(''), '');
  assert.equal(setMode(tracedState(), 'generate').drafts[0]?.text, 'The key is red. Answer: ');
});

test('a draw appends its ID, never text, and the trace of it is asked for', () => {
  const state = drawNext(inside());
  assert.deepEqual(state.drafts.map(({ text, continued }) => [text, continued]), [['The key is red. Answer: ', [97]]]);
  assert.deepEqual([wanted(state)?.kind, wanted(state)?.drafts], ['trace', state.drafts]);
  assert.equal(wanted(traced(state)), null);
});

test('the position that draws is selected once it is in the trace, not before', () => {
  const before = traced(inside());
  assert.equal(before.pos, 2, 'the last of the prompt');
  const drawn = drawNext(drawNext(before));
  assert.equal(drawn.pos, 2);
  const after = traced(drawn);
  assert.deepEqual([after.pos, drawOnShow(after, GENERATION)], [3, 1]);
  assert.equal(showDraw(after, 0).pos, 2);
  assert.equal(showDraw(after, 2), after, 'not drawn yet');
});

test('one key walks along the tokens, and draws behind the last', () => {
  const one = traced(stepDraw(traced(inside()), 1));
  const two = traced(stepDraw(one, 1));
  assert.deepEqual([drawnCount(one), one.pos, drawnCount(two), two.pos], [1, 2, 2, 3]);
  const back = stepDraw(two, -1);
  assert.deepEqual([drawnCount(back), back.pos], [2, 2]);
  assert.deepEqual([drawnCount(stepDraw(back, 1)), stepDraw(back, 1).pos], [2, 3]);
});

test('EOS is drawn, and no part of the text; nothing follows it', () => {
  let state = traced(inside());
  for (let i = 0; i < 4; i += 1) state = traced(drawNext(state));
  assert.deepEqual([drawnCount(state), state.drafts[0]?.continued, state.pos], [4, [97, 98, 99], 5]);
  assert.equal(drawnCount(drawNext(state)), 4);
  assert.equal(toggleDrawing(state).generation.running, false);
});

test('a wish to draw waits for what is still with the server, is told, and can be taken back', () => {
  let state = traced(toggleDrawing(setMode(tracedState(), 'generate')));
  assert.match(drawFinding(state), /drawing begins once that is here/);
  assert.match(drawFinding({ ...state, lang: 'zh' }), /结果一到就开始抽取/);
  assert.match(drawFinding(toggleDrawing(state)), /^The server is generating\.$/);
  const waits = /** @type {(() => void)[]} */ ([]);
  const { ask } = createDrawing({ state: () => state, act: { drawNext: () => (state = drawNext(state)) }, generated, after: (again) => void waits.push(again) });
  ask();
  assert.equal(waits.length, 0, 'no clock runs while there is nothing to draw');
  state = answered(state);
  ask();
  waits.pop()?.();
  assert.equal(drawnCount(state), 1);
});

test('a wish goes with the prompt and settings that it was for, and where nothing can come of it', () => {
  const wish = toggleDrawing(setMode(tracedState(), 'generate'));
  const key = askedFor(wish)?.key ?? '';
  const error = /** @type {any} */ ({ code: 'generation', details: {} });
  assert.deepEqual([setPrompt(wish, 'x'), setGeneration(wish, 'seed', '7'), setMode(wish, 'explore')].map(({ generation }) => generation.running), [false, false, false]);
  const refusal = generationRefused(wish, error, key);
  assert.deepEqual([refusal.generation.running, toggleDrawing(refusal).generation.running], [false, false]);
  assert.equal(generationRefused(wish, error, 'asked before').generation.running, true);
  assert.equal(generationArrived(wish, { ...GENERATION, steps: [], new_ids: [], stop: 'context' }, key).generation.running, false);
});

test('another setting discards what was drawn, and says how much', () => {
  const state = setGeneration(drawNext(drawNext(inside())), 'seed', '7');
  assert.deepEqual([drawnCount(state), state.generation.discarded, generated(state)], [0, 2, null]);
  assert.equal(wantedGeneration(state)?.settings.seed, 7);
  assert.equal(setGeneration(state, 'seed', '7'), state);
  assert.equal(setGeneration(state, 'seed', '77').generation.discarded, 2, 'told while it is written on');
  assert.equal(drawNext(answered(state)).generation.discarded, 0);
});

test('so does another prompt, and another step asks anew', () => {
  const state = drawNext(inside());
  assert.equal(drawnCount(setPrompt(state, 'x')), 0);
  assert.equal(wantedGeneration(setStep(state, 100))?.step, 100);
});

test('greedy is temperature 0; its switch brings the temperature back', () => {
  const warm = setGeneration(inside(), 'temperature', '1.5');
  const greedy = toggleGreedy(warm);
  assert.equal(settingsFrom(greedy.generation.settings)?.temperature, 0);
  assert.equal(settingsFrom(toggleGreedy(greedy).generation.settings)?.temperature, 1.5);
});

test('a refusal is of what was asked, and gone with it', () => {
  const hot = setGeneration(inside(), 'temperature', '101');
  const error = /** @type {any} */ ({ code: 'generation', details: {} });
  const state = generationRefused(hot, error, askedFor(hot)?.key ?? '');
  assert.equal(refused(state), error);
  assert.equal(refused(setGeneration(state, 'temperature', '')), null);
  assert.equal(generated(setGeneration(state, 'temperature', '')), GENERATION);
});

test('what is no number is not asked for; an empty field is the default', () => {
  assert.equal(settingsFrom({ top_p: 'half' }), null);
  assert.deepEqual(settingsFrom({ seed: ' ' }), settingsFrom({}));
  assert.equal(wantedGeneration(setGeneration(inside(), 'top_k', 'x')), null);
});

test('leaving gives the records back; the prompt with its tokens waits', () => {
  const state = drawNext(inside());
  const left = setMode(state, 'explore');
  assert.deepEqual(left.drafts, tracedState().drafts);
  assert.deepEqual(setMode(left, 'generate').drafts[0]?.continued, [97]);
});

test('kept as a record it is text, behind the records', () => {
  const kept = keepAsRecord(drawNext(drawNext(inside())));
  assert.deepEqual(setMode(kept, 'explore').drafts.map(({ text }) => text).slice(2), ['The key is red. Answer: ab']);
  assert.equal(kept.drafts[0]?.continued?.length, 2, 'the prompt stays on show');
});

test('a character that is not whole is left out of the record', () => {
  const broken = /** @type {any} */ ({ ...GENERATION, steps: [STEPS[0], { ...STEPS[1], text: '', hex: 'e9' }, ...STEPS.slice(2)] });
  const state = { ...drawNext(drawNext(inside())) };
  assert.deepEqual(drawnText(state, broken), { text: 'a', isWhole: false });
  assert.deepEqual(drawnText(state, GENERATION), { text: 'ab', isWhole: true });
});

test('steps that come faster than traces are not lost', () => {
  const two = stepDraw(stepDraw(traced(inside()), 1), 1);
  assert.deepEqual([drawnCount(two), two.generation.goTo], [2, 3]);
  assert.equal(stepDraw(two, -1).generation.goTo, 2);
});

test('a link holds prompt, settings and draws beside the records', () => {
  const state = setGeneration(inside(), 'temperature', '1.5');
  const link = toHash(traced(drawNext(drawNext(answered(state)))));
  assert.equal(link, 'pos=3&mode=generate&prompt=The+key+is+red.+Answer:+&t=1.5&draw=2');
  const plain = { ...tracedState(), ...fromHash(link) };
  assert.equal(plain.mode, 'explore', 'the first picture is of the records');
  const opened = answered(openGeneration(plain, link));
  assert.deepEqual([opened.mode, opened.panel, opened.drafts[0]?.continued], ['generate', true, [97, 98]]);
  assert.equal(openGeneration(plain, 'mode=train'), plain);
});

test('probes are asked for in Generate, and again when a run has finished', () => {
  const state = inside();
  const probes = { run: null, probes: [] };
  const training = /** @type {any} */ ({ run: 1, status: 'running' });
  assert.deepEqual([wantsProbes(tracedState()), wantsProbes(state)], [false, true]);
  assert.equal(wantsProbes({ ...state, probes, training }), false);
  assert.equal(wantsProbes({ ...state, probes, training: { ...training, status: 'finished' } }), true);
});

test('one request at a time; what is refused is told and not asked again', async () => {
  let state = setMode(tracedState(), 'generate');
  const asked = /** @type {string[]} */ ([]);
  const error = { code: 'generation', message: 'temperature must be …', record: null, details: {} };
  const { ask } = createGenerating(/** @type {any} */ ({
    state: () => state,
    act: { generationRefused: (/** @type {any} */ refusal, /** @type {string} */ key) => (state = { ...state, generation: { ...state.generation, refusal: { asked: key, error: refusal } } }), probesArrived: () => (state = { ...state, probes: { run: null, probes: [] } }) },
    wantedGeneration,
    wantsProbes,
    postGenerate: async (/** @type {any} */ { key }) => {
      asked.push(key);
      throw new Refused(error);
    },
    getProbes: async () => ({ run: null, probes: [] }),
    after: () => assert.fail('nothing to wait for'),
  }));
  ask();
  ask();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(asked.length, 1);
  assert.equal(state.generation.refusal?.error, error);
  assert.notEqual(state.probes, null);
});

test('typing into the prompt stops a run and discards, like taking another', () => {
  const drawn = traced(drawNext(inside()));
  const running = { ...drawn, generation: { ...drawn.generation, running: true } };
  for (const typed of [editRecord(running, 0, 'x'), setPrompt(running, 'x')]) {
    assert.deepEqual([drawnCount(typed), typed.generation.running, typed.generation.discarded], [0, false, 1]);
    assert.equal(traced({ ...typed, pos: 0 }).pos, 2, 'the end of the prompt, from where it goes on');
  }
});

test('at the last token of a full budget no draw is on show, and nothing follows', () => {
  const whole = /** @type {any} */ ({ ...GENERATION, steps: STEPS.slice(0, 3), stop: 'budget' });
  const asked = (/** @type {State} */ state) => generationArrived(state, whole, askedFor(state)?.key ?? '');
  let state = traced(asked(setMode(tracedState(), 'generate')));
  for (let i = 0; i < 3; i += 1) state = traced(drawNext(state));
  const behind = { ...state, pos: 5 };
  assert.equal(drawOnShow(behind, whole), 3);
  assert.deepEqual([stepDraw(behind, 1), stepDraw(behind, -1).pos], [behind, 4]);
});

test('a count that is no whole number, or that would be rounded on its way, is not sent', () => {
  for (const [name, text] of /** @type {const} */ ([['top_k', '1.5'], ['seed', '9007199254740993'], ['max_new_tokens', '3.2'], ['temperature', 'x']])) {
    assert.equal(settingsFrom({ [name]: text }), null, `${name} ${text}`);
    assert.equal(askedFor(setGeneration(inside(), name, text)), null);
  }
  assert.equal(settingsFrom({ seed: '9007199254740991' })?.seed, 2 ** 53 - 1);
  assert.equal(settingsFrom({ temperature: '1.5' })?.temperature, 1.5);
  assert.equal(settingsFrom({ top_k: '\u22121' })?.top_k, -1, 'the server names the range');
});

test('past the context a record is what the context held at the draw on show, with the token drawn as its target', () => {
  // A prompt of two, five tokens, a context of four: the windows of the last three draws begin at 1, 2 and 3.
  const steps = [0, 0, 0, 1, 2].map((window, index) => ({ index, window, position: Math.min(1 + index, 3), token: 10 + index, text: String(index), hex: `3${index}` }));
  const generation = /** @type {any} */ ({ ids: [1, 2, 10, 11, 12, 13, 14], new_ids: [10, 11, 12, 13, 14], steps, stop: 'budget', text: '01234', alignment: null });
  const model = /** @type {any} */ ({ config: { context_length: 4, blocks: 1 } });
  const begun = setMode({ ...tracedState(), model }, 'generate');
  const ready = generationArrived(begun, generation, askedFor(begun)?.key ?? '');
  const two = drawNext(drawNext(ready));
  assert.equal(two.drafts[0]?.slid, undefined, 'all of it fits');
  const three = drawNext(two);
  assert.deepEqual([three.drafts[0]?.slid, three.drafts[0]?.next], [{ before: 0, ids: [1, 2, 10, 11] }, 12]);
  const five = drawNext(drawNext(three));
  assert.deepEqual([five.drafts[0]?.slid, five.drafts[0]?.next, drawnCount(five)], [{ before: 2, ids: [10, 11, 12, 13] }, 14, 5]);
  const shown = (/** @type {State} */ state) => traceArrived(state, { drafts: state.drafts, ...PLAIN, mask: 'causal', fault: null, step: null, trace: traceOf(state.drafts, 'causal', 4), milliseconds: 1 }, false);
  const last = shown(five);
  assert.deepEqual([last.pos, drawOnShow(last, generation), drawOnShow({ ...last, pos: 1 }, generation)], [3, 4, -1]);
  const earlier = shown(stepDraw(last, -1));
  assert.deepEqual([earlier.drafts[0]?.slid?.before, drawOnShow(earlier, generation), drawnCount(earlier)], [1, 3, 5], 'going back slides back, and discards nothing');
  assert.equal(shown(showDraw(earlier, 0)).pos, 1);
  assert.deepEqual([discardDrawn(last).drafts[0]?.slid, discardDrawn(last).drafts[0]?.next], [undefined, undefined]);
});
