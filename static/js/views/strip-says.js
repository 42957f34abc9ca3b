/** The last third of a docked strip: its sentence. A long one scrolls, and what scrolls is a stop for keys: it has a name. */
import { el, set } from '../dom.js';
import { words } from '../i18n/all.js';

/** @param {HTMLElement[]} children */
export function createSays(...children) {
  const element = el('div', { class: 'lab-says', role: 'group' }, ...children);
  return {
    element,
    /** @param {import('../types.js').State} state */
    update(state) {
      set(element, { 'aria-label': words(state.lang).lab.says });
    },
  };
}
