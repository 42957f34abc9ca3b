/** What stages 5 and 6 and the lab work out before anything is drawn: places of bars, findings of a search, the lab's sentence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columns, layBars } from '../../static/js/draw/bars.js';
import { lab } from '../../static/js/i18n/lab.js';
import { output } from '../../static/js/i18n/output.js';
import { initialState } from '../../static/js/state/initial.js';
import { changeFuture, changeNeighbour, changePadding, changeToken } from '../../static/js/state/lab.js';
import { findCandidates } from '../../static/js/views/candidate-search.js';
import { finding } from '../../static/js/views/lab-finding.js';
import { scoresOf } from '../../static/js/views/position-scores.js';

/** MG-1's kinds: 256 bytes, 3 specials, then a few merges. */
const VOCABULARY = [
  ...Array.from({ length: 256 }, (_, id) => entry(id, 'byte', id.toString(16).padStart(2, '0'))),
  ...['BOS', 'EOS', 'PAD'].map((name, i) => entry(256 + i, 'special', '', name)),
  entry(259, 'merge', '3a20'), // ": "
  entry(260, 'merge', '726564'), // "red"
  entry(261, 'merge', 'e7baa2'), // three bytes of one character
  entry(262, 'merge', '5265642e'), // "Red."
];

/** @param {number} id @param {'byte' | 'special' | 'merge'} kind @param {string} hex @param {string} [name] */
function entry(id, kind, hex, name = '') {
  return { id, kind, hex, name, rank: null, left: null, right: null };
}

const find = (/** @type {string} */ query) => findCandidates(VOCABULARY, query);

test('the record of a model of one text is called a text', () => {
  const of = (/** @type {'en' | 'zh'} */ lang) => [[0, false], [0, true], [1, true]].map(([index, isText]) => output[lang].record(Number(index), Boolean(isText)));
  assert.deepEqual(of('en'), ['record 0', 'text', 'text 1']);
  assert.deepEqual(of('zh'), ['记录 0', '文本', '文本 1']);
});

test('an ID finds the token with that ID first', () => {
  assert.equal(find('260')[0], 260);
  assert.equal(find('65')[0], 65); // and the byte 0x65 after it
  assert.ok(find('65').includes(0x65));
});

test('text finds the token that is it, then those that hold it, in any case', () => {
  assert.deepEqual(find('red'), [260, 262]);
  assert.equal(find(' ')[0], 0x20);
  assert.ok(find(' ').includes(259));
  assert.deepEqual(find('红'), [261]);
  assert.deepEqual(find('bos'), [256]);
});

test('hex finds whole bytes, with or without 0x', () => {
  assert.deepEqual(find('e7'), [0xe7, 261]);
  assert.deepEqual(find('0xe7'), [0xe7, 261]);
  assert.deepEqual(find('0XBAA2'), [261]);
  assert.ok(!find('0x7b').includes(261), 'half of e7 and half of ba is not a byte');
});

test('0x65 is the byte, never the ID', () => {
  assert.deepEqual(find('0x65').slice(0, 1), [0x65]);
  assert.ok(!find('0x65').includes(65));
});

test('what is not there finds nothing; an empty query neither', () => {
  assert.deepEqual(find('zebra'), []);
  assert.deepEqual(find('99999'), []);
  assert.deepEqual(find(''), []);
});

test('bars: gaps where kinds change, and a pointer finds the bar it is on', () => {
  const layout = layBars(100, 8, [4, 6]);
  assert.equal(layout.step, (100 - 2 * 12) / 8);
  assert.equal(layout.left(3), 3 * layout.step);
  assert.equal(layout.left(4), 4 * layout.step + 12);
  assert.equal(layout.left(7) + layout.step, 100);
  for (let place = 0; place < 8; place += 1) assert.equal(layout.at(layout.left(place) + layout.step / 2), place);
  assert.equal(layout.at(layout.left(4) - 1), 3); // in the gap: the bar before it
  assert.equal(layout.at(-5), 0);
  assert.equal(layout.at(500), 7);
});

test('more candidates than pixels: every pixel keeps its smallest and its largest', () => {
  const values = Array.from({ length: 50_000 }, () => 0.5);
  values[31_007] = 9;
  values[31_008] = -7;
  const { low, high, left } = columns(values, layBars(500, values.length, []), 2);
  assert.ok(left.length <= 1001);
  assert.equal(Math.max(...high), 9);
  assert.equal(Math.min(...low), -7);
  assert.equal(high.filter((value) => value !== 0.5).length, 1);
});

test('with room enough, every candidate has a bar of its own', () => {
  const { low, high } = columns([3, -1, 2], layBars(30, 3, []), 1);
  assert.deepEqual(low, [3, -1, 2]);
  assert.deepEqual(high, [3, -1, 2]);
});

test('places of candidates and their order are one another', () => {
  const scores = scoresOf([0.5, 2, -1, 2]);
  assert.deepEqual(scores.descending, [1, 3, 0, 2]);
  assert.deepEqual([0, 1, 2, 3].map((id) => scores.place(id)), [2, 0, 3, 1]);
});

test('both languages have the same words', () => {
  for (const area of [output, lab]) {
    assert.deepEqual(Object.keys(area.zh).sort(), Object.keys(area.en).sort());
    for (const [key, value] of Object.entries(area.en)) assert.equal(typeof Reflect.get(area.zh, key), typeof value, key);
  }
});

// The lab: two records of three positions with four slots and three candidates.
const ROWS = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];

