/**
 * All candidates of the selected position as a table, in the order of the
 * bars. Only the rows in sight exist, so that it is as quick for 50,000
 * candidates as for 291.
 *
 * One tab stop: a grid whose active row is the current candidate.
 */
import { el, fill, setText } from '../dom.js';
import { probability, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { currentCandidate } from './candidate-current.js';
import { findCandidates } from './candidate-search.js';
import { renderPiece } from './piece.js';
import { scoresOf } from './position-scores.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** Rows in sight; CSS gives the table their height and its head's. */
const ROWS = 11;
/** Rows kept beyond those, so that a scroll by a part of a row shows no gap. */
const SPARE = 2;
const ROW_REM = 1.5;

let made = 0;

/** @param {Act} act */
export function createCandidateTable(act) {
  const id = `candidates-${(made += 1)}`;
  const heads = /** @type {HTMLElement[]} */ (Array.from({ length: 6 }, () => el('span', { role: 'columnheader' })));
  const spacer = el('div', { class: 'table-spacer' });
  const rows = Array.from({ length: ROWS + SPARE }, (_, i) => createRow(`${id}-${i}`));
  const body = el('div', { class: 'table-body', role: 'presentation' }, spacer, ...rows.map((row) => row.element));
  const element = el(
    'div', { class: 'candidate-table', role: 'grid', tabindex: 0 },
    el('div', { class: 'table-head', role: 'row' }, ...heads), body,
  );
  element.style.setProperty('--rows', String(ROWS));

  /** @type {State | null} */
  let shown = null;
  /** @type {readonly number[]} */
  let order = [];
  let rowHeight = ROW_REM * 16;
  let settled = -1;

  new ResizeObserver(() => {
    rowHeight = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    draw();
  }).observe(element);
  element.addEventListener('scroll', draw, { passive: true });
  body.addEventListener('click', (event) => {
    const row = rows.find((candidate) => candidate.element.contains(/** @type {Node} */ (event.target)));
    if (!row || row.id < 0) return;
    const { column } = /** @type {HTMLElement} */ (event.target).dataset;
    choose(row.id, column);
    if (column === 'logit' || column === 'probability') read(row.id, column, act.derive);
  });
  element.addEventListener('focus', () => shown && read(currentCandidate(shown)));
  element.addEventListener('keydown', (event) => {
    if (shown && event.key === 'Enter') {
      event.preventDefault(); // or it would press what the focus goes to
      return read(currentCandidate(shown), undefined, act.derive);
    }
    const to = shown ? steppedTo(event, order, currentCandidate(shown)) : undefined;
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(to);
  });

  /** @param {number} candidate @param {string} [column] */
  function choose(candidate, column) {
    act.setCandidates({ id: candidate });
    read(candidate, column);
  }

  /** @param {number} candidate @param {string} [column] @param {(ref: import('../types.js').NumberRef) => void} [use] */
  function read(candidate, column, use = act.readNumber) {
    if (!shown) return;
    const name = (column ?? shown.candidates.scale) === 'logit' ? 'logits' : 'probability';
    use({ name, index: [shown.pos, candidate] });
  }

  function draw() {
    if (!shown) return;
    const first = Math.max(0, Math.min(order.length - rows.length, Math.floor(element.scrollTop / rowHeight)));
    for (const [i, row] of rows.entries()) row.update(shown, order, first + i);
    const current = rows.find((row) => row.id === settled);
    element.setAttribute('aria-activedescendant', current?.element.id ?? '');
  }

  /** Bring the current candidate into sight when it has become another. @param {number} candidate */
  function settle(candidate) {
    if (candidate === settled) return;
    settled = candidate;
    const top = order.indexOf(candidate) * rowHeight;
    const seen = ROWS * rowHeight;
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + seen) element.scrollTop = Math.max(0, top - Math.floor(ROWS / 2) * rowHeight);
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      if (shown && isSame(shown, state)) return;
      const reordered = shown?.candidates.order !== state.candidates.order || shown?.pos !== state.pos;
      shown = state;
      const scores = scoresOf(shownRecord(state)?.tensors.logits[state.pos] ?? []);
      order = state.candidates.order === 'value' ? scores.descending : byId(scores.logits.length);
      spacer.style.height = `${order.length * ROW_REM}rem`;
      element.setAttribute('aria-rowcount', String(order.length + 1));
      element.setAttribute('aria-label', words(state.lang).output.bars);
      headings(heads, state);
      if (reordered) settled = -1;
      settle(currentCandidate(state));
      draw();
    },
  };
}

/** @param {State} a @param {State} b */
function isSame(a, b) {
  return shownRecord(a) === shownRecord(b) && a.pos === b.pos && a.candidates === b.candidates && a.vocabulary === b.vocabulary && a.lang === b.lang;
}

/** @type {number[]} */
let ascending = [];

/** @param {number} count */
function byId(count) {
  if (ascending.length !== count) ascending = Array.from({ length: count }, (_, id) => id);
  return ascending;
}

/** @param {HTMLElement[]} heads @param {State} state */
function headings(heads, state) {
  const t = words(state.lang).output;
  for (const [i, text] of [t.rank, t.id, t.piece, t.bytes, t.logit, t.probability].entries()) setText(/** @type {HTMLElement} */ (heads[i]), text);
}

/** @param {KeyboardEvent} event @param {readonly number[]} order @param {number} id @returns {number | undefined} */
function steppedTo({ key, altKey, ctrlKey, metaKey }, order, id) {
  if (altKey || ctrlKey || metaKey) return undefined;
  const at = order.indexOf(id);
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - ROWS, PageDown: at + ROWS, Home: 0, End: order.length - 1 }[key];
  return to === undefined ? undefined : order[Math.max(0, Math.min(order.length - 1, to))];
}

/** One row, which stands for whatever candidate is scrolled to it. @param {string} id */
function createRow(id) {
  const cells = ['rank', 'id', 'piece', 'hex', 'logit', 'probability'].map((column) => el('span', { role: 'gridcell', class: column, 'data-column': column }));
  const [rank, number, piece, hex, logit, chance] = /** @type {[HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]} */ (cells);
  const element = el('div', { class: 'table-row', role: 'row', id }, ...cells);
  const row = { element, id: -1, update };
  /** @type {import('../types.js').VocabularyEntry | undefined} */
  let drawn;

  /** @param {State} state @param {readonly number[]} order @param {number} place */
  function update(state, order, place) {
    const candidate = order[place];
    element.hidden = candidate === undefined;
    row.id = candidate ?? -1;
    const record = shownRecord(state);
    if (candidate === undefined || !record) return;
    const scores = scoresOf(record.tensors.logits[state.pos] ?? []);
    const entry = state.vocabulary?.[candidate];
    element.style.transform = `translateY(${place * ROW_REM}rem)`;
    element.setAttribute('aria-rowindex', String(place + 2));
    element.setAttribute('aria-selected', String(candidate === currentCandidate(state)));
    element.classList.toggle('target', candidate === record.targets[state.pos]);
    element.classList.toggle('highest', candidate === scores.softmax.argmax);
    element.classList.toggle('match', findCandidates(state.vocabulary, state.candidates.query).includes(candidate));
    setText(rank, scores.place(candidate) + 1);
    setText(number, candidate);
    if (entry !== drawn) fill(piece, entry && renderPiece(entry));
    drawn = entry;
    setText(hex, (entry?.hex ?? '').replace(/(..)(?=.)/g, '$1 '));
    setText(logit, short(scores.logit(candidate), 6));
    setText(chance, probability(scores.probability(candidate), 6));
  }

  return row;
}
