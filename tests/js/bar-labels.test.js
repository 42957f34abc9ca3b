import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnLeft, labelLines } from '../../static/js/views/bar-labels.js';

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

test('a label stands where more room is, but not across the line of another bar', () => {
  assert.deepEqual([isOnLeft(300, 900), isOnLeft(600, 900)], [false, true]);
  assert.deepEqual([isOnLeft(300, 900, 400), isOnLeft(600, 900, 500)], [true, false]);
  assert.deepEqual([isOnLeft(300, 900, 500), isOnLeft(300, 900, 250)], [false, false], 'far away, or on the other side');
  assert.equal(isOnLeft(100, 900, 150), false, 'there is no room on the other side');
});
