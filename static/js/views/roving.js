/**
 * One tab stop for a group of buttons: arrows, Home and End move inside it.
 * Buttons may come and go; the tab stop is always on one that is there.
 */

/**
 * @param {HTMLElement} group
 * @param {() => HTMLElement[][]} lines the group's buttons, line by line; a list is lines of one
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
      if (stop && !all.includes(stop)) stop = null;
      moveStop(preferred ?? stop ?? all[0]);
    },
  };
}

/** @param {HTMLElement[][]} lines @param {KeyboardEvent} event @returns {HTMLElement | undefined} */
function destination(lines, { key, target }) {
  const row = lines.findIndex((line) => line.includes(/** @type {HTMLElement} */ (target)));
  const line = lines[row];
  if (!line) return undefined;
  const column = line.indexOf(/** @type {HTMLElement} */ (target));
  const sideways = { ArrowLeft: column - 1, ArrowRight: column + 1, Home: 0, End: line.length - 1 }[key];
  if (sideways !== undefined) return line[sideways];
  const along = { ArrowUp: row - 1, ArrowDown: row + 1 }[key];
  const other = along === undefined ? undefined : lines[along];
  return other?.[Math.min(column, other.length - 1)];
}
