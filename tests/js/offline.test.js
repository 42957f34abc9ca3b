/** What a saved page answers by itself: what it looks up, what it computes, what it must not mix. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as online from '../../static/js/api/client.js';
import * as lateOnline from '../../static/js/api/late-client.js';
import { Refused } from '../../static/js/api/refused.js';
import { withState } from '../../static/js/format/saved-page.js';
import { createAnswers } from '../../static/js/offline/answers.js';
import * as offline from '../../static/js/offline/client.js';
import * as lateOffline from '../../static/js/offline/late-client.js';
import { draft } from '../../static/js/state/initial.js';
import { smallModel } from './small-model.js';
import { PLAIN } from './traces.js';

// 'a' and 'b' alone can be typed here: eight bytes, then the specials.
const vocabulary = Array.from({ length: 256 }, (_, id) => ({ id, kind: 'byte', hex: id.toString(16), name: '', rank: null, left: null, right: null }));
const specials = ['BOS', 'EOS', 'PAD'].map((name, i) => ({ id: 8 + i, kind: 'special', hex: '', name, rank: null, left: null, right: null }));
const { config, parameters } = smallModel();
const held = /** @type {any} */ ({
  model: { config: { ...config, name: 'small' } },
  vocabulary: [...vocabulary.slice(0, 8), ...specials],
  parameters,
  corpus: {},
  step: null,
});
/** A trace that no arithmetic gives, so that it is seen where it comes from. @param {string} name @returns {any} */
const sent = (name) => ({ model: name, records: [] });
const TEXT = '\u0001\u0002';
const state = (/** @type {any[]} */ traces) => ({ hash: '', traces, faults: [], checks: [], verdicts: { none: [] }, generation: null });
const answers = (/** @type {any[]} */ ...traces) => createAnswers(held, state(traces));
const saved = (/** @type {string | null} */ fault, /** @type {string} */ name) => ({ drafts: [draft(TEXT, 0)], mask: 'causal', fault, step: null, trace: sent(name) });
/** @param {any} drafts @param {any} mask @param {string | null} fault @param {any} kind @returns {import('../../static/js/types.js').TraceRequest} */
const asked = (drafts, mask, fault, kind) => ({ drafts, mask, fault, step: null, kind });
const codeOf = (/** @type {() => unknown} */ act) => {
  try {
    act();
  } catch (reason) {
    return reason instanceof Refused ? reason.error : reason;
  }
  return null;
};

test('a saved page has every function that the page calls', () => {
  const { traceBody, ...asked } = online;
  assert.equal(typeof traceBody, 'function', 'what the page alone needs');
  assert.deepEqual(Object.keys(offline).sort(), Object.keys(asked).sort());
  assert.deepEqual(Object.keys(lateOffline).sort(), Object.keys(lateOnline).sort());
});

test('the records as saved are answered with the server’s own numbers, whatever their keys', () => {
  const { trace } = answers(saved(null, 'server'));
  assert.equal(trace(asked([draft(TEXT, 9)], 'causal', null, 'trace')).model, 'server');
});

test('from the first change on everything is computed here, also what was saved', () => {
  const { trace } = answers(saved(null, 'server'));
  const changed = trace(asked([draft('\u0001', 0)], 'causal', null, 'trace'));
  assert.equal(changed.source, 'page');
  assert.deepEqual(changed.records[0]?.ids, [8, 1]);
  assert.deepEqual(changed.records[0]?.targets, [1, 9]);
  assert.equal(changed.scored_events, 2);
  const again = trace(asked([draft(TEXT, 0)], 'causal', null, 'baseline'));
  assert.equal(again.source, 'page', 'two runs to be compared must come from one arithmetic');
});

test('what is computed twice is the same to the last bit, and a prefix does not feel its future', () => {
  const { trace } = answers();
  const logitsOf = (/** @type {string} */ text) => trace(asked([draft(text, 0)], 'causal', null, 'trace')).records[0]?.tensors.logits ?? [];
  assert.deepEqual(logitsOf(TEXT), logitsOf(TEXT));
  assert.deepEqual(logitsOf('\u0001\u0002\u0003').slice(0, 3), logitsOf('\u0001\u0002\u0007').slice(0, 3));
  const unmasked = trace(asked([draft(TEXT, 0)], 'none', null, 'trace')).records[0]?.tensors.logits;
  assert.notDeepEqual(unmasked?.[0], logitsOf(TEXT)[0]);
});

