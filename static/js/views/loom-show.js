/** The menu above the loom's scale: values, or what a fault changes of them. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createLoomShow(root, act) {
  const values = el('option', { value: 'values' });
  const difference = el('option', { value: 'difference' });
  const select = el('select', { onchange: () => act.setShow(/** @type {State['show']} */ (select.value)) }, values, difference);
  root.append(select);

  return {
    /** @param {State} state */
    update({ lang, mode, fault, show }) {
      root.hidden = mode !== 'break';
      if (root.hidden) return;
      const { bugs } = words(lang);
      set(select, { 'aria-label': bugs.show });
      setText(values, bugs.shows.values);
      setText(difference, fault ? bugs.shows.difference : bugs.needsFault);
      set(difference, { disabled: !fault });
      if (select.value !== show) select.value = show;
    },
  };
}
