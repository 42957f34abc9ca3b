/** The exercises: answers come from the page's records and model, and reasons fit the wrong ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../../static/js/i18n/all.js';
import { exercises } from '../../static/js/i18n/exercises.js';
import { EXERCISES, judge } from '../../static/js/lessons/exercises.js';
import { stageOfLesson } from '../../static/js/state/lesson-link.js';
import { CHAPTER, lessonState } from './lesson-state.js';

/** @typedef {import('../../static/js/types.js').State} State */
/** @typedef {import('../../static/js/lessons/exercises.js').Task} Task */

const chapter = lessonState(CHAPTER);

/** @param {State} state @param {string} id @returns {Task} */
function taskOf(state, id) {
  const task = EXERCISES.find((one) => one.id === id)?.task(state);
  assert.ok(task, id);
  return task;
}

/** @param {State} state @param {string} id */
const answers = (state, id) => taskOf(state, id).fields.map(({ answer }) => answer);

/** @param {State} state @param {string} id @param {string[]} given */
function reason(state, id, given) {
  const verdict = judge(taskOf(state, id), given);
  return verdict.status === 'right' ? 'right' : verdict.reason;
}

test('the chapter’s six, where a link puts them', () => {
  assert.deepEqual(EXERCISES.map(({ id }) => id), ['A', 'B', 'C', 'D', 'E', 'F']);
  for (const { id, stage } of EXERCISES) assert.equal(stageOfLesson({ kind: 'exercise', id }), stage);
});

test('the chapter’s answers, section 20.9', () => {
  assert.deepEqual(answers(chapter, 'A'), [15, 49, 15]);
  assert.deepEqual(answers(chapter, 'B'), [261, 14]); // behind "red" comes "."; table 20.1
  assert.deepEqual(answers(chapter, 'C'), [6, 291]);
  assert.ok(Math.abs((answers(chapter, 'D')[0] ?? 0) - (5.670998865509145 * 32) / 128) < 1e-12);
  assert.deepEqual(answers(chapter, 'E'), [33]);
  assert.deepEqual(taskOf(chapter, 'F').fields.filter(({ answer }) => answer).map(({ id }) => id), ['prefix', 'visible', 'norm']);
});

test('other records change the answers', () => {
  const blue = { ...chapter, rec: 1, pos: 7 };
  assert.deepEqual(answers(blue, 'A'), [17, 47, 17]);
  assert.deepEqual(answers(blue, 'C'), [8, 291]);
  const empty = lessonState(['']);
  assert.deepEqual(answers({ ...empty, pos: 0 }, 'A'), [1, 63, 1]);
  assert.deepEqual(answers({ ...empty, pos: 0 }, 'B'), [0]);
  const full = lessonState(['?'.repeat(63)]);
  assert.deepEqual(answers(full, 'A'), [64, 0, 64]);
  assert.ok(Math.abs((answers(full, 'D')[0] ?? 0) - (full.traced?.trace.loss ?? 0)) < 1e-12);
});

test('the last position is asked about the target before it', () => {
  assert.equal(taskOf({ ...chapter, pos: 14 }, 'B').facts.position, 13);
  assert.deepEqual(answers({ ...chapter, pos: 14 }, 'B'), [257, 14]);
});

test('a tied head costs a row alone, and whoever counts a column too is told why not', () => {
  const tied = lessonState(CHAPTER, ['--config', '{"tied_head": true, "head_bias": false}']);
  assert.deepEqual(answers(tied, 'E'), [16]);
  assert.equal(reason(tied, 'E', ['32']), 'twice');
  const { facts } = taskOf(tied, 'E');
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    assert.doesNotMatch(JSON.stringify(exercises[lang].E?.sum(facts)), /column|一列/);
    assert.ok(exercises[lang].E?.reasons.cost?.twice);
  }
  assert.equal(reason(lessonState(CHAPTER, ['--config', '{"tied_head": true}']), 'E', ['16']), 'onlyRow');
});

