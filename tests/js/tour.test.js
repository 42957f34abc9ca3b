/** The tour: every stop says true things, in both languages, of whatever records are on the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tour } from '../../static/js/i18n/tour.js';
import { focusOf } from '../../static/js/lessons/place.js';
import { told } from '../../static/js/lessons/told.js';
import { TOUR, numbersAt, sceneOf } from '../../static/js/lessons/tour.js';
import { numberAt } from '../../static/js/math/reading.js';
import { stageOfLesson } from '../../static/js/state/lesson-link.js';
import { FAMILY } from './family-cases.js';
import { CHAPTER, lessonState } from './lesson-state.js';

/** @typedef {import('../../static/js/types.js').State} State */

const CASES = /** @type {Record<string, State>} */ ({
  'the chapter': lessonState(CHAPTER),
  'the mask off': lessonState(CHAPTER, ['--mask', 'none']),
  'an empty record': lessonState(['']),
  'one token': lessonState(['a']),
  'bytes that nothing merges': lessonState(['钥匙是红的。', 'x']),
  'two blocks, four heads': lessonState(CHAPTER, ['--blocks', '2', '--heads', '4']),
  'one head': lessonState(CHAPTER, ['--heads', '1']),
  'a full context': lessonState(['?'.repeat(63)]),
  ...Object.fromEntries(FAMILY.map(({ name, options }) => [name, lessonState(['钥匙 red', 'key key'], options.slice(3))])),
  'a window of characters': streaming('characters'),
  'a record of IDs, whose end nobody knows': streaming('ids', true),
  'pieces of a library’s tokenizer': streaming('library'),
});

/** A real trace, as it is where a text is a piece of a stream. @param {'characters' | 'ids' | 'library'} tokenizer @param {boolean} [isOpen] what follows is not known @returns {State} */
function streaming(tokenizer, isOpen = false) {
  const state = lessonState(['key red'], FAMILY[1]?.options.slice(3));
  const traced = /** @type {any} */ (structuredClone(state.traced));
  const [record] = traced.trace.records;
  if (isOpen) [record.targets[record.valid_count - 1], record.losses[record.valid_count - 1]] = [-100, null];
  const model = /** @type {any} */ ({ ...state.model, config: { ...state.model?.config, tokenizer, data: 'stream' } });
  return { ...state, traced: { ...traced, drafts: state.drafts }, model, pos: record.valid_count - 1 };
}

/** @param {State} state @param {number} at */
const arrived = (state, at) => ({ ...state, ...sceneOf(state, at), mask: state.mask });

/** @param {State} state @param {number} at @param {'en' | 'zh'} lang */
function text(state, at, lang) {
  const all = told(state);
  assert.ok(all);
  return tour[lang].stops[TOUR[at]?.id ?? 'tokens'].text(all);
}

/** As it reads, a number or a piece being one word. @param {import('../../static/js/views/phrases.js').Phrase[]} phrases */
const plain = (phrases) => phrases.map((phrase) => (typeof phrase === 'string' ? phrase : '#')).join('');

/** @param {import('../../static/js/views/phrases.js').Phrase[]} phrases */
const liveIn = (phrases) => phrases.flatMap((phrase) => (typeof phrase !== 'string' && 'ref' in phrase ? [phrase] : []));

test('there are fourteen stops, in the order of the stages, where a link puts them', () => {
  assert.equal(TOUR.length, 14);
  assert.deepEqual(TOUR.map(({ stage }) => stage), TOUR.map(({ stage }) => stage).sort());
  TOUR.forEach(({ stage }, stop) => assert.equal(stageOfLesson({ kind: 'stop', stop }), stage));
  assert.equal(stageOfLesson({ kind: 'stop', stop: 14 }) || null, null);
});

test('the chapter’s records are followed at position 5 of record 0', () => {
  assert.deepEqual(focusOf(lessonState(CHAPTER)), { rec: 0, pos: 5 });
});

test('other records are followed where they part, else where the loss is largest, and never outside', () => {
  assert.deepEqual(focusOf(lessonState(['The key is red.', 'The box is red.'])), { rec: 0, pos: 2 });
  const alone = lessonState(['The key is red.']);
  const { losses } = /** @type {any} */ (alone.traced?.trace.records[0]);
  assert.equal(focusOf(alone).pos, losses.indexOf(Math.max(...losses.slice(1))));
  // that they part in their first token says nothing: nobody could have told from BOS
  assert.notEqual(focusOf(lessonState(['red key', 'x'])).pos, 0);
  assert.deepEqual(focusOf(lessonState([''])), { rec: 0, pos: 0 });
});