/** @param {{ids?: number[], logits?: number[][], other?: number[], paddingId?: number | null, mask?: 'causal' | 'none'}} [run] */
function traced({ ids = [256, 65, 66], logits = ROWS, other = [256, 67, 68], paddingId = null, mask = 'causal' } = {}) {
  const { drafts } = initialState();
  /** @param {number[]} own @param {number[][]} rows */
  const record = (own, rows) => ({
    text: '', ids: own, targets: own, valid: own.map(() => true), valid_count: own.length, losses: own.map(() => 1),
    tensors: { token_embedding: [], position_embedding: [], blocks: [], final_norm: [], logits: rows },
  });
  return {
    mask,
    milliseconds: 0,
    drafts: drafts.map((draft, i) => (i === 0 ? { ...draft, paddingId } : draft)),
    trace: { model: 'mg-1', mask, slots: 4, loss: 1, scored_events: 6, records: [record(ids, logits), record(other, ROWS)] },
  };
}

/** @param {Parameters<typeof traced>[0]} run @param {Partial<import('../../static/js/types.js').State>} [more] */
function said(run, more = {}) {
  const { lead, text } = finding({ ...initialState(), pos: 1, vocabulary: VOCABULARY, traced: traced(run), baselineTraced: traced({ mask: run?.mask }), ...more });
  return `${lead}|${text}`;
}

test('nothing changed: what may be done', () => {
  assert.equal(said({}), `|${lab.en.idle(1, 'A')}`);
});

test('a future token changed and nothing before it moved', () => {
  const logits = [...ROWS.slice(0, 2), [7, 8.25, 9]];
  assert.equal(
    said({ ids: [256, 65, 67], logits }),
    '|Position 2 changed, B → C. Before it, all 6 logits are identical, bit for bit; from it on they move, by up to 0.25.',
  );
});

test('the future leaks by the smallest difference there is', () => {
  const logits = [[1, 2, 3 + 2 ** -51], ROWS[1] ?? [], [7, 8, 10]];
  assert.equal(
    said({ ids: [256, 65, 67], logits, mask: 'none' }),
    'The future leaks.|Position 2 changed, B → C. Yet 1 of the 2 positions before it moved, by up to 4.4e−16.',
  );
});

test('the first position changed: nothing comes before it', () => {
  const logits = ROWS.map((row) => row.map((value) => value + 1));
  assert.equal(said({ ids: [65, 65, 66], logits }), '|Position 0 changed, BOS → A. Nothing comes before it; from it on they move, by up to 1.00.');
});

test('padding or the other record changed: nothing moved, or a leak that is called by its source', () => {
  assert.equal(said({ paddingId: 65 }), '|The padding holds A. Nothing moved in record 0: all 9 logits are identical, bit for bit.');
  assert.equal(said({ other: [256, 67, 65] }), '|Record 1 changed. Nothing moved in record 0: all 9 logits are identical, bit for bit.');
  const logits = [[1, 2, 3.5], ...ROWS.slice(1)];
  assert.match(said({ paddingId: 65, logits }), /^The padding leaks\.\|The padding holds A\. Yet 1 of 3 positions moved, by up to 0\.50\.$/);
  assert.match(said({ other: [256, 67, 65], logits }), /^The other record leaks\.\|/);
  assert.match(said({ paddingId: 65, other: [256, 67, 65], logits }), /^Something leaks\.\|The padding holds A\. Record 1 changed\. /);
});

test('several positions changed, and some of the later ones stayed', () => {
  const logits = [ROWS[0] ?? [], [4, 5, 8], ROWS[2] ?? []];
  assert.equal(
    said({ ids: [256, 67, 67], logits }),
    '|2 positions changed, the first is 1. Before it, all 3 logits are identical, bit for bit; from it on 1 of 2 positions moves, by up to 2.00.',
  );
});

test('text typed on: what was there stays, the new position is not called moved', () => {
  const said4 = said({ ids: [256, 65, 66, 67], logits: [...ROWS, [0, 0, 0]] });
  assert.equal(said4, '|Position 3 changed. Before it, all 9 logits are identical, bit for bit.');
});

test('a run that does not repeat itself is never passed over', () => {
  assert.match(said({ logits: [[1, 2, 4], ...ROWS.slice(1)] }), /^Not repeatable\.\|No input changed\. /);
});

test('without a baseline under this mask nothing is claimed', () => {
  assert.equal(said({ mask: 'none' }, { baselineTraced: traced({}) }), `|${lab.en.waiting}`);
});

test('records that have no trace: the strip says that it shows the last ones', () => {
  assert.equal(said({}, { refusal: { code: 'record_too_long', message: '', record: 0, details: {} } }), `|${lab.en.refused}`);
});

/** @param {Partial<import('../../static/js/types.js').State>} [more] */
const labState = (more) => /** @type {import('../../static/js/types.js').State} */ ({
  ...initialState(), traced: traced(), model: /** @type {any} */ ({ config: { vocabulary_size: 263 } }), ...more,
});

test('what the lab changes, it changes back', () => {
  for (const change of [changeFuture, changePadding, changeNeighbour, (/** @type {any} */ state) => changeToken(state, 2)]) {
    const before = labState({ pos: 1 });
    const after = change(before);
    assert.notDeepEqual(after.drafts, before.drafts);
    assert.deepEqual(change(after).drafts, before.drafts);
  }
});

test('the token swapped in is what the other record has there; behind the last token the padding changes', () => {
  assert.deepEqual(changeFuture(labState({ pos: 1 })).drafts[0]?.replace, [{ position: 2, id: 68 }]);
  assert.equal(changeFuture(labState({ pos: 2 })).drafts[0]?.paddingId, 262);
  assert.deepEqual(changeNeighbour(labState({ pos: 2 })).drafts[1]?.replace, [{ position: 2, id: 66 }]);
});

test('a record alone has no neighbour to change', () => {
  const alone = labState({ drafts: initialState().drafts.slice(0, 1) });
  assert.equal(changeNeighbour(alone), alone);
});