test('what a model cannot be asked is said, and all can be asked of MG-1', () => {
  const lackingOf = (/** @type {State} */ state) => EXERCISES.map(({ id, lacking }) => `${id}${lacking?.(state) ?? ''}`).join(' ');
  assert.equal(lackingOf(chapter), 'A B C D E F');
  const of = (/** @type {object} */ config, total = 13_875) => /** @type {State} */ ({ ...chapter, model: /** @type {any} */ ({ ...chapter.model, config: { ...chapter.model?.config, ...config }, parameters: { components: [], total } }) });
  assert.equal(lackingOf(of({ data: 'stream' })), 'Aframe Bframe C Dframe E F');
  assert.equal(lackingOf(of({}, 10_770_816)), 'A B C D E Fsize');
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    for (const why of Object.values(words(lang).lesson.lacking)) assert.match(why('letters'), /letters/);
  }
});

test('two softmaxes of characters: nothing is said of bytes and specials', () => {
  const characters = /** @type {any} */ ({ ...chapter.model, config: { ...chapter.model?.config, tokenizer: 'characters', data: 'stream' } });
  assert.equal(reason({ ...chapter, model: characters }, 'C', ['6', '256']), 'low');
  assert.equal(reason(chapter, 'C', ['6', '256']), 'bytes');
});

test('without the mask attention runs over all keys', () => {
  const open = lessonState(CHAPTER, ['--mask', 'none']);
  assert.deepEqual(answers({ ...open, pos: 5 }, 'C'), [15, 291]);
  assert.equal(reason({ ...open, pos: 5 }, 'C', ['6', '291']), 'masked');
});

test('what an entry costs is counted in the model’s own parameters', () => {
  const at = (/** @type {[string, number[]][]} */ shapes, /** @type {object} */ config) => {
    const parameters = shapes.map(([name, shape]) => ({ name, shape, values: [] }));
    const model = /** @type {any} */ ({ ...chapter.model, config: { ...chapter.model?.config, ...config } });
    return answers({ ...chapter, parameters, model }, 'E');
  };
  const wide = { width: 24, vocabulary_size: 300 };
  assert.deepEqual(at([['token_embedding', [300, 24]], ['lm_head', [24, 300]], ['lm_bias', [300]]], wide), [49]);
  assert.deepEqual(at([['token_embedding', [300, 24]], ['lm_head', [24, 300]]], wide), [48]); // no bias
  assert.deepEqual(at([['token_embedding', [300, 24]]], wide), [24]); // tied
});

test('whatever the model, the same three pieces of evidence tell a leak', () => {
  for (const options of [['--blocks', '2', '--heads', '4'], ['--heads', '1']]) {
    const { fields, facts } = taskOf(lessonState(CHAPTER, options), 'F');
    assert.deepEqual(fields.map(({ answer }) => answer), [1, 0, 1, 0, 1, 0]);
    assert.equal(facts.pairs, (15 * 14) / 2);
  }
});

test('an exercise says nothing where the page lacks what it needs', () => {
  const task = (/** @type {string} */ id, /** @type {State} */ state) => EXERCISES.find((one) => one.id === id)?.task(state);
  for (const { id } of EXERCISES) assert.equal(task(id, { ...chapter, traced: null }), null, id);
  assert.equal(task('E', { ...chapter, parameters: null }), null);
  assert.equal(task('F', { ...chapter, parameters: null }), null);
  assert.equal(task('F', lessonState([''])), null); // no earlier position
});

