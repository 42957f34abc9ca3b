/** The page's own tokenizer against the file that Python's is made of, and the IDs of two known texts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { encode, loneSurrogate } from '../../static/js/math/bpe.js';

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
/** @type {{rank: number, left: number, right: number, id: number}[]} */
const merges = read('../../data/mini-gpt/tokenizer.json').merges;
const figures = read('../minigpt/figures.json');
const byte = (/** @type {number} */ id) => ({ id, kind: 'byte', hex: id.toString(16).padStart(2, '0'), name: '', rank: null, left: null, right: null });
const special = (/** @type {number} */ id) => ({ ...byte(id), kind: 'special', hex: '' });
const vocabulary = /** @type {import('../../static/js/types.js').VocabularyEntry[]} */ ([
  ...Array.from({ length: 256 }, (_, id) => byte(id)),
  ...[256, 257, 258].map(special),
  ...merges.map((merge) => ({ ...byte(merge.id), ...merge, kind: 'merge' })),
]);

test('the chapter’s two texts have the chapter’s IDs', () => {
  for (const { text, ids } of figures.batch.records) {
    const own = encode(text, vocabulary);
    assert.deepEqual([256, ...own], ids.slice(0, own.length + 1));
  }
});

test('merges go by rank, left to right, without overlap', () => {
  const small = /** @type {any[]} */ ([
    { id: 300, kind: 'merge', rank: 1, left: 301, right: 98 },
    { id: 301, kind: 'merge', rank: 0, left: 97, right: 97 },
  ]);
  assert.deepEqual(encode('aaab', small), [301, 97, 98]);
  assert.deepEqual(encode('aab', small), [300]);
});

test('what no merge has seen stays bytes of UTF-8', () => {
  assert.deepEqual(encode('钥', vocabulary), [0xe9, 0x92, 0xa5]);
  assert.deepEqual(encode('', vocabulary), []);
});

test('half a surrogate pair is found, a whole one is a character', () => {
  assert.equal(loneSurrogate('a\ud83d\ude00'), -1);
  assert.equal(loneSurrogate('ab\ud83d'), 2);
});
