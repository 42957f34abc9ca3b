/**
 * A button that for now does nothing says so and is not disabled: that would take
 * the focus off whoever has just pressed it.
 */
import { el, set } from '../dom.js';

/** @param {string} className @param {() => void} press */
export function createPatientButton(className, press) {
  const element = el('button', { type: 'button', class: className, onclick: () => element.ariaDisabled !== 'true' && press() });
  return {
    element,
    /** @param {boolean} is */
    allow(is) {
      set(element, { 'aria-disabled': !is && 'true' });
    },
  };
}
