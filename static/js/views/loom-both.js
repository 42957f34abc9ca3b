/**
 * Two states of the model, one loom over the other at half pitch: A, what the
 * step on show is compared with, above B, the step on show. A tensor has one
 * scale in both, so that what has grown is seen to have.
 */
import { el, set } from '../dom.js';
import { createSurface } from '../draw/canvas.js';
import { absence } from '../draw/hatch.js';
import { paintLosses } from '../draw/miniature.js';
import { palette } from '../draw/palette.js';
import { scaleEnd } from '../draw/scale.js';
import { full } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { createGutter } from './gutter.js';
import { columnAt, numberUnder } from './loom-hit.js';
import { createLongPainter, paintLens } from './loom-long.js';
import { createLoomPainter } from './loom-paint.js';
import { moveBand, paddingId } from './loom.js';
import { stateName } from './state-name.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('./loom-looks.js').LoomLook} LoomLook
 * @typedef {import('./loom-looks.js').Place} Place
 * @typedef {{state: State, record: TracedRecord, look: LoomLook, rows: import('../draw/rows.js').Rows, place: Place, loss: number}} Shown
 */

/** @param {ReturnType<typeof import('./loom-frame.js').createFrame>} parts @param {import('../types.js').Act} act */
export function createLoomBoth(parts, act) {
  const half = createHalf(act);
  const letter = el('b', { class: 'half-letter', 'aria-hidden': 'true', hidden: true }, 'B');
  parts.body.before(half.element);
  parts.body.append(letter);
  /** @type {{record: TracedRecord, other: TracedRecord | null, look: LoomLook, upper: LoomLook} | null} */
  let latest = null;

  return {
    /** @param {State} state @returns {LoomLook | null} */
    look(state) {
      const record = state.mode === 'train' && state.show === 'both' ? shownRecord(state) : null;
      if (!record) return null;
      const other = otherRecord(state);
      if (latest?.record !== record || latest.other !== other) {
        const look = lookOf(record, other);
        latest = { record, other, look, upper: { ...look, shown: other ?? record } };
      }
      return latest.look;
    },
    /** @param {State} state @param {LoomLook | null} look @param {import('../draw/rows.js').Rows} rows @param {Place} place */
    mark(state, look, rows, place) {
      const record = look?.isHalved ? otherRecord(state) : null;
      half.element.hidden = letter.hidden = !record;
      if (!look || !record || !latest) return;
      half.update({ state, record, look: latest.upper, rows, place, loss: comparedWith(state)?.trace.loss ?? NaN });
    },
  };
}

/** The record on show, at the other step. @param {State} state @returns {TracedRecord | null} */
function otherRecord(state) {
  return comparedWith(state)?.trace.records[shownIndex(state)] ?? null;
}

/** @param {TracedRecord} record @param {TracedRecord | null} other @returns {LoomLook} */
function lookOf(record, other) {
  /** What either of the two has at most. @param {(of: TracedRecord) => number} measure */
  const most = (measure) => Math.max(measure(record), other ? measure(other) : 0);
  const uniform = Math.log(record.tensors.logits[0]?.length ?? 1);
  const highest = Math.max(uniform, most(({ losses }) => Math.max(...losses.map(Number))));
  return {
    shown: record,
    isDifference: false,
    isHalved: true,
    isAwaited: !other,
    same: undefined,
    painters: { losses: (brush, span, picture) => paintLosses(brush, span, picture.record.losses, picture.meanLoss, highest) },
    most: (column, block) => most((of) => scaleEnd(column.tensor?.(of, block) ?? [])),
  };
}

/** The upper loom: looked at, and a row or stage chosen in it; numbers are read in the lower one. @param {import('../types.js').Act} act */
function createHalf(act) {
  const letter = el('b', { class: 'half-letter', 'aria-hidden': 'true' }, 'A');
  const canvas = el('canvas', { class: 'loom-canvas', role: 'img' });
  const gutter = createGutter(act);
  const element = el(
    'div',
    { class: 'loom-body loom-grid half', hidden: true },
    el('div', { class: 'loom-band' }),
    gutter.element,
    letter,
    canvas,
    el('div', { class: 'loom-band-edge' }),
  );
  const even = createLoomPainter(undefined, { lens: paintLens });
  const long = createLongPainter();
  /** @type {Shown | null} */
  let shown = null;
  /** @type {unknown[]} */
  let painted = [];

  const surface = createSurface(canvas, (pen, width, _height, ratio) => {
    if (!shown) return;
    const { state, record, look, rows, place, loss } = shown;
    const colours = palette();
    pen.textBaseline = 'middle';
    const dots = absence(pen, 'dots', colours.colour.dots, ratio);
    const brush = { pen, rows, padTop: 0, padHeight: 0, palette: colours, width, ratio, family: place.family, rem: place.rem, dots };
    ('lines' in rows ? long : even)(brush, { record, block: state.block, placed: place.placed, gutterEnd: place.gutterEnd, meanLoss: loss, padding: paddingId(state), look });
  });
  listen(canvas, () => shown, act);

  return {
    element,
    /** @param {Shown} now */
    update(now) {
      const { state, record, rows, place } = now;
      shown = now;
      gutter.update(state, record, rows, 0);
      const inputs = [record, state.traced, state.block, rows.selected, rows.pitch, place.placed, palette(), state.lang];
      if (inputs.length === painted.length && inputs.every((input, i) => input === painted[i])) return;
      painted = inputs;
      set(canvas, { 'aria-label': wordsOf(state).compare.upper(stateName(state, state.train.against)) });
      moveBand(element, rows);
      surface.setHeight(rows.total);
      surface.repaint();
    },
  };
}

/** @param {HTMLElement} canvas @param {() => Shown | null} view @param {import('../types.js').Act} act */
function listen(canvas, view, act) {
  canvas.addEventListener('click', ({ offsetX, offsetY }) => {
    const shown = view();
    const position = shown?.rows.at(offsetY) ?? -1;
    const column = shown && columnAt(shown.place.placed, offsetX);
    if (position >= 0) act.selectPosition(position);
    if (column?.column.block !== undefined) act.openBlock(column.column.block);
    else if (column) act.openStage(/** @type {import('../types.js').Stage} */ (column.stage));
  });
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    const shown = view();
    canvas.title = shown ? tooltip(shown, offsetX, shown.rows.at(offsetY)) : '';
  });
}

/** @param {Shown} shown @param {number} x @param {number} position */
function tooltip({ state, record, place }, x, position) {
  const at = columnAt(place.placed, x);
  const found = at && position >= 0 ? numberUnder(at, record, state.block, position, x) : null;
  return at && found ? `A: ${at.column.label ?? words(state.lang).stages.columns[at.column.name]} [${found.index.join(', ')}]\n${full(found.value)}` : '';
}
