/**
 * Keys that work anywhere on the page. Those of a list, a map or a strip are
 * handled where it is; a key that has been used there does nothing more here.
 */

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Act} Act */

/** @type {Record<string, (act: Act, state: State) => unknown>} */
const LETTERS = {
  e: (act) => act.setMode('explore'),
  b: (act) => act.setMode('break'),
  r: (act) => act.setMode('train'),
  g: (act) => act.setMode('generate'),
  m: (act, { mode }) => mode === 'explore' && act.toggleMask(),
  f: (act, { mode }) => mode === 'explore' && act.changeFuture(),
  d: (act) => act.toggleDifference(),
  v: (act) => act.toggleValues(),
  x: (act, { mode }) => mode === 'train' && act.swapStates(),
  u: (act, { mode, lever }) => mode === 'break' && lever === 'apart' && act.undoApart(),
  0: (act) => act.openPanel(),
  ',': (act, state) => stepAxis(act, state, -1),
  '.': (act, state) => stepAxis(act, state, 1),
  '[': (act, { block, blockWish }) => act.openBlock((blockWish ?? block) - 1),
  ']': (act, { block, blockWish }) => act.openBlock((blockWish ?? block) + 1),
  o: (act) => act.toggleModels(),
  t: (act) => act.nextTheme(),
  l: (act) => act.toggleLearn(),
  p: (act) => act.togglePresent(),
  '\\': (act) => act.togglePart(),
  '/': findCandidate,
  '?': (act) => act.openPopover('help'),
};

/** What the space bar lets run, and stops. @type {Partial<Record<State['mode'], (act: Act) => void>>} */
const PLAYED = { train: (act) => act.togglePlaying(), generate: (act) => act.toggleDrawing() };

/** @type {Record<string, (act: Act) => void>} */
const OTHERS = {
  Escape: (act) => act.closeAll(),
  ArrowLeft: (act) => act.stepPosition(-1),
  ArrowRight: (act) => act.stepPosition(1),
  ArrowUp: (act) => act.stepPosition(-1),
  ArrowDown: (act) => act.stepPosition(1),
};

/**
 * Before an audience, and with the tour open: its stops, by arrows or with a
 * presenter's two buttons. Up and down still choose the position.
 * @type {Record<string, (act: Act) => void>}
 */
const TOURING = {
  ArrowLeft: (act) => act.stepStop(-1),
  ArrowRight: (act) => act.stepStop(1),
  PageUp: (act) => act.stepStop(-1),
  PageDown: (act) => act.stepStop(1),
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

/** @param {KeyboardEvent} event @param {State} state @returns {((act: Act, state: State) => unknown) | undefined} */
function command({ key, target }, state) {
  // A dialog is closed by the browser; the models stand on the page itself.
  const isDialog = state.popover !== null && state.popover !== 'models';
  if (key === 'Escape') return isDialog ? undefined : OTHERS[key];
  if (isDialog || isField(target)) return undefined;
  if (key === 'Backspace') return state.trail.length ? (act) => act.back() : undefined;
  if (state.present && state.lesson?.kind === 'stop' && key in TOURING) return TOURING[key];
  // Arrows scroll, unless the page's plain ground has the focus; before an audience they step from wherever it is.
  if (key in OTHERS) return target === document.body || state.present ? OTHERS[key] : undefined;
  if (!state.letterKeys) return undefined;
  // It presses what has the focus; elsewhere it plays.
  if (key === ' ') return isPressed(target) ? undefined : PLAYED[state.mode];
  if (/^[1-6]$/.test(key)) return (act) => act.openStage(/** @type {import('./types.js').Stage} */ (Number(key)));
  return LETTERS[key.toLowerCase()];
}

/** Along the strip's axis. @param {Act} act @param {State} state @param {number} by */
function stepAxis(act, state, by) {
  if (state.mode === 'train') act.stepAlong(by);
  else if (state.mode === 'generate') act.stepDraw(by);
  else if (state.mode === 'break') stepCheck(act, state, by);
}

/** @param {Act} act @param {State} state @param {number} by */
function stepCheck(act, { fault, check, checks }, by) {
  if (!fault || !checks?.length) return;
  const at = check === null ? -1 : checks.indexOf(check);
  const next = checks[Math.max(0, Math.min(checks.length - 1, at + by))];
  if (next) act.openCheck(next);
}

/** @param {EventTarget | null} target */
function isField(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** @param {EventTarget | null} target */
function isPressed(target) {
  return target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null;
}

/** The candidates are in stages 5 and 6; their search field is the open detail's. @param {Act} act @param {State} state */
function findCandidate(act, state) {
  if (state.stage < 5) act.openStage(6);
  const field = document.querySelector('#detail input[type="search"]:not([hidden] *)');
  if (field instanceof HTMLElement) field.focus();
}
