/**
 * The lab's axis: one cell per position of the current record with how far its
 * logits moved, then the padding and the neighbour record, which may be
 * changed too. A cell is pressed to change what it stands for, and to undo it.
 *
 * One tab stop: arrows move along the cells.
 */
import { el, fill, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { neighbourOf } from '../state/lab.js';
import { contextLength, shownIndex, shownRecord } from '../state/shown.js';
import { bringIntoView } from './bring-into-view.js';
import { comparison } from './comparison.js';
import { amount, changeInWords, named } from './lab-finding.js';
import { renderPiece } from './piece.js';
import { rove } from './roving.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('./comparison.js').RecordComparison} RecordComparison */

/** @param {Act} act @param {(text: string) => void} say what the cell under pointer or focus stands for; empty for none */
export function createLabStrip(act, say) {
  const token = el('span');
  const axis = el('span', { class: 'axis' });
  const cells = el('div', { class: 'lab-cells', role: 'group' });
  const element = el('div', { class: 'lab-strip' }, el('div', { class: 'lab-rows', 'aria-hidden': 'true' }, token, axis), cells);
  /** @type {ReturnType<typeof createCell>[]} */
  const positions = [];
  const padding = createSource('padding', () => act.changePadding());
  const neighbour = createSource('neighbour', () => act.changeNeighbour());
  const onShow = () => /** @type {HTMLElement[]} */ ([...cells.children]).filter((cell) => !cell.hidden);
  const { settle } = rove(cells, () => [onShow()]);
  let selected = -1;
  let count = 0;
  cells.append(padding.element, neighbour.element);

  for (const kind of ['focusin', 'pointerover']) {
    cells.addEventListener(kind, (event) => say(/** @type {HTMLElement} */ (event.target).closest('button')?.getAttribute('aria-label') ?? ''));
  }
  for (const kind of ['focusout', 'pointerleave']) cells.addEventListener(kind, () => say(''));

  /** @param {number} wanted */
  function setCount(wanted) {
    while (positions.length < wanted) positions.push(createCell(positions.length, act));
    if (count === wanted) return;
    for (; count < wanted; count += 1) padding.element.before(/** @type {ReturnType<typeof createCell>} */ (positions[count]).element);
    for (; count > wanted; count -= 1) positions[count - 1]?.element.remove();
    settle();
  }

  /** A cell that goes hands its focus to the nearest one. @param {() => void} change */
  function keepFocus(change) {
    const had = cells.contains(document.activeElement) && document.activeElement;
    change();
    if (!had) return;
    const left = onShow();
    if (left.some((cell) => cell === had)) return;
    const isPosition = positions.some(({ element: cell }) => cell === had);
    (isPosition ? positions[count - 1]?.element : left.at(-1))?.focus({ preventScroll: true });
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      const record = shownRecord(state);
      if (!record) return;
      const t = wordsOf(state).lab;
      const compared = comparison(state)?.records[shownIndex(state)] ?? null;
      setText(token, t.token);
      setText(axis, t.axis);
      set(axis, { title: t.axisLong });
      cells.setAttribute('aria-label', t.axisLong);
      keepFocus(() => {
        setCount(record.valid_count);
        const changes = compared && isEdited(compared) ? compared.positions : [];
        for (const [position, id] of record.ids.entries()) positions[position]?.update(state, id, changes[position] ?? null);
        updatePadding(padding, state, record.valid_count, compared);
        updateNeighbour(neighbour, state, compared);
      });
      // In the next frame, when layout is due anyway.
      if (state.pos !== selected) requestAnimationFrame(() => bringIntoView(cells, positions[selected]?.element));
      selected = state.pos;
    },
  };
}