test('a fault and the healthy run beside it are looked up, both, or refused', () => {
  const { trace } = answers(saved('post-norm', 'faulty'), saved(null, 'healthy'));
  trace(asked([draft('\u0001', 0)], 'causal', null, 'trace'));
  assert.equal(trace(asked([draft(TEXT, 0)], 'causal', 'post-norm', 'trace')).model, 'faulty');
  assert.equal(trace(asked([draft(TEXT, 0)], 'causal', null, 'healthy')).model, 'healthy');
  assert.equal(codeOf(() => trace(asked([draft('\u0001', 0)], 'causal', 'post-norm', 'trace')))?.code, 'offline');
});

test('of a trace that came in parts the rest can be looked up nowhere: all of it is computed here, or refused', () => {
  const cut = (/** @type {string | null} */ fault) => ({ ...saved(fault, 'server'), trace: { ...sent('server'), records: [{ left_out: [{ name: 'norm1', block: 1, shape: [3, 6] }] }] } });
  const { trace } = answers(cut(null), cut('post-norm'));
  const whole = trace(asked([draft(TEXT, 0)], 'causal', null, 'trace'));
  assert.equal(whole.source, 'page');
  assert.ok(whole.records[0]?.tensors.blocks.every(({ norm1 }) => norm1.length === 3));
  assert.equal(trace(asked([draft(TEXT, 0)], 'causal', 'post-norm', 'trace')).model, 'server');
  assert.equal(codeOf(() => trace(asked([draft(TEXT, 0)], 'causal', 'post-norm', 'slice')))?.code, 'offline');
});

test('lab edits change inputs and the targets before them; what does not exist is refused', () => {
  const edited = (/** @type {any} */ change) => answers().trace(asked([{ ...draft(TEXT, 0), ...change }], 'causal', null, 'trace')).records[0];
  assert.deepEqual(edited({ replace: [{ position: 1, id: 5 }] })?.ids, [8, 5, 2]);
  assert.deepEqual(edited({ replace: [{ position: 1, id: 5 }] })?.targets, [5, 2, 9]);
  assert.deepEqual(edited({ replace: [{ position: 5, id: 5 }], paddingId: 3 })?.ids, [8, 1, 2]);
  assert.equal(codeOf(() => edited({ replace: [{ position: 6, id: 5 }] }))?.code, 'slot_unknown');
  assert.equal(codeOf(() => edited({ replace: [{ position: 1, id: 99 }] }))?.code, 'token_id_unknown');
  assert.equal(codeOf(() => edited({ paddingId: 99 }))?.code, 'token_id_unknown');
});

test('a continued record ends open: real to its last position, which is asked for nothing', () => {
  const { trace } = answers();
  const traced = (/** @type {import('../../static/js/types.js').Draft[]} */ ...drafts) =>
    trace({ drafts, ...PLAIN, mask: 'causal', fault: null, step: null, kind: 'trace' });
  const open = { ...draft('\u0001', 0), continued: [9, 8] };
  const reply = traced(open, draft('\u0002', 1));
  const [record, beside] = reply.records;
  assert.deepEqual(record?.ids, [8, 1, 9, 8]);
  assert.deepEqual(record?.targets, [1, 9, 8, -100]);
  assert.deepEqual(record?.valid, [true, true, true, true]);
  assert.equal(record?.losses[3], null);
  assert.deepEqual(beside?.targets, [2, 9]);
  const losses = [...(record?.losses ?? []), ...(beside?.losses ?? [])].filter((loss) => loss !== null);
  assert.equal(reply.scored_events, 5);
  assert.ok(Math.abs(reply.loss - losses.reduce((sum, loss) => sum + loss, 0) / 5) < 1e-12);
  assert.deepEqual(traced({ ...draft('\u0001', 0), continued: [2] }).records[0]?.tensors, traced(draft(TEXT, 0)).records[0]?.tensors);
  const alone = traced({ ...draft('', 0), continued: [] });
  assert.deepEqual([alone.loss, alone.scored_events, alone.records[0]?.losses], [null, 0, [null]]);
  assert.equal(codeOf(() => traced({ ...open, continued: [99] }))?.code, 'token_id_unknown');
  assert.deepEqual(codeOf(() => traced({ ...open, continued: [1, 1, 1, 1, 1] }))?.details, { positions: 7, limit: 6, over: 1 });
});

