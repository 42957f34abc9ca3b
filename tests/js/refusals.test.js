/** Refusals are told in the reader's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalIn } from '../../static/js/i18n/frame.js';
import { words } from '../../static/js/i18n/index.js';
import { withoutServer } from '../../static/js/offline/answers.js';

test('what a saved page cannot do', () => {
  const { code } = withoutServer().error;
  const [english, chinese] = /** @type {const} */ (['en', 'zh']).map((lang) => refusalIn(words(lang).frame, { code, message: '', record: null, details: {} }));
  assert.match(english, /saved page/);
  assert.match(chinese, /保存的页面/);
});

test('a text that a model cannot read, with the place and the character', () => {
  const error = { code: 'character_unknown', message: 'Character 3 (line 1, column 4) is "é" (U+00E9), which …', record: 0, details: { position: 3, line: 1, column: 4, code_point: 'U+00E9' } };
  const said = (/** @type {'en' | 'zh'} */ lang) => refusalIn(words(lang).frame, error);
  assert.equal(said('en'), error.message);
  assert.equal(said('zh'), '第 3 个字符（第 1 行第 4 列）是“é”（U+00E9），不在这个模型的字符表里。');
  assert.match(refusalIn(words('zh').frame, { ...error, code: 'record_too_long' }), /太长/);
});
