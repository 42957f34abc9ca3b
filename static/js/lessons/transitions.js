/** What a person does with the lessons. Pure, like state/transitions.js; comes later, for no first picture needs it. */
import { backFromLesson, leaveLesson, openLesson } from '../state/lesson.js';
import { EXERCISES } from './exercises.js';
import { TOUR, sceneOf } from './tour.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Lesson} Lesson */
/** @typedef {import('../types.js').Answer} Answer */

/** All lessons in order: the tour's stops, then the exercises. @type {readonly Lesson[]} */
export const LESSONS = [
  ...TOUR.map((_, stop) => ({ kind: /** @type {const} */ ('stop'), stop })),
  ...EXERCISES.map(({ id }) => ({ kind: /** @type {const} */ ('exercise'), id })),
];

const UNANSWERED = /** @type {Answer} */ ({ given: [], checked: null, shown: false });

/** @param {State} state @param {Lesson} lesson @returns {State} */
function open(state, lesson) {
  if (lesson.kind === 'stop') {
    const opened = openLesson(state, lesson, sceneOf(state, lesson.stop));
    const seen = [...new Set([...state.learning.seen, lesson.stop])];
    return { ...opened, learning: { ...opened.learning, seen } };
  }
  const exercise = EXERCISES.find(({ id }) => id === lesson.id);
  return exercise ? openLesson(state, lesson, { stage: exercise.stage, panel: false, trail: [] }) : state;
}

/** @param {Lesson | null} lesson @returns {number} place in LESSONS, −1 for none of them */
export function lessonIndex(lesson) {
  return LESSONS.findIndex((one) => !!lesson && (one.kind === 'stop' ? lesson.kind === 'stop' && lesson.stop === one.stop : lesson.kind === 'exercise' && lesson.id === one.id));
}

/** @param {State} state @param {number} at place in LESSONS @returns {State} */
function goToLesson(state, at) {
  const lesson = LESSONS[at];
  return lesson ? open(state, lesson) : state;
}

/** To the next or the last lesson; at either end nothing happens. @param {State} state @param {number} by @returns {State} */
function stepLesson(state, by) {
  return state.lesson ? goToLesson(state, lessonIndex(state.lesson) + by) : state;
}

/** The same among the tour's stops alone. @param {State} state @param {number} by @returns {State} */
function stepStop(state, by) {
  const to = state.lesson?.kind === 'stop' ? state.lesson.stop + by : -1;
  return TOUR[to] ? goToLesson(state, to) : state;
}

/** Open where it was left, or at the first stop; if it is open, leave it. @param {State} state @returns {State} */
function toggleLearn(state) {
  if (state.lesson) return leaveLesson(state);
  return goToLesson(state, Math.max(0, lessonIndex(state.learning.last)));
}

/** What is written into one field of an exercise. @param {State} state @param {string} id @param {number} field @param {string} text @returns {State} */
function fillIn(state, id, field, text) {
  const answer = state.learning.answers[id] ?? UNANSWERED;
  const given = Array.from({ length: Math.max(answer.given.length, field + 1) }, (_, i) => (i === field ? text : (answer.given[i] ?? '')));
  return withAnswer(state, id, { ...answer, given });
}

/** @param {State} state @param {string} id @returns {State} */
function checkAnswer(state, id) {
  const answer = state.learning.answers[id] ?? UNANSWERED;
  return withAnswer(state, id, { ...answer, checked: answer.given });
}

/** Set the page so that the answer can be seen, and tell it. @param {State} state @param {string} id @returns {State} */
function showAnswer(state, id) {
  const exercise = EXERCISES.find((one) => one.id === id);
  if (!exercise) return state;
  const answer = state.learning.answers[id] ?? UNANSWERED;
  return withAnswer(openLesson(state, { kind: 'exercise', id }, { panel: false, ...exercise.scene(state) }), id, { ...answer, shown: true });
}

/** @param {State} state @param {string} id @param {Answer} answer @returns {State} */
function withAnswer(state, id, answer) {
  return { ...state, learning: { ...state.learning, answers: { ...state.learning.answers, [id]: answer } } };
}

export const lessonTransitions = { goToLesson, stepLesson, stepStop, toggleLearn, leaveLesson, backFromLesson, fillIn, checkAnswer, showAnswer };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof lessonTransitions]: (typeof lessonTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} LessonAct
 */
