/** What a link says and cannot be is told, and nothing else is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHash } from '../../static/js/state/hash.js';
import { tellUnread } from '../../static/js/state/unread-link.js';
import { fromHash } from '../../static/js/state/url.js';
import { leftOutText } from '../../static/js/views/left-out.js';
import { tracedState } from './traces.js';

const unread = (/** @type {string} */ hash, state = tracedState()) => tellUnread(state, hash).leftOut?.fields;

test('each field with a value that there is not is told as it is written', () => {
  const bad = ['pos=-1', 'stage=7', 'head=x', 'key=1e3', 'mask=maybe', 'edit=1:2:3:x', 'edit=', 'pad=a:b', 'lang=tlh', 'theme=pink', 'out=1', 'order=', 'mode=play', 'step=last', 'show=all', 'trail=logits:0.1*?', 'stop=99', 'at=train:x', 'draw=x', 'present=yes'];
  for (const one of bad) assert.deepEqual(unread(`#${one}`), [one]);
  assert.deepEqual(unread(`#${bad.join('&')}&stage=2`), bad);
});

test('more than there is of records, blocks, heads and positions is told', () => {
  const beyond = ['rec=2', 'b=1', 'head=2', 'pos=17', 'edit=2:0:1', 'pad=2:65'];
  const model = /** @type {any} */ ({ config: { blocks: 1, heads: 2 } });
  assert.deepEqual(unread(beyond.join('&'), { ...tracedState(), model }), beyond);
  const last = (tracedState().traced?.trace.records[1]?.valid_count ?? 0) - 1;
  assert.equal(unread(`rec=1&b=0&head=1&pos=${last}&edit=1:0:1&edit=0:1&pad=1:65`), undefined);
  const elsewhere = { ...tracedState(), drafts: [...tracedState().drafts] };
  assert.equal(unread('pos=17', elsewhere), undefined, 'how long the records are is not known before their trace');
  const { drafts, rec } = tracedState();
  assert.equal(unread('pos=17', { ...tracedState(), aside: { drafts, rec, baseline: drafts, pos: 0, key: 0 } }), undefined, 'tokens will be drawn');
  const many = Array.from({ length: 9 }, (_, i) => `r=text ${i}`);
  assert.deepEqual(unread(many.join('&')), ['r=text 8']);
});

test('what the page writes itself is never told, and neither is what others put there', () => {
  const own = [
    '', 'rec=1&pos=7&stage=6&head=1&key=2&mask=0&edit=0:6:274&edit=1:3:10&pad=1:65&out=logits&order=value&lang=zh&theme=dark',
    'mode=train&step=100&show=both&vs=0', 'mode=break&fault=mask-missing&check=future-change&show=difference', 'trail=loss:r0:5*q_heads:r0:b0:1.5.3&stop=3', 'ex=B&present=1',
  ];
  for (const hash of own) {
    const state = { ...tracedState(), ...fromHash(hash) };
    assert.equal(tellUnread(state, toHash(state)), state, hash);
    assert.equal(unread(hash), undefined, hash);
  }
  assert.equal(unread('utm_source=x&__proto__=1&toString=2'), undefined);
});

test('it is told in both languages, beside what else has been left out', () => {
  const both = tellUnread({ ...tracedState(), leftOut: { places: ['ffn7'] } }, 'pos=x&stage=9');
  assert.match(leftOutText(both), /no such part or place here: ffn7\. .*no such value here: pos=x, stage=9\.$/);
  assert.match(leftOutText({ ...both, lang: 'zh' }), /没有这样的值：pos=x, stage=9。$/);
});
