/** The words for the modes, the one in force underlined; and Learn, which goes along with any of them. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';

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
    update({ lang, lesson, mode: inForce }) {
      const { bugs } = words(lang);
      set(root, { 'aria-label': bugs.modesLabel });
      for (const { mode, element } of modes) {
        setText(element, bugs.modes[mode]);
        set(element, { 'aria-current': mode === inForce && 'true' });
      }
      setText(learn, words(lang).lesson.label);
      set(learn, { 'aria-pressed': String(lesson !== null) });
    },
  };
}
