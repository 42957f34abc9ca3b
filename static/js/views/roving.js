/**
 * One tab stop for a group of buttons: arrows, Home and End move inside it.
 * Buttons may come and go; the tab stop is always on one that is there.
 */

/**
 * @param {HTMLElement} group
 * @param {() => HTMLElement[][]} lines the group's buttons, line by line; in a list, lines of one, all four arrows walk
 * @returns {{settle: (preferred?: HTMLElement | null) => void}} call `settle` after buttons have come or gone
 */
export function rove(group, lines) {
  /** @type {HTMLElement | null} */
  let stop = null;

  /** @param {HTMLElement | null | undefined} button */
  function moveStop(button) {
    if (!button || button === stop) return;
    stop?.setAttribute('tabindex', '-1');
    button.setAttribute('tabindex', '0');
    stop = button;
  }

  group.addEventListener('focusin', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (lines().some((line) => line.includes(target))) moveStop(target);
  });
  group.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = destination(lines(), event);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  });

  return {
    settle(preferred = null) {
      const all = lines().flat();
      moveStop(preferred ?? all.find((button) => button === stop) ?? all[0]);
    },
  };
}

/** @param {HTMLElement[][]} lines @param {KeyboardEvent} event @returns {HTMLElement | undefined} */
function destination(lines, { key, target }) {
  const button = /** @type {HTMLElement} */ (target);
  const row = lines.findIndex((line) => line.includes(button));
  const line = lines[row];
  if (!line) return undefined;
  const all = lines.flat();
  const at = all.indexOf(button);
  const isList = lines.every((one) => one.length === 1);
  const along = { ArrowLeft: at - 1, ArrowRight: at + 1 }[key];
  if (along !== undefined) return all[along];
  if (key === 'Home' || key === 'End') return (isList ? all : line).at(key === 'Home' ? 0 : -1);
  const next = { ArrowUp: lines[row - 1], ArrowDown: lines[row + 1] }[key];
  return next?.[Math.min(line.indexOf(button), next.length - 1)];
}
