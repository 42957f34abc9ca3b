/**
 * Break's panel, "Who notices?": the matrix of all faults and all checks, and
 * in its corners how the chosen fault comes about and what the signs mean.
 */
import { el, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { isApart } from '../state/apart.js';
import { isPanelOpen } from '../state/panel.js';
import { createBugMatrix } from './bug-matrix.js';
import { SIGNS, catchesOf } from './verdicts.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createBugPanel(root, act) {
  const story = createStory();
  const legend = createLegend();
  const matrix = createBugMatrix(act, [story.element, legend.element]);
  root.setAttribute('aria-labelledby', 'panel-title');
  root.append(matrix.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'break' || isApart(state) || !isPanelOpen(state);
      if (root.hidden) return;
      const depends = [state.fault, state.check, state.faults, state.checks, state.verdicts, state.lang];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      story.update(state);
      legend.update(state);
      matrix.update(state);
    },
  };
}

/** The panel's title, and how the fault happens in real code. */
function createStory() {
  const title = el('h2', { id: 'panel-title' });
  const how = el('p');
  return {
    element: el('div', { class: 'matrix-corner' }, title, how),
    /** @param {State} state */
    update(state) {
      const { fault, faults, checks } = state;
      const { bugs, faults: texts } = wordsOf(state);
      const text = fault ? texts[fault] : undefined;
      setText(title, bugs.matrix);
      setText(how, text ? text.how : bugs.intro(faults?.length ?? 0, checks?.length ?? 0));
    },
  };
}

/** What the signs mean, and what the first check is worth. */
function createLegend() {
  const entries = /** @type {const} */ (['caught', 'silent', 'not_applicable']).map((status) => {
    const word = el('span');
    return { status, word, element: el('li', {}, SIGNS[status] && el('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[status]), word) };
  });
  const shapes = el('p');
  return {
    element: el('div', { class: 'matrix-corner' }, el('ul', {}, ...entries.map(({ element }) => element)), shapes),
    /** @param {State} state */
    update(state) {
      const { bugs } = wordsOf(state);
      for (const { status, word } of entries) setText(word, bugs.legend[status]);
      const { caught, asked } = catchesOf(state, 'shapes');
      setText(shapes, asked ? bugs.shapesCatch(caught, asked) : '');
    },
  };
}