test('gradients are computed in the page: of its one step, and of a loss that there is', () => {
  const { gradients, trace } = answers();
  const of = (/** @type {any} */ ...drafts) => ({ drafts, mask: /** @type {const} */ ('causal'), step: null });
  const found = gradients(of(draft(TEXT, 0)));
  const { loss, scored_events } = trace(asked([draft(TEXT, 0)], 'causal', null, 'trace'));
  assert.deepEqual([found.loss, found.scored_events, found.records[0]?.losses], [loss, scored_events, [1 / 3, 1 / 3, 1 / 3]]);
  // Each row of dL/dlogits is a softmax less a one-hot row: it adds up to nothing.
  const sum = found.records[0]?.tensors.logits[1]?.reduce((all, value) => all + value, 0) ?? NaN;
  assert.ok(Math.abs(sum) < 1e-16);
  assert.deepEqual(found.parameters.map(({ name, shape }) => [name, shape]), parameters.map(({ name, shape }) => [name, shape]));
  assert.equal(codeOf(() => gradients(of({ ...draft('', 0), continued: [] })))?.code, 'nothing_scored');
  assert.equal(codeOf(() => gradients({ ...of(draft(TEXT, 0)), step: 10 }))?.code, 'offline');
});

test('texts are refused as the server refuses them, by record', () => {
  const { trace, tokenize } = answers();
  const long = codeOf(() => trace(asked([draft('', 0), draft('\u0001'.repeat(8), 1)], 'causal', null, 'trace')));
  assert.deepEqual([long?.code, long?.record, long?.details], ['record_too_long', 1, { positions: 9, limit: 6, over: 3 }]);
  assert.equal(codeOf(() => trace(asked([draft('\ud800', 0)], 'causal', null, 'trace')))?.code, 'text_not_unicode');
  assert.deepEqual(tokenize(TEXT), { ids: [1, 2] });
});

test('a page saved at one step knows no other', () => {
  const { trace, parameters } = createAnswers({ ...held, step: 100 }, state([{ ...saved(null, 'at 100'), step: 100 }]));
  const at = (/** @type {number | null} */ step) => ({ ...asked([draft(TEXT, 0)], 'causal', null, 'trace'), step });
  assert.equal(trace(at(100)).model, 'at 100');
  assert.equal(parameters(100).parameters, held.parameters);
  assert.equal(codeOf(() => trace(at(null)))?.code, 'offline');
  assert.equal(codeOf(() => parameters(null))?.code, 'offline');
});

test('what was generated is kept; another prompt or setting needs the server', () => {
  const generation = /** @type {any} */ ({ steps: [] });
  const { generate } = createAnswers(held, { ...state([]), generation: { asked: 'as saved', generation } });
  assert.equal(generate({ key: 'as saved' }), generation);
  assert.equal(codeOf(() => generate({ key: 'another' }))?.code, 'offline');
  assert.equal(codeOf(() => answers().generate({ key: 'as saved' }))?.code, 'offline');
});

test('verdicts that were not saved are refused', () => {
  assert.deepEqual(answers().verdicts('none'), { fault: 'none', verdicts: [] });
  assert.equal(codeOf(() => answers().verdicts('post-norm'))?.code, 'offline');
});

test('a state is put in where the server left room, and cannot end its element', () => {
  const page = 'a<script type="application/json" id="held-state">{}</script>b';
  const text = '</script><b>$&$1\u2028';
  const made = withState(page, { ...state([]), hash: text });
  const json = /id="held-state">(.*)<\/script>b$/s.exec(made)?.[1] ?? '';
  assert.ok(!json.includes('<'));
  assert.equal(JSON.parse(json).hash, text);
  assert.throws(() => withState('<p>', state([])), /no place/);
});
