/**
 * Ways from a number that are no operands: to its gradient, back to its value,
 * and from a parameter to what one update does to it.
 */
import { el, fill } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { isKnown } from '../math/dependencies/table.js';
import { differentiated, isGradient } from '../math/dependencies/terms.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').NumberRef} NumberRef */

const PARAMETERS = 'parameters.';

/** @param {import('../types.js').Act} act */
export function createDoors(act) {
  const element = el('p', { class: 'derivation-doors' });
  return {
    element,
    /** @param {NumberRef} ref @param {State} state */
    update(ref, state) {
      const { back } = wordsOf(state).derivation;
      const own = differentiated(ref.name);
      const other = isGradient(ref.name) ? own : `∂${own}`;
      // A faulty model has no gradients.
      const isOpen = isKnown(other) && !(state.traced?.fault && isGradient(other));
      const [text, hint] = isGradient(ref.name) ? [back.value, back.valueHint] : [`∂ ${back.gradient}`, back.gradientHint];
      fill(
        element,
        isOpen && door(text, hint, () => act.follow({ ...ref, name: other })),
        own.startsWith(PARAMETERS) && door(back.update, back.updateHint, () => act.openUpdate(own.slice(PARAMETERS.length), ref.index)),
      );
    },
  };
}

/** @param {string} text @param {string} hint @param {() => void} go */
function door(text, hint, go) {
  return el('button', { type: 'button', class: 'link door', title: hint, onclick: go }, text);
}
