/** The menu above the loom's scale: what it shows. An entry that would be empty says what it needs. */
import { el, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { lacking } from '../state/lacking.js';

/** @typedef {import('../types.js').State} State */

const ALL = /** @type {const} */ (['values', 'difference', 'gradients', 'both']);

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createLoomShow(root, act) {
  const options = ALL.map((show) => ({ show, option: el('option', { value: show }) }));
  const select = el('select', { onchange: () => act.setShow(/** @type {State['show']} */ (select.value)) }, ...options.map(({ option }) => option));
  root.append(select);
  root.hidden = false;

  return {
    /** @param {State} state */
    update(state) {
      const { bugs, gradients } = wordsOf(state);
      set(select, { 'aria-label': bugs.show });
      for (const { show, option } of options) {
        const lacks = lacking(show, state);
        // The closed menu is as narrow as the gutter: there the name is enough.
        setText(option, lacks && show !== state.show ? `${bugs.shows[show]}: ${gradients.needs[lacks]}` : bugs.shows[show]);
        set(option, { disabled: lacks !== null });
      }
      if (select.value !== state.show) select.value = state.show;
    },
  };
}
