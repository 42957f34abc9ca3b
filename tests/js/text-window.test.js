/** A window of a long text: where it may stand, what is asked for, and what it becomes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused } from '../../static/js/api/refused.js';
import { createTextPieces } from '../../static/js/api/text.js';
import { toHash } from '../../static/js/state/hash.js';
import { backToText, drafted, findInText, isWindowOpen, moveWindow, placeWindow, standBefore, textArrived, textRefused, wantedText, windowOf, writeOwn } from '../../static/js/state/text-window.js';
import { wanted } from '../../static/js/state/wanted.js';
import { tracedState } from './traces.js';

const TEXT = 'To be, or not to be: that is the question. Whether 🙂 tis nobler';
const CHARACTERS = [...TEXT];

/** What the server answers, by characters. @param {unknown} _ @param {any} place */
async function getText(_, { split, from, length }) {
  if (split !== 'validation') throw new Refused({ code: 'text_missing', message: 'get it', record: null, details: {} });
  const ids = CHARACTERS.map((character) => character.codePointAt(0) ?? 0);
  return { split, from, total: CHARACTERS.length, text: CHARACTERS.slice(from, from + length).join(''), ids: ids.slice(from, from + length), next: ids[from + length] ?? null };
}

/** @param {unknown} _ @param {{query: string, after: number}} sought */
async function findText(_, { query, after }) {
  const from = TEXT.indexOf(query, after + 1);
  if (from < 0) throw new Refused({ code: 'not_found', message: '', record: null, details: {} });
  return { from };
}

const pieces = createTextPieces(/** @type {any} */ ({ getText, findText, standBefore, around: 5 }));
const model = /** @type {any} */ ({ name: 'shakespeare', config: { context_length: 8, tokenizer: 'characters', blocks: 1 } });

async function windowed(from = 10) {
  const piece = await pieces.at(null, { split: 'validation', from, length: 8 }, true);
  const drafts = [drafted(piece, 0)];
  const traced = tracedState();
  return { ...traced, model, modelName: 'shakespeare', drafts, baseline: drafts, window: windowOf(piece) };
}

test('a window comes with what stands around it, and with the token that follows', async () => {
  const piece = await pieces.at(null, { split: 'validation', from: 3, length: 8 }, true);
  assert.deepEqual([piece.before, piece.text, piece.after, piece.next], ['To ', 'be, or n', 'ot to', 'o'.codePointAt(0)]);
  const last = await pieces.at(null, { split: 'validation', from: CHARACTERS.length - 8, length: 8 }, true);
  assert.deepEqual([last.text, last.after, last.next], [CHARACTERS.slice(-8).join(''), '', null]);
  const smile = await pieces.at(null, { split: 'validation', from: CHARACTERS.indexOf('🙂'), length: 2 }, true);
  assert.equal(smile.text, '🙂 ', 'a place counts characters, not halves of them');
});

test('where the text is not here a page of it is asked for, and its absence is not hidden', async () => {
  const asked = /** @type {string[]} */ ([]);
  const missing = createTextPieces(/** @type {any} */ ({ findText, standBefore, around: 5, getText: async (/** @type {unknown} */ _, /** @type {any} */ place) => (asked.push(place.split), getText(null, { ...place, split: place.split === 'sample' ? 'validation' : 'train' })) }));
  const piece = await missing.atOrSample(null, { split: 'validation', from: 40, length: 8 }, true);
  assert.deepEqual([asked, piece.text], [['validation', 'sample'], 'To be, o']);
});

test('moving stays inside the text and asks once for where it ends up', async () => {
  const state = await windowed();
  assert.equal(wantedText(state), null);
  assert.deepEqual(wantedText(moveWindow(state, 1)), { split: 'validation', from: 18 });
  assert.deepEqual(wantedText(moveWindow(moveWindow(state, 1), 1)), { split: 'validation', from: 26 });
  assert.equal(wantedText(moveWindow(moveWindow(state, -1), 1)), null);
  assert.deepEqual(wantedText(moveWindow(state, 99)), { split: 'validation', from: CHARACTERS.length - 8 });
  assert.deepEqual(wantedText(moveWindow(state, -99)), { split: 'validation', from: 0 });
  assert.equal(wantedText(placeWindow(state, 10)), null);
});

test('a new window is a new record, and the picture of the old one stays until it is traced', async () => {
  const state = moveWindow(await windowed(), 1);
  const wish = wantedText(state) ?? assert.fail();
  const piece = await pieces.at(null, { split: 'validation', from: 18, length: 8 }, true);
  assert.equal(textArrived(moveWindow(state, 1), wish, piece).window, state.window, 'an older answer is nobody’s');
  const arrived = textArrived(state, wish, piece);
  assert.deepEqual([arrived.drafts[0]?.text, arrived.drafts[0]?.next, arrived.window?.from, arrived.traced], [piece.text, piece.next, 18, state.traced]);
  assert.equal(wanted(arrived)?.kind, 'trace');
  assert.equal(arrived.baseline, arrived.drafts);
  assert.match(toHash(arrived), /at=validation:18/);
  assert.doesNotMatch(toHash(arrived), /r=/);
});

test('words are found one after another and then again from the first, and stand where something is before them', async () => {
  let state = await windowed();
  for (const [place, from] of [[3, 1], [17, 15], [3, 1]]) {
    state = findInText(state, 'be');
    const wish = wantedText(state) ?? assert.fail();
    assert.ok('query' in wish);
    state = textArrived(state, wish, await pieces.of(null, wish, 8, CHARACTERS.length, true));
    assert.deepEqual([state.window?.from, state.pos, state.text.found?.from], [from, 2, place]);
  }
  const nowhere = findInText(state, 'Yorick');
  const wish = wantedText(nowhere) ?? assert.fail();
  const error = await pieces.of(null, /** @type {any} */ (wish), 8, 60, true).catch((reason) => reason.error);
  const told = textRefused(nowhere, wish, error);
  assert.deepEqual([told.text.refusal?.code, told.window, wantedText(told)], ['not_found', state.window, null]);
});

test('a person’s own text begins as the window’s, and leads back to where it stood', async () => {
  const state = await windowed();
  const own = writeOwn(state);
  assert.deepEqual([isWindowOpen(own), own.drafts, own.window], [false, state.drafts, null]);
  assert.match(toHash(own), /r=/);
  assert.deepEqual(wantedText(backToText(own)), { split: 'validation', from: 10 });
});
