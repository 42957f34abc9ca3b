/** Refusals are told in the reader's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../../static/js/i18n/index.js';
import { withoutServer } from '../../static/js/offline/answers.js';

test('what a saved page cannot do', () => {
  const { code } = withoutServer().error;
  const [english, chinese] = /** @type {const} */ (['en', 'zh']).map((lang) => words(lang).frame.refusals[code]);
  assert.match(english ?? '', /saved page/);
  assert.match(chinese ?? '', /保存的页面/);
});
