/**
 * A row of more numbers than a page can have buttons for: one picture, one tab
 * stop. Hundreds of buttons, each a layer of its own, had the whole page laid
 * out and painted for longer than a click may take.
 *
 * Arrows, Home and End move inside; the cell arrived at, or that under the
 * pointer, is the number being read; a click or Enter asks where it comes from.
 */
import { el, set, setText } from '../dom.js';
import { createSurface } from '../draw/canvas.js';
import { palette, watchPalette } from '../draw/palette.js';
import { cellAt, paintWideRow } from '../draw/wide-row.js';
import { full, short } from '../format/numbers.js';
import { whenPointed } from './pointed.js';
import { IN_NARROW, WORDED } from './strip-lines.js';

/** CSS px that a line of numbers needs; narrower, it is broken in two. */
const ROOM = 480;

/** @typedef {{row: readonly number[], most: number, perLine: number, current: number, fed: ReadonlySet<number>}} Shown */

/**
 * @param {object} of
 * @param {(at: number) => void} of.read
 * @param {(at: number) => void} of.derive
 * @param {number} of.decimals
 */
export function createStripPicture({ read, derive, decimals }) {
  const canvas = el('canvas');
  const live = el('span', { class: 'spoken', 'aria-live': 'polite' });
  const element = el('div', { class: 'strip-picture', role: 'application', tabindex: 0 }, canvas, live);
  /** @type {Shown} */
  let shown = { row: [], most: 0, perLine: WORDED, current: -1, fed: new Set() };
  /** @type {unknown[]} */
  let painted = [];
  let at = 0;
  let [width, height, font] = [0, 0, ''];
  const lines = () => Math.ceil(shown.row.length / perLine());
  const perLine = () => (shown.perLine <= WORDED && width > 0 && width < ROOM ? IN_NARROW : shown.perLine);
  const grid = () => ({ width, height, count: shown.row.length, perLine: perLine() });

  const surface = createSurface(canvas, (pen, wide, high) => {
    [width, height] = [wide, high];
    pen.font = font;
    const write = shown.perLine <= WORDED ? (/** @type {number} */ value) => short(value, decimals) : null;
    paintWideRow(pen, { ...shown, perLine: perLine(), write }, wide, high, palette());
  }, (wide) => {
    width = wide;
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(canvas);
    font = `${fontWeight} ${fontSize} ${fontFamily}`;
    element.style.setProperty('--lines', String(lines()));
  });
  watchPalette(surface.repaint);
  const paint = whileSeen(element, surface.repaint);

  /** @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(shown.row.length - 1, to));
    read(at);
    setText(live, `[${at}] ${full(shown.row[at] ?? NaN)}`);
  }

  element.addEventListener('focus', () => read(at));
  element.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const line = at - (at % perLine());
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - perLine(), ArrowDown: at + perLine(), Home: line, End: line + perLine() - 1 }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) derive(at);
    else if (to >= 0 && to < shown.row.length) go(to);
  });
  const under = (/** @type {MouseEvent} */ { offsetX, offsetY }) => cellAt(grid(), offsetX, offsetY);
  canvas.addEventListener('click', (event) => {
    const cell = under(event);
    if (cell >= 0) derive((at = cell));
  });
  canvas.addEventListener('pointermove', (event) => (canvas.title = full(shown.row[under(event)] ?? NaN)));
  whenPointed(canvas, (event) => {
    const cell = under(event);
    if (cell >= 0) read((at = cell));
  });

  return {
    element,
    /** @param {string} label */
    setLabel: (label) => set(element, { 'aria-label': label }),
    /** @param {Shown} now */
    show(now) {
      const inputs = [now.row, now.most, now.current, now.fed, palette()];
      if (inputs.every((input, i) => input === painted[i])) return;
      painted = inputs;
      shown = now;
      at = Math.min(now.current < 0 ? at : now.current, now.row.length - 1);
      element.style.setProperty('--lines', String(lines()));
      element.classList.toggle('dense', now.perLine > WORDED && lines() > 1);
      paint();
    },
  };
}

/** What is far from the window is painted when it comes near. @param {HTMLElement} element @param {() => void} paint @returns {() => void} */
function whileSeen(element, paint) {
  let [isSeen, isDue] = [false, false];
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true;
    if (isSeen && isDue) paint();
    isDue &&= !isSeen;
  }, { rootMargin: '200px' }).observe(element);
  return () => {
    isDue = !isSeen;
    if (isSeen) paint();
  };
}
