import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelLines } from '../../static/js/views/bar-labels.js';

/** @param {string[]} names */
const characters = (names) => /** @type {import('../../static/js/types.js').VocabularyEntry[]} */ (names.map((name, id) => ({ id, kind: 'character', hex: '', name, rank: null, left: null, right: null })));

const LETTERS = characters([...'\n !abcdefghijklmnopqrstuvwxyz']);

test('every bar is named where its token fits beneath it, in two lines where bars are narrow', () => {
  assert.deepEqual([11, 8, 7.9, 4, 3.9].map((step) => labelLines(LETTERS, step)), [1, 1, 2, 2, 0]);
});

test('one long token among them takes the room of all', () => {
  const mixed = [...LETTERS, ...characters(['#1024'])];
  assert.deepEqual([40, 20, 11].map((step) => labelLines(mixed, step)), [1, 2, 0]);
});

test('before the vocabulary is here nothing is named', () => {
  assert.equal(labelLines([], 11), 0);
});
