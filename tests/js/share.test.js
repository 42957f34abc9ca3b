/** Which models can be had as one page, and what is said of the others. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pageRefusal } from '../../static/js/views/share.js';
import { tracedState } from './traces.js';

/** @param {number} total @param {string} [tokenizer] @param {'en' | 'zh'} [lang] */
function refusal(total, tokenizer, lang = 'en') {
  const state = tracedState();
  const config = { ...state.model?.config, name: 'mine', tokenizer };
  const model = /** @type {any} */ ({ ...state.model, config, parameters: { total, components: [] } });
  return pageRefusal({ ...state, lang, model });
}

test('a page of its own is offered where the server makes one, and else refused in words', () => {
  const server = readFileSync(new URL('../../server/routes/export.py', import.meta.url), 'utf8');
  const most = Number(/MOST_SAVED: Final = ([\d_]+)/.exec(server)?.[1]?.replaceAll('_', ''));
  assert.equal(refusal(most, 'byte-bpe'), '');
  assert.equal(refusal(13_875), ''); // MG-1's config names no tokenizer
  assert.match(refusal(most + 1, 'byte-bpe'), /up to 200,000 parameters\. mine has 200,001; all numbers/);
  assert.match(refusal(13_875, 'characters'), /mine has 13,875 and tokens of another kind/);
  assert.match(refusal(826_433, 'characters', 'zh'), /mine 有 826,433 个参数，词元也是另一种/);
});