test('each wrong answer has its own reason', () => {
  const cases = /** @type {[string, string[], string][]} */ ([
    ['A', ['16', '49', '15'], 'withEos'],
    ['A', ['14', '49', '15'], 'noBos'],
    ['A', ['28', '49', '15'], 'bytes'],
    ['A', ['64', '49', '15'], 'context'],
    ['A', ['15', '50', '15'], 'noBos'],
    ['A', ['15', '48', '15'], 'withEos'],
    ['A', ['15', '15', '15'], 'minus'],
    ['A', ['15', '49', '14'], 'noEos'],
    ['A', ['15', '49', '16'], 'withBos'],
    ['A', ['15', '49', '32'], 'batch'],
    ['A', ['15', '49', '49'], 'padding'],
    ['A', ['3', '49', '15'], 'low'],
    ['A', ['40', '49', '15'], 'high'],
    ['B', ['270', '14'], 'once'],
    ['B', ['277', '14'], 'own'],
    ['B', ['32', '14'], 'before'],
    ['B', ['261', '15'], 'same'],
    ['B', ['261', '13'], 'fewer'],
    ['C', ['64', '291'], 'context'],
    ['C', ['15', '291'], 'future'],
    ['C', ['12', '291'], 'heads'],
    ['C', ['5', '291'], 'fromZero'],
    ['C', ['8', '291'], 'width'],
    ['C', ['291', '6'], 'swapped'],
    ['C', ['6', '6'], 'swapped'],
    ['C', ['6', '288'], 'specials'],
    ['C', ['6', '256'], 'bytes'],
    ['C', ['6', '16'], 'width'],
    ['D', ['5.6710'], 'right'],
    ['D', ['2.8355'], 'oneRecord'],
    ['E', ['32'], 'noBias'],
    ['E', ['16'], 'rowOnly'],
    ['E', ['17'], 'noRow'],
    ['E', ['1'], 'one'],
    ['E', ['49'], 'position'],
    ['E', ['13908'], 'total'],
    ['F', ['', '', '1', '', '1', ''], 'prefixMissed'],
    ['F', ['1', '1', '1', '', '1', ''], 'shapesChosen'],
    ['F', ['1', '', '', '', '1', ''], 'visibleMissed'],
    ['F', ['1', '', '1', '1', '1', ''], 'parametersChosen'],
    ['F', ['1', '', '1', '', '', ''], 'normMissed'],
    ['F', ['1', '', '1', '', '1', '1'], 'rowsChosen'],
  ]);
  for (const [id, given, wanted] of cases) {
    const verdict = judge(taskOf(chapter, id), given);
    assert.notEqual(verdict.status, 'right', `${id} ${given}`);
    assert.equal(/** @type {any} */ (verdict).reason, wanted, `${id} ${given}`);
  }
});

test('a mean over one record’s slots is told from one that is divided twice, where both are not the same', () => {
  const three = lessonState([...CHAPTER, 'The box is green.']);
  const { facts } = taskOf(three, 'D');
  const of = (/** @type {number} */ value) => reason(three, 'D', [value.toFixed(4)]);
  assert.equal(of((facts.sum ?? 0) / 64), 'oneRecord');
  assert.equal(of((facts.mean ?? 0) / 3), 'meanAgain');
  assert.equal(of((facts.sum ?? 0) / ((facts.scored ?? 0) - 3)), 'noEos');
  assert.equal(of((facts.sum ?? 0) / 192), 'right');
});

test('the right answers are right however they are written', () => {
  const right = (/** @type {string} */ id, /** @type {string[]} */ given) => assert.equal(judge(taskOf(chapter, id), given).status, 'right', `${id} ${given}`);
  right('A', ['15', ' 49 ', '15']);
  right('B', ['261', '14']);
  right('C', ['6', '291']);
  for (const text of ['1.4177', '1.41775', '1,4177', '1.4178', '14177e-4']) right('D', [text]);
  right('E', ['33']);
  right('F', ['1', '', '1', '', '1', '']);
});

test('what is no number is asked for again', () => {
  for (const text of ['', 'x', '1.5', '--1', '∞']) assert.equal(judge(taskOf(chapter, 'E'), [text]).status, 'unread', text);
  for (const text of ['', 'a', '1.2.3', 'e5']) assert.equal(judge(taskOf(chapter, 'D'), [text]).status, 'unread', text);
  assert.equal(reason(chapter, 'E', ['13,908']), 'total');
});

test('every question, reason and sum is there in both languages, and whole', () => {
  const states = [chapter, { ...chapter, rec: 1, pos: 0 }, lessonState(['']), lessonState(['a']), lessonState(CHAPTER, ['--mask', 'none'])];
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    for (const state of states) {
      for (const { id, task: solve } of EXERCISES) {
        const text = exercises[lang][id];
        assert.ok(text?.title, `${lang} ${id}`);
        const task = solve(state);
        if (!task) continue;
        const said = [text.question(task.facts), text.sum(task.facts)];
        for (const { id: field, kind, answer, mistakes } of task.fields) {
          assert.ok(text.fields[field], `${lang} ${id} ${field}`);
          for (const [mistake, value] of mistakes) {
            if (kind === 'choice' && value === answer) continue;
            const say = text.reasons[field]?.[mistake];
            assert.ok(say, `${lang} ${id} ${field} ${mistake}`);
            said.push(say(task.facts, String(value)));
          }
        }
        for (const phrases of said) assert.doesNotMatch(JSON.stringify(phrases), /NaN|undefined|null|\[object/, `${lang} ${id}`);
        assert.ok(JSON.stringify(said[0]).split(' ').length <= 60);
      }
    }
  }
});
