/** The state as a link and back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHash } from '../../static/js/state/hash.js';
import { initialState } from '../../static/js/state/initial.js';
import { restored } from '../../static/js/state/restored.js';
import { fromHash } from '../../static/js/state/url.js';

const opened = (/** @type {string} */ hash) => ({ ...initialState(), ...fromHash(hash) });

test('a plain page has an empty link, and an empty link opens a plain page', () => {
  assert.equal(toHash(initialState()), '');
  assert.equal(toHash(opened('')), '');
  assert.deepEqual(opened('#').drafts, initialState().drafts);
});

test('every text comes back exactly', () => {
  const texts = ['', ' two  spaces ', 'tab\tlf\ncr\rcrlf\r\nnul\u0000', '👍🏿 钥匙', 'a+b&r=c#d%20=', '␣␠\u200d\ufeff'];
  const state = { ...initialState(), drafts: texts.map((text, key) => ({ key, text, replace: [], paddingId: null })) };
  assert.deepEqual(opened(`#${toHash(state)}`).drafts.map(({ text }) => text), texts);
});

test('selection, mask, lab edits, language, theme and candidates come back', () => {
  const hash = 'rec=1&pos=7&stage=6&head=1&key=2&mask=0&edit=0:6:274&edit=1:3:10&pad=1:65&out=logits&order=value&lang=zh&theme=dark';
  const state = opened(`#${hash}`);
  assert.equal(toHash(state), hash);
  assert.deepEqual([state.rec, state.pos, state.stage, state.head, state.key, state.mask], [1, 7, 6, 1, 2, 'none']);
  assert.deepEqual(state.drafts[0]?.replace, [{ position: 6, id: 274 }]);
  assert.deepEqual(state.drafts[1], { key: 1, text: 'The key is blue. Answer: blue.', replace: [{ position: 3, id: 10 }], paddingId: 65 });
  assert.ok(state.baseline.every(({ replace, paddingId }) => replace.length === 0 && paddingId === null));
  assert.deepEqual([state.candidates.scale, state.candidates.order, state.lang, state.theme], ['logit', 'value', 'zh', 'dark']);
});

test('an edit that names no record is of the current one', () => {
  assert.deepEqual(opened('#rec=1&edit=6:274').drafts[1]?.replace, [{ position: 6, id: 274 }]);
});

test('each bad value is left out and the good ones stay', () => {
  const bad = '#rec=9&pos=-1&stage=7&head=x&key=1e3&mask=maybe&edit=1:2:3:x&edit=9:1:1&edit=&pad=a:b&lang=tlh&theme=pink&out=1&order=&stage=2&pos=%';
  assert.equal(toHash(opened(bad)), '');
  assert.equal(toHash(opened('#stage=99&pos=3&theme=neon')), 'pos=3');
});

test('records beyond eight are left out', () => {
  assert.equal(opened(`#${'r=a&'.repeat(12)}`).drafts.length, 8);
});

test('restoring a link ends what was refused or open before', () => {
  const refusal = { code: 'record_too_long', message: '', record: 0, details: {} };
  const state = restored({ ...initialState(), piece: 3, refusal, overlong: { record: 0, ids: [1] } }, fromHash('#pos=2'));
  assert.deepEqual([state.pos, state.piece, state.refusal, state.overlong], [2, null, null, null]);
});

test('a text too long for an address is left out, and all the rest of the link stays current', () => {
  const texts = ['a', '钥'.repeat(300_000), 'Q'.repeat(5000)];
  const drafts = texts.map((text, key) => ({ key, text, replace: [], paddingId: null }));
  const hash = toHash({ ...initialState(), drafts, rec: 2, theme: 'dark' });
  // Firefox takes addresses up to 1 MiB.
  assert.ok(hash.length < 2 ** 20);
  const back = opened(hash);
  assert.deepEqual(back.drafts.map(({ text }) => text), ['a', '', texts[2]]);
  assert.deepEqual([back.rec, back.theme], [2, 'dark']);
});

test('as many texts as there may be, each as long as a link holds, fit an address', () => {
  const drafts = Array.from({ length: 8 }, (_, key) => ({ key, text: '钥'.repeat(11_110), replace: [], paddingId: null }));
  const hash = toHash({ ...initialState(), drafts });
  assert.ok(hash.length < 2 ** 20);
  assert.deepEqual(opened(hash).drafts.map(({ text }) => text.length), drafts.map(({ text }) => text.length));
});
