import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAt } from '../../static/js/draw/change-bars.js';
import { ablationsArrived, ablationsRefused, exchange, setLever, shownAblations, switchPart, undoAllApart, undoApart, undoExchange, wantedAblations } from '../../static/js/state/apart.js';
import { openApart } from '../../static/js/state/apart-link.js';
import { toHash } from '../../static/js/state/hash.js';
import { inForce } from '../../static/js/state/in-force.js';
import { lacking } from '../../static/js/state/lacking.js';
import { setFault, setMode } from '../../static/js/state/mode.js';
import { fromHash } from '../../static/js/state/url.js';
import { wanted } from '../../static/js/state/wanted.js';
import { lossChanges, meanOf, readPart } from '../../static/js/views/apart-words.js';
import { apartFinding } from '../../static/js/views/apart-strip.js';
import { leftOutText } from '../../static/js/views/left-out.js';
import { traceOf, tracedState } from './traces.js';

const CONFIG = /** @type {import('../../static/js/types.js').ModelConfig} */ ({ blocks: 2, heads: 4 });
const MODEL = /** @type {import('../../static/js/types.js').ModelInfo} */ ({ config: CONFIG });
const SWAP = { record: 0, block: 1, position: 3, from: 1 };

/** In Break with the second lever held. */
function apart() {
  return setLever(setMode({ ...tracedState(), model: MODEL }, 'break'), 'apart');
}

/** The trace that is asked for has come, every loss by one larger. @param {import('../../static/js/types.js').State} state */
function arrived(state) {
  const asked = /** @type {import('../../static/js/types.js').TraceRequest} */ (wanted(state));
  const trace = traceOf(state.drafts);
  trace.records.forEach((record) => (record.losses = record.losses.map((loss, i) => (i ? Number(loss) + 1 : null))));
  return { ...state, traced: { ...asked, trace, milliseconds: 1 } };
}

test('a fault and parts that are off never act together', () => {
  const both = switchPart(setLever(setFault(setMode(tracedState(), 'break'), 'mask-missing'), 'apart'), '0.1');
  assert.deepEqual([inForce(both).fault, inForce(both).off], [null, ['0.1']]);
  const bug = setLever(both, 'fault');
  assert.deepEqual([inForce(bug).fault, inForce(bug).off], ['mask-missing', []]);
});

test('outside Break nothing is off; the switches wait for the return', () => {
  const off = switchPart(apart(), 'ffn1');
  const left = setMode(off, 'explore');
  assert.deepEqual(inForce(left).off, []);
  assert.deepEqual(inForce(setMode(left, 'break')).off, ['ffn1']);
});

test('several add up, and are undone one by one or all at once', () => {
  const three = exchange(switchPart(switchPart(apart(), '0.1'), 'block1'), SWAP);
  assert.deepEqual([three.off, three.swap, three.show], [['0.1', 'block1'], [SWAP], 'difference']);
  const two = undoApart(three);
  assert.deepEqual([two.off, two.swap], [['0.1', 'block1'], []]);
  assert.deepEqual(undoApart(two).off, ['0.1']);
  assert.deepEqual(switchPart(two, '0.1').off, ['block1']);
  const none = undoAllApart(three);
  assert.deepEqual([none.off, none.swap, none.show], [[], [], 'values']);
  assert.deepEqual(undoExchange(three, SWAP).swap, []);
});

test('one place has one residual', () => {
  const again = exchange(exchange(apart(), SWAP), { ...SWAP, from: 2 });
  assert.deepEqual(again.swap, [{ ...SWAP, from: 2 }]);
});

test('what is undone stands at once, from the intact trace that was kept', () => {
  const whole = arrived(apart());
  const broken = arrived(switchPart(whole, '0.0'));
  assert.equal(broken.healthyTraced, whole.traced);
  assert.equal(undoAllApart(broken).traced, whole.traced);
  assert.equal(wanted(undoAllApart(broken)), null);
});

test('losses are set against those of the intact model, position by position', () => {
  const whole = arrived(apart());
  const broken = arrived(switchPart(whole, '0.0'));
  broken.traced.trace.records.forEach((record) => (record.losses[2] = 4));
  const changes = lossChanges(broken) ?? [];
  assert.equal(changes.length, 14); // position 0 has no target
  assert.deepEqual(changes[1], { position: 2, intact: 6, now: 4, change: -2 });
  assert.equal(meanOf(changes.map(({ change }) => change)), -2 / 14);
  assert.match(apartFinding({ ...broken, pos: 2 }), /^Without head 0\.0, position 2 pays 4\.00 instead of 6\.00/);
  assert.equal(apartFinding({ ...broken, pos: 0 }), 'Position has no target.');
});

