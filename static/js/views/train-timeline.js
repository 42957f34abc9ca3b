/**
 * The axis of Train: the updates of the run, its saved steps, and a mark on the
 * step on show; where two states are compared, a mark on each. A mark is
 * dragged from saved step to saved step, or moved by keys.
 */
import { el, fill, set, setText, svg } from '../dom.js';
import { ticks } from '../draw/curves.js';
import { words } from '../i18n/all.js';
import { nearestSaved, onLine, savedSteps } from '../state/timeline.js';
import { isComparing } from '../state/wanted.js';
import { lengthOf, namedStates } from './learning-facts.js';
import { createMark } from './timeline-mark.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** Of the line: closer ones could not be told apart, or would write over each other. */
const TICK = 1 / 400;
const LABEL = 0.1;
const NUMBERS = 7;

/** @param {Act} act */
export function createTimeline(act) {
  const names = el('div', { class: 'timeline-names', 'aria-hidden': 'true' });
  const marks = { a: createMark('a', act), b: createMark('b', act) };
  const path = svg('path', {});
  const done = el('span', { class: 'timeline-done' });
  const line = el('div', { class: 'timeline-line' }, svg('svg', { class: 'timeline-ticks', viewBox: '0 0 1000 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, path), done, marks.a.element, marks.b.element);
  const numbers = el('div', { class: 'timeline-numbers', 'aria-hidden': 'true' });
  const element = el('div', { class: 'timeline', role: 'group' }, names, line, numbers);
  /** @type {State | null} */
  let shown = null;
  /** @type {unknown[]} */
  let seen = [];
  drag(element, line, act, () => shown, marks);

  return {
    element,
    /** @param {State} state */
    update(state) {
      shown = state;
      const { training, lang, step, train } = state;
      const isTwo = isComparing(state);
      marks.b.update(state, step, isTwo);
      marks.a.element.hidden = !isTwo;
      if (isTwo) marks.a.update(state, train.against, isTwo);
      const depends = [training?.saved, training?.step, training?.selected, training?.config, training?.status, lang];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      set(element, { 'aria-label': words(lang).compare.axis });
      drawLine(state, path, done);
      nameStates(state, names);
      number(training ? lengthOf(training) : 0, numbers);
    },
  };
}

/** Ticks at what is saved, and a thick line as far as the run has come. @param {State} state @param {SVGElement} path @param {HTMLElement} done */
function drawLine({ training }, path, done) {
  const last = training ? lengthOf(training) : 1;
  let before = -1;
  const apart = (training?.saved ?? []).filter((step) => {
    const isApart = step / last - before >= TICK;
    if (isApart) before = step / last;
    return isApart;
  });
  set(path, { d: apart.map((step) => `M${((step / last) * 1000).toFixed(1)} 0V1`).join('') });
  done.style.width = `${(100 * (training?.step ?? 0)) / last}%`;
}

/** Over the line. A name that would be written over another is left out: the panel has them all. @param {State} state @param {HTMLElement} node */
function nameStates({ training, lang }, node) {
  const { named } = words(lang).train;
  const last = training ? lengthOf(training) : 1;
  const all = (training ? namedStates(training) : []).filter(({ name }) => name !== 'newest').map(({ name, step }) => ({ name, share: step / last }));
  const selected = all.find(({ name }) => name === 'selected');
  const apart = all.filter(({ name, share }) => name === 'selected' || !selected || Math.abs(share - selected.share) >= LABEL);
  fill(node, ...apart.map(({ name, share }) => placed(el('span', { 'data-name': name }, named[name]), share)));
}

/** @param {number} last @param {HTMLElement} node */
function number(last, node) {
  const all = last > 0 ? ticks(last, NUMBERS, 1) : [];
  fill(node, ...all.map((step) => placed(el('span', {}, step), step / last)));
}

/** @param {HTMLElement} node @param {number} share */
function placed(node, share) {
  node.style.setProperty('--share', String(share));
  return node;
}

/**
 * The nearer mark follows the pointer, from saved step to saved step.
 * @param {HTMLElement} element @param {HTMLElement} line @param {Act} act @param {() => State | null} view
 * @param {Record<'a' | 'b', ReturnType<typeof createMark>>} marks
 */
function drag(element, line, act, view, marks) {
  let left = 0;
  let width = 1;
  /** @type {ReturnType<typeof createMark> | null} */
  let held = null;

  /** @param {PointerEvent} event */
  const placeOf = ({ clientX }) => ((clientX - left) / width) * lastOf(view());
  /** @param {PointerEvent} event */
  const move = (event) => {
    const state = view();
    const step = state && nearestSaved(state, placeOf(event));
    if (held && step !== null) held.moveTo(step);
  };

  element.addEventListener('pointerdown', (event) => {
    const state = view();
    if (!state || event.button !== 0 || !savedSteps(state).length) return;
    // Where the line lies is read once, not while something is drawn.
    ({ left, width } = line.getBoundingClientRect());
    held = nearer(state, placeOf(event), marks);
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
    held.element.focus();
    move(event);
  });
  element.addEventListener('pointermove', move);
  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture']) element.addEventListener(kind, () => (held = null));
}

/** @param {State | null} state */
function lastOf(state) {
  return state?.training ? lengthOf(state.training) : 1;
}

/** @template T @param {State} state @param {number} place @param {Record<'a' | 'b', T>} marks */
function nearer(state, place, { a, b }) {
  const [toA, toB] = [state.train.against, state.step].map((step) => Math.abs(onLine(state, step) - place));
  return isComparing(state) && Number(toA) < Number(toB) ? a : b;
}
