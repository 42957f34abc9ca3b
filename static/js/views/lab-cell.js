/**
 * One position in the lab's strip: its token, and how far its logits moved. Of a
 * long record most cells are out of sight: these keep their name and their
 * place, and nothing in them.
 */
import { el, fill, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { amount, brief, changeInWords, named } from './lab-finding.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('./comparison.js').PositionChange} PositionChange */
/** @typedef {ReturnType<typeof createLabCell>} LabCell */

/** So many are filled before it is known which are seen. */
const FIRST = 48;
const UNCHANGED = '≡ 0';

/** @param {number} position @param {import('../types.js').Act} act */
export function createLabCell(position, act) {
  const element = el('button', { type: 'button', class: 'lab-cell', tabindex: -1, 'data-position': position, onclick: () => act.changeToken(position) });
  /** @type {ReturnType<typeof createInside> | null} */
  let inside = null;
  let isInSight = position < FIRST;
  /** @type {unknown[]} */
  let seen = [];
  /** @type {{entry: import('../types.js').VocabularyEntry | undefined, change: PositionChange | null} | null} */
  let shown = null;

  function draw() {
    if (!shown) return;
    if (isInSight) {
      inside ??= createInside(position, element);
      inside.update(shown.entry, shown.change);
    } else if (inside) {
      inside = null;
      fill(element);
    }
  }

  return {
    element,
    /** @param {State} state @param {number} id @param {PositionChange | null} change */
    update(state, id, change) {
      const depends = [id, change?.kind, change?.max, change?.changed, state.vocabulary, state.lang, state.pos === position];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      set(element, { 'aria-current': state.pos === position && 'true', 'data-change': change?.kind ?? 'none' });
      element.classList.toggle('changed', change?.changed ?? false);
      const who = wordsOf(state).lab.position(position, named(state, id));
      element.setAttribute('aria-label', change ? `${who}: ${changeInWords(state, change)}` : who);
      shown = { entry: state.vocabulary?.[id], change };
      draw();
    },
    /** @param {boolean} is */
    setInSight(is) {
      isInSight = is;
      draw();
    },
  };
}

/** @param {number} position @param {HTMLElement} element */
function createInside(position, element) {
  const piece = el('span', { class: 'what' });
  const bar = el('i', { class: 'moved' });
  const text = el('span');
  const value = el('span', { class: 'by' }, text);
  /** @type {unknown} */
  let drawn;
  fill(element, el('span', { class: 'who' }, el('span', { class: 'at' }, String(position)), piece), el('span', { class: 'how' }, bar), value);
  return {
    /** @param {import('../types.js').VocabularyEntry | undefined} entry @param {PositionChange | null} change */
    update(entry, change) {
      if (entry !== drawn) fill(piece, entry && renderPiece(entry));
      drawn = entry;
      // Before the first edit the sign is there unseen, so that an edit lays out what it changes and no other cell.
      setText(text, change ? signOf(change) : UNCHANGED);
      set(value, { 'data-brief': change && isSized(change) ? brief(change.max) : null });
      if (change && isSized(change)) bar.style.setProperty('--height', String(heightOf(change.max)));
    },
  };
}

/**
 * Tells cells whether they are in sight, or nearly so. Where the strip itself is
 * hidden they stay as they are, to be there with it.
 * @param {HTMLElement} strip it scrolls @param {(element: HTMLElement) => LabCell | undefined} cellOf
 * @returns {(cell: LabCell) => LabCell} to be followed from now on
 */
export function whileInSight(strip, cellOf) {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, rootBounds } of entries) {
      if (rootBounds?.width) cellOf(/** @type {HTMLElement} */ (target))?.setInSight(isIntersecting);
    }
  }, { root: strip, rootMargin: '0px 25%' });
  return (cell) => {
    observer.observe(cell.element);
    return cell;
  };
}

/** @param {PositionChange} change */
function isSized({ kind }) {
  return kind === 'moved' || kind === 'leak';
}

/** @param {PositionChange} change */
function signOf({ kind, max }) {
  if (kind === 'identical') return UNCHANGED;
  return kind === 'new' ? '' : amount(max);
}

/** Share of the full height by order of magnitude: from 1e−8 and less, still visible, to 1. @param {number} max */
function heightOf(max) {
  if (!(max < 1)) return 1;
  return Math.max(0.15, 1 + Math.log10(Math.max(max, Number.MIN_VALUE)) / 8);
}
