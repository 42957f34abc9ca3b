/** Lessons and presenting in a link; leaving a lesson and coming back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LESSONS, lessonIndex, lessonTransitions } from '../../static/js/lessons/transitions.js';
import { toHash } from '../../static/js/state/hash.js';
import { initialState } from '../../static/js/state/initial.js';
import { setMask } from '../../static/js/state/lab.js';
import { setMode } from '../../static/js/state/mode.js';
import { fromHash } from '../../static/js/state/url.js';
import { CHAPTER, lessonState } from './lesson-state.js';

const { goToLesson, stepLesson, stepStop, toggleLearn, leaveLesson, backFromLesson, fillIn, checkAnswer, showAnswer } = lessonTransitions;
const chapter = lessonState(CHAPTER);
const opened = (/** @type {string} */ hash) => ({ ...initialState(), ...fromHash(hash) });

test('a link of a lesson is brief, and comes back', () => {
  for (const hash of ['stop=1', 'stop=14', 'ex=A', 'ex=F', 'pos=3&stage=2&stop=9&present=1', 'present=1']) assert.equal(toHash(opened(hash)), hash);
  assert.deepEqual([opened('stop=12').stage, opened('ex=D').stage, opened('stage=2&stop=12').stage], [5, 6, 2]);
  // stage 3 is a plain page's; at a stop that stands elsewhere it has to be said
  assert.equal(toHash({ ...opened('stop=12'), stage: 3 }), 'stage=3&stop=12');
});

test('a link to a lesson that there is not opens none', () => {
  for (const hash of ['stop=0', 'stop=15', 'stop=-1', 'stop=', 'ex=', 'ex=G', 'ex=toString', 'present=yes']) assert.equal(toHash(opened(hash)), '', hash);
});

test('every lesson can be linked to', () => {
  assert.equal(LESSONS.length, 20);
  LESSONS.forEach((lesson, at) => assert.equal(lessonIndex(opened(toHash({ ...initialState(), lesson })).lesson), at));
});

test('steps end at either end; the tour’s own also before the exercises', () => {
  const first = goToLesson(chapter, 0);
  assert.equal(stepLesson(first, -1), first);
  const last = goToLesson(chapter, 19);
  assert.equal(stepLesson(last, 1), last);
  assert.equal(lessonIndex(stepLesson(goToLesson(chapter, 13), 1).lesson), 14);
  const end = goToLesson(chapter, 13);
  assert.equal(stepStop(end, 1), end);
  assert.equal(stepStop(goToLesson(chapter, 15), 1).lesson, goToLesson(chapter, 15).lesson);
});

test('leaving keeps the page; back brings back what a lesson may have changed', () => {
  const before = setMask({ ...chapter, rec: 1, pos: 9, key: 4, stage: /** @type {const} */ (2) }, 'none');
  const toured = stepLesson(stepLesson(toggleLearn(before), 1), 1);
  assert.deepEqual([toured.rec, toured.pos, toured.stage, toured.mask], [0, 5, 2, 'causal']);
  const left = leaveLesson(toured);
  assert.deepEqual([left.pos, left.mask, left.lesson], [5, 'causal', null]);
  const back = backFromLesson(toured);
  for (const name of /** @type {const} */ (['drafts', 'rec', 'pos', 'key', 'stage', 'mask', 'mode', 'number'])) assert.equal(back[name], before[name], name);
  assert.equal(lessonIndex(toggleLearn(back).lesson), 2);
  assert.equal(toggleLearn(toured).lesson, null);
});

test('a stop is seen once it was opened', () => {
  assert.deepEqual(stepLesson(goToLesson(chapter, 4), 1).learning.seen, [4, 5]);
  assert.deepEqual(goToLesson(stepLesson(goToLesson(chapter, 4), 1), 4).learning.seen, [4, 5]);
});

test('answers are kept as they are written, and checked only when asked', () => {
  const filled = fillIn(fillIn(chapter, 'A', 2, '15'), 'A', 0, '16');
  assert.deepEqual(filled.learning.answers.A, { given: ['16', '', '15'], checked: null, shown: false });
  const checked = fillIn(checkAnswer(filled, 'A'), 'A', 0, '17');
  assert.deepEqual(checked.learning.answers.A?.checked, ['16', '', '15']);
});

test('showing the leak takes the mask off and swaps the last token, once', () => {
  const shown = showAnswer(goToLesson(chapter, 19), 'F');
  assert.equal(shown.mask, 'none');
  assert.deepEqual(shown.drafts[0]?.replace.map(({ position }) => position), [14]);
  assert.equal(shown.learning.answers.F?.shown, true);
  const again = showAnswer(shown, 'F');
  assert.deepEqual(again.drafts, shown.drafts);
  assert.deepEqual(backFromLesson(shown).drafts, chapter.drafts);
});

test('a lesson opened in Generate is about the records, and back brings the prompt with its tokens', () => {
  const drawing = setMode(chapter, 'generate');
  const prompt = { ...drawing.drafts[0], continued: [97] };
  const inside = /** @type {import('../../static/js/types.js').State} */ ({ ...drawing, drafts: [prompt] });
  const toured = stepLesson(toggleLearn(inside), 1);
  assert.deepEqual([toured.mode, toured.aside, toured.drafts], ['explore', null, chapter.drafts]);
  const back = backFromLesson(toured);
  assert.deepEqual([back.mode, back.lesson, back.drafts[0]?.continued, back.aside?.drafts], ['generate', null, [97], chapter.drafts]);
  const gone = backFromLesson(setMode(toggleLearn(chapter), 'generate'));
  assert.deepEqual([gone.mode, gone.aside, gone.drafts], ['explore', null, chapter.drafts], 'also where Generate was opened beside the lesson');
});
