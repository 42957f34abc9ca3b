/** What a token looks like, and which characters byte tokens spell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { name, segments, spellings, textOf } from '../../static/js/format/pieces.js';

/** @typedef {import('../../static/js/types.js').VocabularyEntry} VocabularyEntry */

/** @param {string} hex @returns {VocabularyEntry} */
const entry = (hex) => ({ id: 0, kind: hex.length === 2 ? 'byte' : 'merge', hex, name: '', rank: null, left: null, right: null });
/** @param {string} special @returns {VocabularyEntry} */
const special = (special) => ({ ...entry(''), kind: 'special', name: special });
const bytes = (/** @type {string} */ text) => [...new TextEncoder().encode(text)].map((byte) => entry(byte.toString(16).padStart(2, '0')));

test('letters run together; spaces, other bytes and specials stand apart', () => {
  assert.deepEqual(segments(entry('697320')), [{ kind: 'text', text: 'is' }, { kind: 'space', text: '␠' }]);
  assert.deepEqual(segments(entry('0ae7')), [{ kind: 'byte', text: '⟨0a⟩' }, { kind: 'byte', text: '⟨e7⟩' }]);
  assert.deepEqual(segments(special('BOS')), [{ kind: 'special', text: 'BOS' }]);
});

test('no two of the awkward bytes read alike, nor like the signs typed', () => {
  const texts = [' ', '  ', '\t', '\n', '\r', '\u00a0', '\u200d', '\u0000', '␣', '␠', '⟨09⟩'];
  const names = texts.map((text) => bytes(text).map(name).join(''));
  assert.equal(new Set(names).size, texts.length);
  assert.ok(names.every((text) => /\S/.test(text)));
  assert.equal(name(entry('7f')), '⟨7f⟩');
});

test('a character spelled by several tokens is named over them', () => {
  const tokens = [special('BOS'), ...bytes('👍🏿 J')];
  assert.deepEqual(spellings(tokens), [{ first: 1, last: 4, text: '👍' }, { first: 5, last: 8, text: '🏿' }]);
});

test('a token that ends one character and begins the next belongs to both', () => {
  const [a, b] = bytes('é').map(({ hex }) => hex);
  assert.deepEqual(spellings([entry(`${a}`), entry(`${b}${a}`), entry(`${b}`)]), [
    { first: 0, last: 1, text: 'é' },
    { first: 1, last: 2, text: 'é' },
  ]);
});

test('bytes that spell nothing, or that a special cuts apart, get no name', () => {
  assert.deepEqual(spellings([entry('f0'), entry('9f'), special('EOS'), entry('99'), entry('82')]), []);
});

test('an invisible character is named by its code point', () => {
  assert.deepEqual(spellings(bytes('\u00a0')), [{ first: 0, last: 1, text: 'U+00A0' }]);
  assert.deepEqual(spellings(bytes('\u200d')).map(({ text }) => text), ['U+200D']);
});

test('tokens give back the text they were made from', () => {
  for (const text of ['The key', 'a\tb\nc\rd\u0000', '👍🏿 John!', '\ufeffa', '␣ ␠', '']) {
    assert.equal(textOf([special('BOS'), ...bytes(text)]), text);
  }
});
