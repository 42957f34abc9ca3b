/**
 * The lab's axis: one cell per position of the current record with how far its
 * logits moved, then the padding and the neighbour record, which may be
 * changed too. A cell is pressed to change what it stands for, and to undo it.
 *
 * One tab stop: arrows move along the cells.
 */
import { el, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { neighbourOf } from '../state/lab.js';
import { contextLength, shownIndex, shownRecord } from '../state/shown.js';
import { bringIntoView } from './bring-into-view.js';
import { comparison } from './comparison.js';
import { createLabCell, whileInSight } from './lab-cell.js';
import { named } from './lab-finding.js';
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
  /** @type {import('./lab-cell.js').LabCell[]} */
  const positions = [];
  const padding = createSource('padding', () => act.changePadding());
  const neighbour = createSource('neighbour', () => act.changeNeighbour());
  const onShow = () => /** @type {HTMLElement[]} */ ([...cells.children]).filter((cell) => !cell.hidden);
  const { settle } = rove(cells, () => [onShow()]);
  const follow = whileInSight(cells, (element) => positions[Number(element.dataset.position)]);
  let selected = -1;
  let count = 0;
  // The window's size, or the strip's, may have changed: the selected cell stays in view.
  new ResizeObserver(showSelected).observe(cells);
  cells.append(padding.element, neighbour.element);

  for (const kind of ['focusin', 'pointerover']) {
    cells.addEventListener(kind, (event) => say(/** @type {HTMLElement} */ (event.target).closest('button')?.getAttribute('aria-label') ?? ''));
  }
  for (const kind of ['focusout', 'pointerleave']) cells.addEventListener(kind, () => say(''));

  function showSelected() {
    bringIntoView(cells, positions[selected]?.element);
  }

  /** @param {number} wanted */
  function setCount(wanted) {
    while (positions.length < wanted) positions.push(follow(createLabCell(positions.length, act)));
    if (count === wanted) return;
    for (; count < wanted; count += 1) padding.element.before(/** @type {import('./lab-cell.js').LabCell} */ (positions[count]).element);
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
      // A bare ID of which a digit is cut off reads as another.
      const { tokenizer, vocabulary_size: ids } = state.model?.config ?? {};
      cells.style.setProperty('--digits', tokenizer === 'ids' ? String(`${ids}`.length) : null);
      cells.classList.toggle('ids', tokenizer === 'ids');
      keepFocus(() => {
        setCount(record.valid_count);
        const changes = compared && isEdited(compared) ? compared.positions : [];
        for (const [position, id] of record.ids.entries()) positions[position]?.update(state, id, changes[position] ?? null);
        updatePadding(padding, state, record.valid_count, compared);
        updateNeighbour(neighbour, state, compared);
      });
      // In the next frame, when layout is due anyway.
      if (state.pos !== selected) requestAnimationFrame(showSelected);
      selected = state.pos;
    },
  };
}

/** Whether there is anything to compare; unedited records are shown without marks. A leak is shown even then. @param {RecordComparison} compared */
function isEdited(compared) {
  return compared.first !== null || compared.neighbours.length > 0 || compared.positions.some((position) => position.kind === 'leak');
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
