/**
 * Learn: the tour's stops and the exercises, beside any mode. It stands in the
 * margin; on a narrow page and before an audience on the strip, in short.
 */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { LESSONS, lessonIndex } from '../lessons/transitions.js';
import { TOUR } from '../lessons/tour.js';
import { createExercise } from './exercise.js';
import { createJumps } from './lesson-jumps.js';
import { createHomes } from './lesson-home.js';
import { createTourStop, stopTitle } from './tour-stop.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').Lesson} Lesson
 */

/** @param {HTMLElement} dock @param {Act} act */
export function createLesson(dock, act) {
  const head = createHead(act);
  const jumps = createJumps(act);
  const title = el('h2', { class: 'lesson-title', id: 'lesson-title' });
  const stop = createTourStop(act);
  const exercise = createExercise(act);
  const steps = createSteps(act);
  const said = el('div', { class: 'lesson-body' }, title, stop.element, exercise.element);
  const element = el('section', { class: 'lesson', 'aria-labelledby': 'lesson-title' }, head.element, jumps.element, said, steps.element);
  const spoken = el('div', { class: 'spoken', 'aria-live': 'polite' });
  element.append(spoken);
  const homes = createHomes(dock, element);
  /** @type {State | null} */
  let shown = null;

  return {
    /** @param {State} state */
    update(state) {
      const isFirst = shown === null;
      const before = shown?.lesson ?? null;
      shown = state;
      showDocument(state.lesson);
      if (!state.lesson) return homes.close(before !== null);
      head.update(state);
      jumps.update(state, (lesson) => titleOf(state, lesson));
      setText(title, titleOf(state, state.lesson));
      stop.element.hidden = state.lesson.kind !== 'stop';
      exercise.element.hidden = state.lesson.kind !== 'exercise';
      if (state.lesson.kind === 'stop') stop.update(state, state.lesson.stop);
      else exercise.update(state, state.lesson.id);
      steps.update(state);
      const isDocked = homes.open(state.present);
      if (isFirst || before === state.lesson) return;
      // Once for each lesson: what a record's typing changes in it is not read out.
      setText(spoken, `${title.textContent} ${said.innerText}`);
      turnTo(element, isDocked);
      if (!before) steps.focus();
      if (state.lesson.kind === 'exercise') exercise.focus();
    },
  };
}

/** Style sheets make room by it, and before an audience for what a stop is about. @param {Lesson | null} lesson */
function showDocument(lesson) {
  const root = document.documentElement;
  root.classList.toggle('learning', lesson !== null);
  root.dataset.stop = lesson?.kind === 'stop' ? (TOUR[lesson.stop]?.id ?? '') : '';
}

/**
 * Bring the lesson into view, and the number it opens with; docked, where little
 * room is left, no further down than that needs.
 * @param {HTMLElement} element @param {boolean} isDocked
 */
function turnTo(element, isDocked) {
  // In the next frame, when the page has been laid out anyway.
  requestAnimationFrame(() => {
    if (!isDocked) element.scrollIntoView({ block: 'nearest' });
    else document.documentElement.scrollTop = 0;
    const marks = document.querySelectorAll('#detail :is(.number[aria-current], .strip-cell.current, .slot[aria-current])');
    [...marks].find((mark) => mark.checkVisibility())?.scrollIntoView({ block: 'nearest' });
  });
}

/** @param {State} state @param {Lesson} lesson */
function titleOf(state, lesson) {
  const text = words(state.lang);
  if (lesson.kind === 'stop') return text.lesson.stop(lesson.stop + 1, stopTitle(state, lesson.stop));
  return text.lesson.exercise(lesson.id, text.exercises[lesson.id]?.title ?? '');
}

/** What is open, and the two ways out. @param {Act} act */
function createHead(act) {
  const name = el('span', { class: 'lesson-name' });
  const back = el('button', { type: 'button', class: 'link', onclick: () => act.backFromLesson() });
  const leave = el('button', { type: 'button', class: 'link', onclick: () => act.leaveLesson() });
  return {
    element: el('header', { class: 'lesson-head' }, name, back, leave),
    /** @param {State} state */
    update(state) {
      const text = words(state.lang).lesson;
      setText(name, state.lesson?.kind === 'exercise' ? text.exercises : text.tour);
      setText(back, text.back);
      // From a link there is nothing before the lesson.
      set(back, { title: text.backHint, hidden: !state.before });
      setText(leave, text.leave);
      set(leave, { title: text.leaveHint });
    },
  };
}

/** Previous and next, and what next will do. @param {Act} act */
function createSteps(act) {
  const previous = el('button', { type: 'button', class: 'button', onclick: () => act.stepLesson(-1) });
  const next = el('button', { type: 'button', class: 'button', id: 'lesson-next', onclick: () => act.stepLesson(1) });
  const then = el('span', { class: 'lesson-then' });
  return {
    element: el('div', { class: 'lesson-steps' }, previous, next, then),
    focus: () => document.activeElement === document.body && next.focus({ preventScroll: true }),
    /** @param {State} state */
    update(state) {
      const text = words(state.lang).lesson;
      const at = lessonIndex(state.lesson);
      setText(previous, text.previous);
      setText(next, text.next);
      // Not disabled: that would take the focus off a button just pressed.
      set(previous, { 'aria-disabled': at === 0 && 'true' });
      set(next, { 'aria-disabled': at === LESSONS.length - 1 && 'true' });
      next.classList.toggle('primary', state.lesson?.kind === 'stop');
      setText(then, thenOf(state, at + 1));
    },
  };
}

/** @param {State} state @param {number} at */
function thenOf(state, at) {
  const { lesson, tour } = words(state.lang);
  const next = LESSONS[at];
  if (!next) return lesson.end;
  if (next.kind === 'exercise') return lesson.then(titleOf(state, next));
  const id = TOUR[next.stop]?.id;
  return id ? lesson.then(tour.stops[id].does) : '';
}