test('a token that the lab has swapped is followed from just before it', () => {
  const state = lessonState(CHAPTER);
  const drafts = state.drafts.map((record, i) => (i ? record : { ...record, replace: [{ position: 9, id: 65 }] }));
  assert.equal(focusOf({ ...state, drafts }).pos, 8);
});

for (const [name, state] of Object.entries(CASES)) {
  test(`every number of every stop is a real one: ${name}`, () => {
    TOUR.forEach(({ id }, at) => {
      const scene = arrived(state, at);
      const record = /** @type {any} */ (scene.traced?.trace.records[scene.rec]);
      const said = liveIn(text(scene, at, 'en'));
      assert.ok(said.length > 0, id);
      for (const { ref, value } of said) {
        const found = numberAt({ record, block: scene.block, meanLoss: scene.traced?.trace.loss ?? NaN, parameters: scene.parameters }, ref);
        assert.ok(Number.isFinite(value), `${id}: ${JSON.stringify(ref)}`);
        assert.equal(value, found);
      }
      const pointed = numbersAt(scene, at).map((ref) => JSON.stringify(ref));
      assert.deepEqual(said.map(({ ref }) => JSON.stringify(ref)).filter((ref) => !pointed.includes(ref)), [], `${id} speaks of what it does not point at`);
    });
  });

  test(`no stop says more than 60 words, and Chinese is as brief: ${name}`, () => {
    TOUR.forEach(({ id }, at) => {
      const scene = arrived(state, at);
      const english = plain(text(scene, at, 'en'));
      const chinese = plain(text(scene, at, 'zh'));
      const count = english.split(/\s+/).filter((word) => /[\p{L}\p{N}#]/u.test(word)).length;
      assert.ok(count <= 60, `${id}: ${count} words: ${english}`);
      assert.ok([...chinese].length <= 135, `${id}: ${[...chinese].length} characters: ${chinese}`);
      assert.match(chinese, /\p{Script=Han}/u);
      for (const said of [english, chinese]) assert.doesNotMatch(said, /NaN|undefined|null|-\d|\b1 \w+s face|  /, id);
    });
  });
}

test('both languages point at the same numbers', () => {
  for (const state of Object.values(CASES)) {
    TOUR.forEach((_, at) => {
      const scene = arrived(state, at);
      const sorted = (/** @type {'en' | 'zh'} */ lang) => liveIn(text(scene, at, lang)).map(({ ref }) => JSON.stringify(ref)).sort();
      assert.deepEqual(sorted('zh'), sorted('en'), TOUR[at]?.id);
    });
  }
});

test('a stop opens with its first number being read, at the stage where it stands', () => {
  const state = lessonState(CHAPTER);
  const at = TOUR.findIndex(({ id }) => id === 'weights');
  const scene = sceneOf(state, at);
  assert.deepEqual([scene.stage, scene.map, scene.mask, scene.pos, scene.key], [3, 'weights', 'causal', 5, 5]);
  assert.deepEqual(scene.number, { name: 'weights', block: 0, index: [0, 5, 5] });
  assert.equal(sceneOf(state, TOUR.findIndex(({ id }) => id === 'scores')).map, 'scores');
});

test('the words follow the mask, the selection and the records', () => {
  const mask = TOUR.findIndex(({ id }) => id === 'mask');
  const masked = lessonState(CHAPTER);
  const open = lessonState(CHAPTER, ['--mask', 'none']);
  assert.match(plain(text({ ...masked, pos: 5 }, mask, 'en')), /^Position 5 sees keys 0 to 5,.* 9 later keys have no weight/);
  assert.match(plain(text({ ...masked, pos: 0 }, mask, 'en')), /^Position 0 sees itself alone/);
  assert.match(plain(text({ ...masked, pos: 13 }, mask, 'en')), /1 later key has no weight/);
  assert.match(plain(text({ ...masked, pos: 14 }, mask, 'en')), /nothing is hidden from it/);
  assert.match(plain(text({ ...open, pos: 5 }, mask, 'en')), /^The mask is off: position 5 sees all 15 keys, 9 of them later/);
  assert.match(plain(text({ ...masked, rec: 1, pos: 16 }, 0, 'en')), /^Record 1 is 30 bytes of text. Merges leave 16 tokens/);
  assert.match(plain(text({ ...lessonState(['']), pos: 0 }, 1, 'en')), /So 1 input faces 1 target/);
});

test('the chapter’s own figures are what the stops say of position 5', () => {
  const state = lessonState(CHAPTER);
  const all = /** @type {import('../../static/js/lessons/told.js').Told} */ (told({ ...state, pos: 5, key: 5 }));
  // Tables 20.1, 20.4 and 20.5, and section 20.5 of the chapter
  assert.deepEqual([all.id.value, all.target.value, all.slots, all.padding, all.scored, all.vocabulary], [277, 270, 15, 49, 32, 291]);
  assert.ok(Math.abs(all.x.value - 0.046154914) < 1e-9);
  assert.ok(Math.abs(all.norm.value - 1.500366) < 1e-6);
  assert.ok(Math.abs(all.most.value - 0.167636063) < 1e-9 && Math.abs(all.least.value - 0.165780) < 1e-5);
  assert.ok(Math.abs(all.loss.value - 5.574375688) < 1e-9);
  assert.ok(Math.abs(all.meanLoss.value - 5.670998865509145) < 1e-12);
});

test('what is told is of the model in use', () => {
  const said = (/** @type {string} */ id, /** @type {string} */ name, /** @type {'en' | 'zh'} */ lang = 'en') => {
    const at = TOUR.findIndex((stop) => stop.id === id);
    return plain(text(arrived(/** @type {State} */ (CASES[name]), at), at, lang));
  };
  const [biased, tied] = FAMILY.map(({ name }) => name);
  assert.match(said('ffn', 'the chapter'), /ReLU sets \d+ of them to exactly 0\. .* leaves the block as #\.$/);
  assert.match(said('ffn', biased ?? ''), /GELU keeps .* leaves block 0 as #\. All 2 blocks/);
  assert.match(said('ffn', tied ?? '', 'zh'), /GELU（tanh 形式）.* 离开块 0。2 个块/);
  assert.match(said('projections', biased ?? ''), /each with a bias/);
  assert.doesNotMatch(said('projections', 'the chapter'), /bias/);
  assert.match(said('norm', 'the chapter'), /scale and offset/);
  assert.doesNotMatch(said('norm', tied ?? ''), /offset/);
  assert.match(said('logits', tied ?? ''), /its own row of the token table: \d+ logits/);
  assert.match(said('logits', 'the chapter'), /each candidate, plus its bias/);
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    for (const name of Object.keys(CASES).slice(-3)) TOUR.forEach(({ id }) => assert.doesNotMatch(said(id, name, lang), /BOS|EOS|[Mm]erge|合并/, `${id}: ${name}`));
    // One without a tokenizer has records of IDs.
    for (const name of ['a window of characters', 'pieces of a library’s tokenizer']) TOUR.forEach(({ id }) => assert.doesNotMatch(said(id, name, lang), /[Rr]ecord|记录/, `${id}: ${name}`));
    assert.match(said('tokens', 'a record of IDs, whose end nobody knows', lang), /This record is 4 IDs|这条记录是 4 个 ID/);
  }
  assert.match(said('shift', 'a window of characters'), /The last target is what follows in the text, #/);
  assert.match(said('shift', 'a record of IDs, whose end nobody knows'), /nobody said what follows, so it has none\. So 4 inputs face 3 targets/);
});

test('the sum of embeddings is that of the first block, whichever is open', () => {
  const state = { .../** @type {State} */ (CASES[FAMILY[0]?.name ?? '']), block: 1 };
  const all = told(state);
  const record = /** @type {any} */ (state.traced?.trace.records[0]);
  assert.equal(all?.sum.value, record.tensors.blocks[0].block_input[all?.position ?? -1][0]);
  assert.notEqual(all?.sum.value, all?.x.value);
});

test('a stop waits for the first block where another is open and that one folded', () => {
  const deep = structuredClone(/** @type {State} */ (CASES[FAMILY[0]?.name ?? '']));
  for (const record of deep.traced?.trace.records ?? []) {
    const { weights, block_output } = /** @type {any} */ (record.tensors.blocks[0]);
    record.tensors.blocks[0] = /** @type {any} */ ({ weights, block_output });
  }
  const scene = sceneOf({ ...deep, block: 1 }, 10);
  assert.deepEqual([scene.block, scene.blockWish], [undefined, 0]);
  assert.equal(told({ ...deep, block: 0 }), null);
});
