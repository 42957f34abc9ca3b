/** What lends a window of a text its residual rows: where it comes from, when it goes, and how a link says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpening } from '../../static/js/api/opening.js';
import { Refused } from '../../static/js/api/refused.js';
import { undoAllApart, undoApart, undoExchange } from '../../static/js/state/apart.js';
import { openApart } from '../../static/js/state/apart-link.js';
import { firstRecords } from '../../static/js/state/first-records.js';
import { toHash } from '../../static/js/state/hash.js';
import { initialState } from '../../static/js/state/initial.js';
import { lender } from '../../static/js/state/lenders.js';
import { lendFromPlace, lendFromText } from '../../static/js/state/lending.js';
import { setMode } from '../../static/js/state/mode.js';
import { drafted, moveWindow, textArrived, wantedText, windowOf, wishedFrom } from '../../static/js/state/text-window.js';
import { wanted } from '../../static/js/state/wanted.js';
import { sourceName } from '../../static/js/views/apart-words.js';
import { leftOutText } from '../../static/js/views/left-out.js';
import { textsInMean } from '../../static/js/state/shown.js';
import { tracedState } from './traces.js';

/** @typedef {import('../../static/js/types.js').State} State */

const CONFIG = { context_length: 8, tokenizer: 'characters', blocks: 2, heads: 2, data: 'stream' };
const MODEL = /** @type {any} */ ({ name: 'shakespeare', config: CONFIG, identities: { text: 'its text' } });
const TO = { block: 0, position: 3 };

/** @param {number} from */
const piece = (from) => ({ split: /** @type {const} */ ('validation'), from, total: 40, text: `text${from}`, ids: [], next: 7 });
const at = (/** @type {number} */ from) => ({ split: /** @type {const} */ ('validation'), from });

/** Take apart over a window of the text. */
function windowed() {
  const drafts = [drafted(piece(0), 0)];
  return { ...setMode({ ...tracedState(), model: MODEL, modelName: 'shakespeare', drafts, baseline: drafts, window: windowOf(piece(0)) }, 'break'), lever: /** @type {const} */ ('apart') };
}

/** The place that is asked for has come. @param {State} state */
function arrived(state) {
  const wish = /** @type {any} */ (wantedText(state));
  return textArrived(state, wish, piece(wish.from));
}

/** @param {State} state */
const texts = ({ drafts }) => drafts.map(({ text }) => text);

test('another place is fetched, computed beside the window, and in the link', () => {
  const asked = lendFromPlace(windowed(), TO, at(8));
  assert.deepEqual([asked.swap, wishedFrom(asked)], [[], 0], 'the window itself stays');
  const state = arrived(asked);
  assert.deepEqual([texts(state), state.swap, state.window?.from], [['text0', 'text8'], [{ record: 0, ...TO, from: 1 }], 0]);
  assert.deepEqual([wanted(state)?.drafts, state.drafts[1]?.next, state.baseline.length], [state.drafts, 7, 2]);
  assert.match(toHash(state), /lend=validation:8(&|$)/);
  assert.match(toHash(state), /swap=0:3:r1/);
  assert.equal(sourceName(state, 1), 'from the window at 8 of the validation characters');
  const again = lendFromPlace(state, { ...TO, position: 5 }, at(8));
  assert.deepEqual([again.drafts.length, again.swap.length, wantedText(again)], [2, 2, null], 'what is here is not fetched twice');
});

test('a text that lends counts in the mean; records do not count as texts', () => {
  const drafts = [drafted(piece(0), 0), drafted(piece(8), 1)];
  const traced = /** @type {any} */ ({ drafts });
  const { window } = windowed();
  assert.equal(textsInMean({ window, aside: null, traced }), 2);
  assert.equal(textsInMean({ window, aside: null, traced: /** @type {any} */ ({ drafts: drafts.slice(0, 1) }) }), 0);
  assert.equal(textsInMean({ window: null, aside: null, traced }), 0);
});

