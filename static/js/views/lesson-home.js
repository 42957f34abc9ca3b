/**
 * Where the lesson stands: on top of the margin, or, where that is not beside
 * the panel, docked above the strip. One node moves; what has the focus keeps it.
 */

/** Below this the margin stands under the panel: css/layout.css. */
const BESIDE = 76;

/** @param {HTMLElement} dock @param {HTMLElement} element the lesson */
export function createHomes(dock, element) {
  const margin = /** @type {HTMLElement} */ (document.getElementById('margin'));
  let isPresenting = false;
  let isNarrow = false;
  let isOpen = false;

  function settle() {
    if (!isOpen) return;
    const isDocked = isPresenting || isNarrow;
    const home = isDocked ? dock : margin;
    dock.hidden = !isDocked;
    if (element.parentElement === home) return;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    home.prepend(element);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }

  new ResizeObserver(([entry]) => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    isNarrow = (entry?.contentRect.width ?? Infinity) <= BESIDE * rem;
    settle();
  }).observe(document.body);

  return {
    /** @param {boolean} present @returns {boolean} whether it is docked */
    open(present) {
      isOpen = true;
      isPresenting = present;
      settle();
      return !dock.hidden;
    },
    /** @param {boolean} wasOpen */
    close(wasOpen) {
      isOpen = false;
      if (!wasOpen) return;
      const hadFocus = element.contains(document.activeElement);
      element.remove();
      dock.hidden = true;
      if (hadFocus) document.getElementById('learn')?.focus();
    },
  };
}
