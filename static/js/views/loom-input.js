/** Pointer and keys on the loom: rows are positions, columns lead to their stage. */
import { shownRecord } from '../state/shown.js';
import { columnAt, isLens, refUnder } from './loom-hit.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {import('./loom-paint.js').Placed} Placed
 * @typedef {{state: State, rows: import('../draw/rows.js').Rows, placed: Placed[], look: import('./loom-paint.js').Look | null}} Seen
 * @typedef {ReturnType<typeof import('./loom-reading.js').createLoomReading>} Reading
 * @typedef {(then: (reading: Reading) => void) => void} Read
 */

/**
 * @param {ReturnType<typeof import('./loom-frame.js').createFrame>} parts
 * @param {() => Seen | null} view
 * @param {import('../types.js').Act} act
 * @param {Read} read
 */
export function listenPointer({ canvas, hover }, view, act, read) {
  canvas.addEventListener('click', (event) => {
    const seen = view();
    const column = seen && columnAt(seen.placed, event.offsetX);
    const position = seen?.rows.at(event.offsetY) ?? -1;
    if (!column) return;
    const record = shownRecord(seen.state);
    const ref = record && position >= 0 ? refUnder(column, record, seen.state.block, position, event.offsetX, seen.look?.isGradient) : null;
    if (position >= 0) act.selectPosition(position);
    const { block, tensor } = column.column;
    // What leaves a folded block may not have been sent.
    if (block !== undefined) return tensor && record && !tensor(record, block) ? act.loadOutcome(block) : act.openBlock(block);
    act.openStage(/** @type {Stage} */ (column.stage));
    if (ref && !isLens(ref)) act.derive(ref);
  });
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    const seen = view();
    const position = seen?.rows.at(offsetY) ?? -1;
    hover.hidden = position < 0;
    if (!seen || position < 0) return;
    hover.style.transform = `translateY(${seen.rows.top(position)}px)`;
    hover.style.height = `${seen.rows.height(position)}px`;
    read(({ point }) => point(position, offsetX));
  });
  canvas.addEventListener('pointerleave', () => (hover.hidden = true));
}

/**
 * @param {HTMLElement} body @param {() => State | null} view
 * @param {import('../types.js').Act} act @param {() => void} moved @param {Read} read
 */
export function listenKeys(body, view, act, moved, read) {
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
    if (event.shiftKey) return key === 'Enter' ? state.number && !isLens(state.number) && act.derive(state.number) : read(({ step }) => step(key));
    moved();
    moves[key]();
  });
}