test('words of a person’s own lend a row too', () => {
  const state = lendFromText(windowed(), TO, 'to be & not');
  assert.deepEqual([texts(state), state.swap[0]?.from], [['text0', 'to be & not'], 1]);
  assert.equal(new URLSearchParams(toHash(state)).get('lend'), 'text:to be & not');
});

test('what lends nothing any more goes, and the others keep what is theirs', () => {
  const first = arrived(lendFromPlace(windowed(), TO, at(8)));
  const both = arrived(lendFromPlace(first, { ...TO, position: 5 }, at(16)));
  assert.deepEqual(both.swap.map(({ from }) => from), [1, 2]);
  const one = undoExchange(both, /** @type {any} */ (both.swap[0]));
  assert.deepEqual([texts(one), one.swap], [['text0', 'text16'], [{ record: 0, block: 0, position: 5, from: 1 }]]);
  assert.deepEqual(texts(undoApart(both)), ['text0', 'text8']);
  const none = undoAllApart(both);
  assert.deepEqual([texts(none), none.baseline.length, toHash(none).includes('lend')], [['text0'], 1, false]);
  const other = arrived(lendFromPlace(first, TO, at(24)));
  assert.deepEqual([texts(other), other.swap.length], [['text0', 'text24'], 1], 'one place has one residual');
});

test('a window that moves on keeps what it is lent', () => {
  const state = arrived(moveWindow(arrived(lendFromPlace(windowed(), TO, at(24))), 1));
  assert.deepEqual([texts(state), state.swap.length, state.window?.from], [['text8', 'text24'], 1, 8]);
});

test('a link brings back what lends, up to the first place that is not here', async () => {
  /** @param {string} link */
  async function opened(link) {
    /** @type {import('../../static/js/types/models.js').OpenedModel | undefined} */
    let found;
    const ports = {
      state: () => ({ ...initialState(), opening: 'shakespeare', openingLink: link }),
      act: { modelOpened: (/** @type {any} */ model) => (found = model) },
      getModel: async () => MODEL,
      getVocabulary: async () => ({ entries: [] }),
      getCorpus: () => Promise.reject(new Refused({ code: 'corpus_missing', message: '', record: null, details: {} })),
      getPiece: async (/** @type {unknown} */ _, /** @type {any} */ place) => piece(place.from),
      getExactPiece: async (/** @type {unknown} */ _, /** @type {any} */ place) => {
        if (place.split === 'train') throw new Refused({ code: 'text_missing', message: '', record: null, details: {} });
        return piece(place.from);
      },
      firstRecords, lender, drafted, windowOf,
      firstRequest: () => ({}),
      postTrace: async () => null,
      now: () => 0,
    };
    createOpening(/** @type {any} */ (ports)).ask();
    while (!found) await new Promise((resolve) => setImmediate(resolve));
    return found;
  }
  const link = '#model=shakespeare&mode=break&at=validation:4&swap=0:3:r1,1:5:r2&lend=validation:8&lend=text:to+be';
  const { drafts, window } = await opened(link);
  assert.deepEqual(drafts.map(({ text, at: place }) => [text, place]), [['text4', undefined], ['text8', at(8)], ['to be', undefined]]);
  const state = openApart({ ...windowed(), drafts, baseline: drafts, window }, link);
  assert.deepEqual(state.swap.map(({ from }) => from), [1, 2]);
  assert.deepEqual(new URLSearchParams(toHash(state)).getAll('lend'), ['validation:8', 'text:to be']);
  const lacking = await opened(link.replace('lend=validation:8', 'lend=train:8'));
  assert.deepEqual(lacking.drafts.map(({ text }) => text), ['text4']);
  const without = openApart({ ...windowed(), drafts: lacking.drafts, baseline: lacking.drafts, window }, link);
  assert.deepEqual([without.swap, without.lever], [[], 'apart']);
  assert.match(leftOutText(without), /does not bring the text .* with lend=: 0:3:r1, 1:5:r2\.$/);
});
