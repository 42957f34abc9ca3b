/**
 * Reading the loom number by number: under the pointer, or with Shift and the
 * arrows, cell by cell. Loaded when the first number is asked for.
 */
import { el } from '../dom.js';
import { full } from '../format/numbers.js';
import { words } from '../i18n/index.js';
import { completed } from '../math/dependencies/table.js';
import { differentiated, isGradient } from '../math/dependencies/terms.js';
import { valueOf } from '../math/dependencies/value.js';
import { shownRecord } from '../state/shown.js';
import { contextOf } from './derivation-context.js';
import { lensBeside, lensReading } from './lens-reading.js';
import { columnAt, isLens, numberUnder, refUnder } from './loom-hit.js';
import { mapSpan } from './loom-paint.js';
import { shortForm } from './short-form.js';
import { loomPlace } from './trail-places.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('./loom-paint.js').Placed} Placed
 * @typedef {import('./loom-input.js').Seen} Seen
 * @typedef {{at: Placed, place: number, ref: NumberRef}} Cell
 */

/** CSS px: thinner frames could not be seen. */
const NARROWEST_FRAME = 5;

/**
 * @param {{body: HTMLElement, canvas: HTMLElement}} parts
 * @param {() => Seen | null} view @param {import('../types.js').Act} act
 */
export function createLoomReading({ body, canvas }, view, act) {
  const frame = el('div', { class: 'loom-read', hidden: true });
  body.append(frame);
  /** @type {NumberRef | null} what was last read here, and not elsewhere on the page */
  let own = null;
  /** The stage that was open then. @type {Stage | null} */
  let since = null;

  /** @param {NumberRef} ref */
  function read(ref) {
    act.readNumber(ref);
    const now = view()?.state;
    own = now?.number ?? null;
    since = now?.stage ?? null;
    mark();
  }

  /** Where the number stands that was read here. */
  function mark() {
    const seen = view();
    const box = seen && own && seen.state.number === own ? boxOf(seen, own) : null;
    frame.hidden = !box;
    if (box) Object.assign(frame.style, { transform: `translate(${box.left}px, ${box.top}px)`, width: `${box.width}px`, height: `${box.height}px` });
  }

  return {
    /** Under the pointer. @param {number} position @param {number} x CSS px */
    point(position, x) {
      const seen = view();
      const at = seen && columnAt(seen.placed, x);
      const record = seen && shownRecord(seen.state);
      const ref = at && record && refUnder(at, record, seen.state.block, position, x, seen.look?.isGradient);
      canvas.title = ref ? tooltip(seen, at, ref, position, x) : '';
      if (ref) read(ref);
    },
    /** By one cell. @param {string} key */
    step(key) {
      const seen = view();
      const cell = seen && next(seen, own, key, since);
      if (!seen || !cell) return;
      act.selectPosition(positionOf(cell.ref));
      // A folded block is of no stage; the open one stays.
      if (cell.at.stage > 0) act.openStage(/** @type {Stage} */ (cell.at.stage));
      read(cell.ref);
    },
    mark,
  };
}

/** @param {Seen} seen @param {Placed} at @param {NumberRef} ref @param {number} position @param {number} x */
function tooltip({ state, look }, at, ref, position, x) {
  if (isLens(ref)) return lensTip(ref, state);
  const context = contextOf(state);
  const value = context && valueOf(ref, context);
  const { column } = at;
  const index = column.kind === 'weights' ? ref.index.slice(1) : ref.index;
  const change = look?.isDifference ? numberUnder(at, look.shown, state.block, position, x) : null;
  const form = shortForm(ref, state);
  return [
    `${isGradient(ref.name) ? '∂' : ''}${column.label ?? words(state.lang).stages.columns[column.name]} [${index.join(', ')}]`,
    value === null ? '' : full(value),
    change ? `Δ ${full(change.value)}` : '',
    form && `= ${form}`,
    lensBeside(ref, state),
  ].filter(Boolean).join('\n');
}

/** @param {NumberRef} ref @param {State} state */
function lensTip(ref, state) {
  const { label, value, digits, place } = lensReading(ref, state);
  return [label, value, digits, place].join('\n');
}

/** @param {Seen} seen @param {NumberRef | null} own @param {string} key @param {Stage | null} since the stage that was open when it was read @returns {Cell | undefined} */
function next(seen, own, key, since) {
  const { state } = seen;
  const from = own && state.number === own ? placeOf(seen, own) : null;
  const row = cellsOf(seen, from?.position ?? state.pos);
  const current = from && row.findIndex(({ at, place }) => at.column.name === from.column && place === (from.place ?? 0));
  // From the open stage on: plain arrows have led there.
  const stage = current === null ? 0 : (row[current]?.at.stage ?? 0);
  // A folded block is of no stage, and leaves the open one as it was.
  if (current === null || (stage < 0 ? since : stage) !== state.stage) return row.find(({ at }) => at.stage === state.stage);
  const along = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (along) return row[current + along];
  const below = cellsOf(seen, state.pos + (key === 'ArrowDown' ? 1 : -1));
  // Where a key is masked, the last one before it that is not.
  return below.findLast(({ at, place }) => at.column.name === from?.column && place <= (from.place ?? 0)) ?? below.find(({ at }) => at.column.name === from?.column);
}

/** Every number in a position's row, from left to right. @param {Seen} seen @param {number} position @returns {Cell[]} */
function cellsOf({ state, placed, look }, position) {
  const record = shownRecord(state);
  if (!record || position < 0 || position >= record.valid_count) return [];
  return placed.flatMap((at) => {
    const { left, width } = spanOf(at);
    const count = at.column.tensor?.(record, state.block)?.[position]?.length ?? 1;
    return Array.from({ length: count }, (_, place) => {
      const ref = refUnder(at, record, state.block, position, left + ((place + 0.5) * width) / count, look?.isGradient);
      return ref && { at, place, ref };
    }).filter((cell) => cell !== null);
  });
}

/** @param {NumberRef} ref of the loom: its row is the first place, a weight's the second */
function positionOf({ name, index }) {
  return index[differentiated(name) === 'weights' ? 1 : 0] ?? 0;
}

/** @param {Seen} seen @param {NumberRef} ref */
function placeOf({ state }, ref) {
  const context = contextOf(state);
  return context && loomPlace(completed(ref, context), context, state.pos);
}

/** @param {Seen} seen @param {NumberRef} ref */
function boxOf(seen, ref) {
  const found = placeOf(seen, ref);
  const at = seen.placed.find(({ column }) => column.name === found?.column);
  if (!found || !at || found.position >= seen.rows.count) return null;
  const { left, width } = spanOf(at);
  const wide = Math.max(NARROWEST_FRAME, width / found.of);
  const middle = left + (((found.place ?? 0) + 0.5) * width) / found.of;
  return { left: middle - wide / 2, top: seen.rows.top(found.position), width: wide, height: seen.rows.height(found.position) };
}

/** @param {Placed} at */
function spanOf({ column, span }) {
  return column.kind === 'weights' ? mapSpan(span) : span;
}