/** @param {number} position @param {Act} act */
function createCell(position, act) {
  const piece = el('span', { class: 'what' });
  const bar = el('i', { class: 'moved' });
  const value = el('span', { class: 'by' });
  const element = el(
    'button', { type: 'button', class: 'lab-cell', tabindex: -1, 'data-position': position, onclick: () => act.changeToken(position) },
    el('span', { class: 'who' }, el('span', { class: 'at' }, String(position)), piece), el('span', { class: 'how' }, bar), value,
  );
  let drawn = '';
  /** @type {unknown[]} */
  let seen = [];
  return {
    element,
    /** @param {State} state @param {number} id @param {import('./comparison.js').PositionChange | null} change */
    update(state, id, change) {
      const depends = [id, change?.kind, change?.max, change?.changed, state.vocabulary, state.lang, state.pos === position];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const entry = state.vocabulary?.[id];
      const now = `${id} ${entry !== undefined}`;
      if (now !== drawn) fill(piece, entry && renderPiece(entry));
      drawn = now;
      set(element, { 'aria-current': state.pos === position && 'true', 'data-change': change?.kind ?? 'none' });
      element.classList.toggle('changed', change?.changed ?? false);
      const who = wordsOf(state).lab.position(position, named(state, id));
      element.setAttribute('aria-label', change ? `${who}: ${changeInWords(state, change)}` : who);
      // Before the first edit the sign is there unseen, so that an edit lays out what it changes and no other cell.
      setText(value, change ? signOf(change) : UNCHANGED);
      if (change?.kind === 'moved' || change?.kind === 'leak') bar.style.setProperty('--height', String(heightOf(change.max)));
    },
  };
}

/** Whether there is anything to compare; unedited records are shown without marks. A leak is shown even then. @param {RecordComparison} compared */
function isEdited(compared) {
  return compared.first !== null || compared.neighbours.length > 0 || compared.positions.some((position) => position.kind === 'leak');
}

const UNCHANGED = '≡ 0';

/** @param {import('./comparison.js').PositionChange} change */
function signOf({ kind, max }) {
  if (kind === 'identical') return UNCHANGED;
  return kind === 'new' ? '' : amount(max);
}

/** Share of the full height by order of magnitude: from 1e−8 and less, still visible, to 1. @param {number} max */
function heightOf(max) {
  if (!(max < 1)) return 1;
  return Math.max(0.15, 1 + Math.log10(Math.max(max, Number.MIN_VALUE)) / 8);
}

/** A cell for what is not a position. @param {string} kind @param {() => void} press */
function createSource(kind, press) {
  const title = el('span', { class: 'who' });
  const detail = el('span', { class: 'what' });
  const value = el('span', { class: 'by' });
  const element = el('button', { type: 'button', class: `lab-cell source ${kind}`, tabindex: -1, onclick: press }, title, detail, value);
  return { element, title, detail, value };
}

/** @typedef {ReturnType<typeof createSource>} Source */

/** @param {Source} cell @param {State} state @param {number} used @param {RecordComparison | null} compared */
function updatePadding(cell, state, used, compared) {
  const t = wordsOf(state).lab;
  const total = contextLength(state) ?? used;
  cell.element.hidden = total <= used;
  const slots = t.padRange(used, total - 1);
  const filling = state.traced?.drafts[shownIndex(state)]?.paddingId ?? null;
  const isFilled = compared?.padding ?? false;
  setText(cell.title, slots);
  setText(cell.detail, isFilled && filling !== null ? named(state, filling) : t.pad);
  mark(cell, isFilled, isFilled ? t.restorePadding(slots) : t.fillPadding(slots));
}

/** @param {Source} cell @param {State} state @param {RecordComparison | null} compared */
function updateNeighbour(cell, state, compared) {
  const t = wordsOf(state).lab;
  const index = neighbourOf(state);
  cell.element.hidden = index < 0;
  if (index < 0) return;
  const key = state.drafts[index]?.key;
  const place = state.traced?.drafts.findIndex((draft) => draft.key === key) ?? -1;
  const isChanged = compared?.neighbours.includes(place) ?? false;
  setText(cell.title, '');
  setText(cell.detail, t.record(index));
  mark(cell, isChanged, isChanged ? t.restoreNeighbour(index) : t.changeNeighbour(index));
}

/** @param {Source} cell @param {boolean} isChanged @param {string} label */
function mark(cell, isChanged, label) {
  set(cell.element, { 'aria-pressed': String(isChanged), 'aria-label': label, title: label });
  cell.element.classList.toggle('changed', isChanged);
}
