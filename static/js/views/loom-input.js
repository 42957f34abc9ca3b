/** Pointer and keys on the loom: rows are positions, columns lead to their stage. */
import { full } from '../format/numbers.js';
import { words } from '../i18n/index.js';
import { shownRecord } from '../state/shown.js';
import { columnAt, numberUnder, refUnder } from './loom-hit.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {import('./loom-paint.js').Placed} Placed
 */

/**
 * @param {ReturnType<typeof import('./loom-frame.js').createFrame>} parts
 * @param {() => {state: State, rows: import('../draw/rows.js').Rows, placed: Placed[], look: import('./loom-paint.js').Look | null} | null} view
 * @param {import('../types.js').Act} act
 */
export function listenPointer({ canvas, hover }, view, act) {
  canvas.addEventListener('click', (event) => {
    const seen = view();
    const column = seen && columnAt(seen.placed, event.offsetX);
    const position = seen?.rows.at(event.offsetY) ?? -1;
    if (!column) return;
    const record = shownRecord(seen.state);
    const ref = record && position >= 0 ? refUnder(column, record, seen.state.block, position, event.offsetX) : null;
    if (position >= 0) act.selectPosition(position);
    act.openStage(/** @type {Stage} */ (column.stage));
    if (ref) act.derive(ref);
  });
  canvas.addEventListener('pointermove', (event) => {
    const seen = view();
    const position = seen?.rows.at(event.offsetY) ?? -1;
    hover.hidden = position < 0;
    if (!seen || position < 0) return;
    hover.style.transform = `translateY(${seen.rows.top(position)}px)`;
    hover.style.height = `${seen.rows.height(position)}px`;
    canvas.title = tooltip(seen, position, event.offsetX);
  });
  canvas.addEventListener('pointerleave', () => (hover.hidden = true));
}

/** @param {{state: State, placed: Placed[], look: import('./loom-paint.js').Look | null}} view @param {number} position @param {number} x */
function tooltip({ state, placed, look }, position, x) {
  const column = columnAt(placed, x);
  const record = shownRecord(state);
  const found = column && record && numberUnder(column, record, state.block, position, x);
  if (!found) return '';
  const name = column.column.label ?? words(state.lang).stages.columns[column.column.name];
  const difference = look?.isDifference ? numberUnder(column, look.shown, state.block, position, x) : null;
  return `${name} [${found.index.join(', ')}]\n${full(found.value)}${difference ? `\nΔ ${full(difference.value)}` : ''}`;
}

/**
 * @param {HTMLElement} body @param {() => State | null} view
 * @param {import('../types.js').Act} act @param {() => void} moved
 */
export function listenKeys(body, view, act, moved) {
  body.addEventListener('keydown', (event) => {
    const state = view();
    if (!state || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const last = (shownRecord(state)?.valid_count ?? 1) - 1;
    const stage = state.stage + (key === 'ArrowRight' ? 1 : -1);
    /** @type {Record<string, () => void>} */
    const moves = {
      ArrowUp: () => act.selectPosition(Math.max(0, state.pos - 1)),
      ArrowDown: () => act.selectPosition(Math.min(last, state.pos + 1)),
      Home: () => act.selectPosition(0),
      End: () => act.selectPosition(last),
      ArrowLeft: () => stage >= 1 && act.openStage(/** @type {Stage} */ (stage)),
      ArrowRight: () => stage <= 6 && act.openStage(/** @type {Stage} */ (stage)),
      Enter: () => /** @type {HTMLElement | null} */ (document.querySelector('#work > section:not([hidden])'))?.focus(),
    };
    if (!moves[key]) return;
    event.preventDefault();
    event.stopPropagation();
    moved();
    moves[key]();
  });
}
