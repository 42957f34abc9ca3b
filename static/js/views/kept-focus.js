/**
 * Where the focus goes when what had it is hidden or made anew by an update:
 * left alone it falls to the page, and the next Tab begins at its top. In turn
 *
 * - to its kin, where views name one: of two that stand for each other, the one on show;
 * - to the same again, by its name, in the section that it stood in;
 * - of rows, to the one now in its place;
 * - to that section, or to the one that stands there now.
 *
 * Whoever points at things has no place to lose, and is left alone.
 */

/** @typedef {{element: HTMLElement, around: HTMLElement[], at: number}} Place */

/** @param {import('../state/store.js').Store} store */
export function keepFocus(store) {
  /** @type {Place | null} */
  let place = null;
  let isByPointer = false;
  let due = 0;

  function note() {
    const { activeElement: active } = document;
    place = active instanceof HTMLElement && active !== document.body ? placeOf(active) : null;
  }

  /** When all of an update is drawn, and before the browser gives the focus up. */
  function look() {
    due ||= requestAnimationFrame(settle);
  }

  function settle() {
    cancelAnimationFrame(due);
    due = 0;
    const left = place;
    const { activeElement: active } = document;
    if (!left || active === left.element && canHave(left.element)) return;
    const isGiven = active !== left.element && active instanceof HTMLElement && active !== document.body;
    // It is there still: the person has gone, as to another window.
    const isLeft = canHave(left.element);
    place = null;
    if (isGiven) note();
    else if (!isLeft && !isByPointer) give(heirOf(left));
  }

  document.addEventListener('pointerdown', () => (isByPointer = true), true);
  document.addEventListener('keydown', () => {
    isByPointer = false;
    settle();
    note();
  }, true);
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', look);
  store.subscribe(look);
}

/** @param {HTMLElement} element @returns {Place} */
function placeOf(element) {
  const around = [];
  for (let node = element.parentElement; node && node.localName !== 'main' && node !== document.body; node = node.parentElement) around.push(node);
  const rows = isRow(element) ? around.map((home) => alikeIn(home, element)).find((alike) => alike.length > 1) : null;
  return { element, around, at: rows?.indexOf(element) ?? -1 };
}

/** @param {Place} place @returns {HTMLElement | undefined} */
function heirOf({ element, around, at }) {
  const { kin } = element.dataset;
  const own = kin ? [...document.querySelectorAll(`[data-kin="${kin}"]`)].find(canHave) : undefined;
  if (own) return /** @type {HTMLElement} */ (own);
  const end = element.localName === 'section' ? -1 : around.findIndex((home) => home.localName === 'section');
  const section = end < 0 ? element : around[end];
  if (!section || section.localName !== 'section') return undefined;
  if (!isOnShow(section)) return instead(around[end + 1]);
  for (const home of around.slice(0, end + 1).filter(isOnShow)) {
    const alike = alikeIn(home, element).filter(canHave);
    const heir = alike.find((other) => nameOf(other) === nameOf(element)) ?? (at < 0 ? undefined : alike.filter(isRow)[Math.min(at, alike.length - 1)]);
    if (heir) return heir;
  }
  return section;
}

/** What stands where a section stood. @param {HTMLElement | undefined} home */
function instead(home) {
  return /** @type {HTMLElement | undefined} */ ([...(home?.children ?? [])].find((child) => child.localName === 'section' && isOnShow(child)));
}

/** A section can have the focus for as long as it does: it is no stop, and a click in it is none on it. @param {HTMLElement | undefined} heir */
function give(heir) {
  if (heir?.localName === 'section' && !heir.hasAttribute('tabindex')) {
    heir.tabIndex = -1;
    heir.addEventListener('blur', () => heir.removeAttribute('tabindex'), { once: true });
  }
  heir?.focus({ preventScroll: heir.localName === 'section' });
}

/** @param {HTMLElement} home @param {HTMLElement} element */
function alikeIn(home, element) {
  const kind = element.classList[0];
  return /** @type {HTMLElement[]} */ ([...home.querySelectorAll(element.localName)].filter((other) => other.classList[0] === kind));
}

/** @param {HTMLElement} element */
function isRow(element) {
  return element.closest('li, tr') !== null;
}

/** @param {HTMLElement} element */
function nameOf(element) {
  return element.ariaLabel ?? element.textContent;
}

/** @param {Element} element */
function canHave(element) {
  return isOnShow(element) && !element.matches(':disabled');
}

/** @param {Element} element */
function isOnShow(element) {
  return element.isConnected && element.checkVisibility();
}
