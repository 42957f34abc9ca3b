/**
 * Where the keyboard stands while a derivation opens, goes on, goes back and
 * closes: on the first operand, on the operand that was followed, and at last
 * where it was before. A pointer's clicks move no focus out of the pictures.
 */
import { keyOf } from '../math/dependencies/table.js';

/**
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/derivation.js').Operand} Operand
 * @typedef {{inside: boolean, key: string | null}} Held
 */

/**
 * @param {HTMLElement} root @param {HTMLElement} title
 * @param {() => Map<HTMLElement, Operand>} buttons those on show, with what they lead to
 */
export function createFocusKeeper(root, title, buttons) {
  let byKeyboard = false;
  /** @type {Element | null} */
  let origin = null;
  addEventListener('keydown', () => (byKeyboard = true), true);
  addEventListener('pointerdown', () => (byKeyboard = false), true);

  /** @param {(operand: Operand) => boolean} [is] */
  function goTo(is = () => true) {
    const found = [...buttons()].find(([, operand]) => is(operand));
    (found?.[0] ?? title).focus({ preventScroll: !byKeyboard });
  }

  return {
    /** Before what is on show is drawn anew. @returns {Held} */
    before() {
      const active = document.activeElement;
      const inside = root.contains(active);
      if (!inside && active !== document.body) origin = active;
      const operand = inside && active instanceof HTMLElement ? buttons().get(active) : undefined;
      return { inside, key: operand ? keyOf(operand.ref) : null };
    },
    /** @param {Held} held @param {readonly NumberRef[]} from @param {readonly NumberRef[]} to */
    after({ inside, key }, from, to) {
      if (from === to) {
        if (inside && key) goTo(({ ref }) => keyOf(ref) === key);
      } else if (to.length === 0) {
        if (inside && origin instanceof HTMLElement && origin.isConnected) origin.focus();
      } else if (isBack(from, to)) {
        const left = from[to.length];
        if (inside) goTo(left && (({ ref }) => keyOf(ref) === keyOf(left)));
      } else if (inside || byKeyboard) goTo();
    },
  };
}

/** Whether the one path is the beginning of the other. @param {readonly NumberRef[]} from @param {readonly NumberRef[]} to */
function isBack(from, to) {
  return to.length < from.length && to.every((ref, i) => ref === from[i]);
}
