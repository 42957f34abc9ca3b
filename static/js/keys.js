/**
 * Keys that work anywhere on the page. Those of a list, a map or a strip are
 * handled where it is; a key that has been used there does nothing more here.
 */

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Act} Act */

/** @type {Record<string, (act: Act, state: State) => void>} */
const LETTERS = {
  m: (act) => act.toggleMask(),
  f: (act) => act.changeFuture(),
  t: (act) => act.nextTheme(),
  '/': findCandidate,
  '?': (act) => act.openPopover('help'),
};

/** @type {Record<string, (act: Act) => void>} */
const OTHERS = {
  Escape: (act) => act.closeAll(),
  ArrowLeft: (act) => act.stepPosition(-1),
  ArrowRight: (act) => act.stepPosition(1),
  ArrowUp: (act) => act.stepPosition(-1),
  ArrowDown: (act) => act.stepPosition(1),
};

/** @param {() => State} state @param {Act} act */
export function listenForKeys(state, act) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const use = command(event, state());
    if (!use) return;
    event.preventDefault();
    use(act, state());
  });
}

/** @param {KeyboardEvent} event @param {State} state @returns {((act: Act, state: State) => void) | undefined} */
function command({ key, target }, state) {
  if (key === 'Escape') return state.popover ? undefined : OTHERS[key];
  if (state.popover || isField(target)) return undefined;
  if (key === 'Backspace') return state.trail.length ? (act) => act.back() : undefined;
  // Arrows scroll, unless the page's plain ground or a part of it that claims none has the focus.
  if (key in OTHERS) return target === document.body ? OTHERS[key] : undefined;
  if (!state.letterKeys) return undefined;
  if (/^[1-6]$/.test(key)) return (act) => act.openStage(/** @type {import('./types.js').Stage} */ (Number(key)));
  return LETTERS[key.toLowerCase()];
}

/** @param {EventTarget | null} target */
function isField(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** The candidates are in stages 5 and 6; their search field is the open detail's. @param {Act} act @param {State} state */
function findCandidate(act, state) {
  if (state.stage < 5) act.openStage(6);
  const field = document.querySelector('#detail input[type="search"]:not([hidden] *)');
  if (field instanceof HTMLElement) field.focus();
}
