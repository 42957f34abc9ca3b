/** The words for the modes, the one in force underlined; and Learn, which goes along with any of them. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { percentDone } from './train-finding.js';

/** @typedef {import('../types.js').State} State */

const MODES = /** @type {const} */ (['explore', 'break', 'train', 'generate']);

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createModes(root, act) {
  const modes = MODES.map((mode) => {
    const element = el('button', { type: 'button', class: 'mode', 'data-mode': mode, onclick: () => act.setMode(mode) });
    return { mode, element };
  });
  const learn = el('button', { type: 'button', class: 'mode', id: 'learn', onclick: () => act.toggleLearn() });
  root.append(...modes.map(({ element }) => element), learn);
  return {
    /** @param {State} state */
    update({ lang, lesson, mode: inForce, training }) {
      const { bugs, train } = words(lang);
      const percent = percentDone(training);
      set(root, { 'aria-label': bugs.modesLabel });
      for (const { mode, element } of modes) {
        // A run goes on whichever mode is open.
        const isTold = mode === 'train' && mode !== inForce && percent !== null;
        setText(element, isTold ? train.share(bugs.modes[mode], percent) : bugs.modes[mode]);
        set(element, { 'aria-current': mode === inForce && 'true' });
      }
      setText(learn, words(lang).lesson.label);
      set(learn, { 'aria-pressed': String(lesson !== null) });
    },
  };
}
