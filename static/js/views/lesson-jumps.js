/** All stops and exercises in two lines of buttons, to jump among; one tab stop each. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { LESSONS, lessonIndex } from '../lessons/transitions.js';
import { rove } from './roving.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {{button: HTMLElement, at: number, lesson: import('../types.js').Lesson}} Jump */

/** @param {import('../types.js').Act} act */
export function createJumps(act) {
  const jumps = LESSONS.map((lesson, at) => createJump(lesson, at, act));
  const stops = createLine(jumps.filter(({ lesson }) => lesson.kind === 'stop'));
  const exercises = createLine(jumps.filter(({ lesson }) => lesson.kind === 'exercise'));
  const element = el('nav', { class: 'lesson-jumps' }, stops.element, exercises.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element,
    /** @param {State} state @param {(lesson: import('../types.js').Lesson) => string} titleOf */
    update(state, titleOf) {
      const depends = [state.lesson, state.lang, state.learning, state.traced];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const text = words(state.lang).lesson;
      const current = lessonIndex(state.lesson);
      set(element, { 'aria-label': text.label });
      stops.name(text.stops);
      exercises.name(text.exercises);
      for (const { button, at, lesson } of jumps) {
        const title = titleOf(lesson);
        set(button, { 'aria-current': at === current && 'step', 'aria-label': title, title });
        button.classList.toggle('done', isDone(lesson, state));
      }
      stops.settle(jumps[current]?.button);
      exercises.settle(jumps[current]?.button);
    },
  };
}

/** @param {import('../types.js').Lesson} lesson @param {number} at @param {import('../types.js').Act} act @returns {Jump} */
function createJump(lesson, at, act) {
  const label = lesson.kind === 'stop' ? String(lesson.stop + 1) : lesson.id;
  const button = el('button', { type: 'button', class: 'lesson-jump', tabindex: -1, onclick: () => act.goToLesson(at) }, label);
  return { button, at, lesson };
}

/** @param {Jump[]} jumps */
function createLine(jumps) {
  const buttons = jumps.map(({ button }) => button);
  const name = el('span', { class: 'lesson-line-name' });
  const group = el('span', { class: 'lesson-line', role: 'group' }, ...buttons);
  const roving = rove(group, () => buttons.map((button) => [button]));
  return {
    element: el('div', {}, name, group),
    /** @param {string} text */
    name(text) {
      setText(name, text);
      set(group, { 'aria-label': text });
    },
    /** @param {HTMLElement | undefined} current */
    settle: (current) => roving.settle(current && buttons.includes(/** @type {HTMLButtonElement} */ (current)) ? current : null),
  };
}

/** Stops that were seen, and exercises that were tried. @param {import('../types.js').Lesson} lesson @param {State} state */
function isDone(lesson, { learning }) {
  if (lesson.kind === 'stop') return learning.seen.includes(lesson.stop);
  const answer = learning.answers[lesson.id];
  return !!answer && (answer.checked !== null || answer.shown);
}
