/** One mark on the timeline: a slider over the saved steps. */
import { el, set } from '../dom.js';
import { words } from '../i18n/all.js';
import { beside, onLine, savedSteps } from '../state/timeline.js';
import { lengthOf } from './learning-facts.js';
import { kindOf } from './state-name.js';

/** @typedef {import('../types.js').State} State */

/** Saved steps that a page is. */
const PAGE = 10;

/** @type {Record<string, number>} steps that a key goes */
const KEYS = { ArrowRight: 1, ArrowUp: 1, '.': 1, ArrowLeft: -1, ArrowDown: -1, ',': -1, PageUp: PAGE, PageDown: -PAGE, Home: -Infinity, End: Infinity };

/** @param {'a' | 'b'} which A is what the step on show, B, is compared with @param {import('../types.js').Act} act */
export function createMark(which, act) {
  const element = el('div', { class: 'timeline-mark', role: 'slider', tabindex: 0, 'data-which': which, 'aria-valuemin': 0 });
  const moveTo = which === 'a' ? act.setAgainst : act.showStep;
  /** @type {State | null} */
  let shown = null;
  let step = /** @type {number | null} */ (null);
  /** @type {unknown[]} */
  let seen = [];

  element.addEventListener('keydown', (event) => {
    const by = KEYS[event.key];
    if (!shown || by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = beside(shown, step, by);
    if (next !== undefined) moveTo(next);
  });

  return {
    element,
    /** @param {number} to */
    moveTo: (to) => moveTo(to),
    /** @param {State} state @param {number | null} now @param {boolean} isTwo */
    update(state, now, isTwo) {
      shown = state;
      step = now;
      const { training, lang } = state;
      const depends = [now, isTwo, training?.saved, training?.config, training?.status, training?.selected, state.model, lang];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const { compare, train } = words(lang);
      const last = training ? lengthOf(training) : 0;
      const place = onLine(state, now);
      const kind = kindOf(state, now);
      const text = compare.at(place, kind ? train.named[kind] : '', last);
      element.style.setProperty('--share', String(last ? Math.min(1, place / last) : 0));
      set(element, {
        'aria-label': which === 'a' ? compare.handles.a : isTwo ? compare.handles.bOfTwo : compare.handles.b,
        'aria-valuemax': last,
        'aria-valuenow': Math.min(place, last),
        'aria-valuetext': text,
        'aria-disabled': savedSteps(state).length < 2 && 'true',
        title: text,
        'data-letter': isTwo ? which.toUpperCase() : null,
      });
    },
  };
}
