/**
 * A number in running text or a table: read at full precision under focus and
 * pointer, asked where it comes from by click and Enter.
 */
import { el, setText } from '../dom.js';
import { full } from '../format/numbers.js';

/** @typedef {import('../types.js').NumberRef} NumberRef */

/**
 * @param {import('../types.js').Act} act
 * @param {string} [className]
 */
export function createNumberButton(act, className = '') {
  /** @type {NumberRef} */
  let ref = { name: '', index: [] };
  const read = () => act.readNumber(ref);
  const element = el('button', { type: 'button', class: `number ${className}`.trim(), onfocus: read, onpointerenter: read, onclick: () => act.derive(ref) });
  return {
    element,
    /**
     * @param {string} text @param {number} value what the text stands for
     * @param {NumberRef} of @param {NumberRef | null} current the number being read
     * @param {boolean} [fed] whether it feeds the number whose derivation is open
     */
    update(text, value, of, current, fed = false) {
      ref = of;
      setText(element, text);
      const exact = full(value);
      if (element.title !== exact) element.title = exact;
      if (fed !== element.classList.contains('fed')) element.classList.toggle('fed', fed);
      const isCurrent = current?.name === of.name && current.index.join() === of.index.join();
      if (isCurrent !== element.hasAttribute('aria-current')) element.toggleAttribute('aria-current', isCurrent);
      if (isCurrent) element.setAttribute('aria-current', 'true');
    },
  };
}