test('a loss that did not move is said to be the same, and a small one is a decimal', () => {
  const whole = arrived(apart());
  const said = (/** @type {number} */ now, /** @type {number} */ intact, /** @type {'en' | 'zh'} */ lang = 'en') => {
    const broken = arrived(switchPart(whole, '0.0'));
    broken.traced.trace.records.forEach((record) => (record.losses[2] = now));
    broken.healthyTraced?.trace.records.forEach((record) => (record.losses[2] = intact));
    return apartFinding({ ...broken, pos: 2, lang });
  };
  assert.equal(said(2.02768, 2.02768), 'Without head 0.0, position 2 still pays 2.03 for the next token: nothing moved.');
  assert.match(said(2.02768, 2.02768, 'zh'), /仍付出 2\.03：没有任何变动。$/);
  assert.match(said(2.027681, 2.0276812), /still pays 2\.02768 for the next token: it moved by only 2\.0e−7\.$/);
  assert.match(said(2.0277, 2.0279), /pays 2\.02770 instead of 2\.02790 /);
  assert.match(said(0.0019, 2.35), /pays 0\.0019 instead of 2\.35 /);
  assert.match(said(0.0019, 0.0019), /still pays 0\.0019 /);
});

test('what parts are worth is asked for once, of the record on show, while its panel is open', () => {
  const state = arrived(apart());
  const asked = wantedAblations(state);
  assert.deepEqual(asked, { drafts: state.drafts, record: 0, model: null, step: null });
  if (!asked) return;
  const reply = { loss: 5, heads: [[6]], ffn: [7], blocks: [8] };
  const told = ablationsArrived(state, asked, reply);
  assert.equal(wantedAblations(told), null);
  assert.equal(shownAblations(told), reply);
  assert.equal(shownAblations({ ...told, rec: 1 }), null);
  assert.equal(wantedAblations({ ...state, panel: false }), null);
  assert.equal(wantedAblations(ablationsRefused(state, asked)), null);
});

test('the link says what is off, and brings it back', () => {
  const state = exchange(switchPart(switchPart(apart(), '0.1'), 'ffn1'), SWAP);
  const link = toHash(state);
  assert.equal(link, 'mode=break&off=0.1,ffn1&swap=1:3:r1');
  const opened = openApart({ ...tracedState(), model: MODEL, ...fromHash(link) }, link);
  assert.deepEqual([opened.lever, opened.off, opened.swap, opened.show, opened.panel], ['apart', ['0.1', 'ffn1'], [SWAP], 'difference', true]);
  const plain = toHash({ ...state, show: 'values' });
  assert.equal(openApart({ ...tracedState(), model: MODEL, ...fromHash(plain) }, plain).show, 'values');
  assert.equal(openApart({ ...tracedState(), ...fromHash('mode=break&off=') }, 'mode=break&off=').lever, 'apart');
});

test('outside Break what is off waits, and the values are shown; it is the difference again inside', () => {
  const waiting = setMode(switchPart(apart(), '0.1'), 'explore');
  const link = toHash(waiting);
  assert.deepEqual([link, waiting.show], ['off=0.1', 'values']);
  const opened = openApart({ ...tracedState(), model: MODEL, ...fromHash(link) }, link);
  assert.deepEqual([opened.mode, opened.off, opened.show, toHash(opened)], ['explore', ['0.1'], 'values', link]);
  assert.deepEqual([waiting, opened].map((state) => setMode(state, 'break').show), ['difference', 'difference']);
});

test('a link names no part that the model has not, and no record that is not there', () => {
  const link = 'mode=break&off=0.9,ffn7,block1,0.0,0.0,rm&swap=1:3:r9,0:2:r0,-1:4:r1,x';
  const opened = openApart({ ...tracedState(), model: MODEL, ...fromHash(link) }, link);
  assert.deepEqual(opened.off, ['block1', '0.0']);
  assert.deepEqual(opened.swap, [{ record: 0, block: -1, position: 4, from: 1 }]);
  assert.deepEqual(opened.leftOut, { places: ['0.9', 'ffn7', 'rm', '0:2:r0', 'x'], rows: ['1:3:r9'] });
  const told = leftOutText(opened);
  assert.match(told, /no such part or place here: 0\.9, ffn7, rm, 0:2:r0 …\./);
  assert.match(told, /the record that the residual would come from is not there: 1:3:r9\./);
  assert.match(leftOutText({ ...opened, lang: 'zh' }), /没有这样的部分或位置.*残差所取自的记录不在：1:3:r9。/);
  assert.equal(leftOutText(switchPart(opened, 'ffn0')), '', 'what a person does next is not of the link');
});

test('the difference needs something to be off', () => {
  assert.equal(lacking('difference', apart()), 'change');
  assert.equal(lacking('difference', switchPart(apart(), 'ffn0')), null);
});

test('parts are read as they are written', () => {
  assert.deepEqual(readPart('12.3'), { kind: 'head', block: 12, head: 3 });
  assert.deepEqual([readPart('ffn2').kind, readPart('ffn2').block, readPart('block4').kind, readPart('block4').block], ['ffn', 2, 'block', 4]);
});

test('a place on the axis is a position', () => {
  assert.deepEqual([0, 49, 50, 99, 250].map((x) => changeAt(x, 100, 4)), [0, 1, 2, 3, 3]);
});
