/**
 * How the loom looks beside something else, the healthy model or another step:
 * as the trace's own values, or as what they differ by, with a tear before the
 * first tensor that differs.
 */
import { setText } from '../dom.js';
import { hatchNaN, paintDifferences, markChanged } from '../draw/difference-bars.js';
import { paintIntegers, paintPadding } from '../draw/miniature.js';
import { short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { words as first } from '../i18n/index.js';
import { sameKey } from '../math/trace-difference.js';
import { inBlock } from '../math/rows.js';
import { isCompared } from '../state/compared.js';
import { shownRecord } from '../state/shown.js';
import { shownDifference } from './shown-difference.js';
import { mapSpan, paintAbsentKeys } from './loom-paint.js';
import { createTear } from './loom-tear.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../math/trace-difference.js').RecordDifference} RecordDifference
 * @typedef {import('./loom-columns.js').Column} Column
 * @typedef {import('./loom-paint.js').Placed} Placed
 * @typedef {import('./loom-looks.js').LoomLook & {difference: RecordDifference | null}} ComparedLook
 */

/** @param {ReturnType<typeof import('./loom-frame.js').createFrame>} parts */
export function createLoomCompared(parts) {
  const tear = createTear(parts.body, () => parts.labelled.map(({ column }) => column.name));
  /** @type {{record: TracedRecord, look: ComparedLook} | null} */
  let latest = null;
  /** @type {unknown[]} */
  let marked = [];

  return {
    /** @param {State} state @returns {ComparedLook | null} null where nothing is compared */
    look(state) {
      const record = shownRecord(state);
      if (!isCompared(state) || !record) return null;
      const difference = shownDifference(state);
      const isDifference = state.show === 'difference';
      if (latest?.record === record && latest.look.difference === difference && latest.look.isDifference === isDifference) return latest.look;
      latest = { record, look: lookOf(record, difference, isDifference) };
      return latest.look;
    },
    /** Labels and tear. @param {State} state @param {import('./loom-looks.js').LoomLook | null} look @param {readonly Placed[]} placed */
    mark(state, look, placed) {
      const depends = [look, placed, state.lang, state.block];
      if (depends.every((part, i) => part === marked[i])) return;
      marked = depends;
      const difference = look?.isDifference ? shownDifference(state) : null;
      label(parts.labelled, state, difference);
      tear.update(state, difference, placed);
    },
  };
}

/** @param {TracedRecord} record @param {RecordDifference | null} difference @param {boolean} isDifference @returns {ComparedLook} */
export function lookOf(record, difference, isDifference) {
  const shown = isDifference && difference ? { ...record, tensors: difference.tensors } : record;
  /** @type {ComparedLook['painters']} */
  const painters = {
    signed: (brush, span, picture) => {
      paintPadding(brush, span);
      hatchColumn(brush, span, picture, shown);
    },
    weights: (brush, span, picture) => {
      paintAbsentKeys(brush, span, { ...picture, record: shown });
      hatchColumn(brush, mapSpan(span), picture, shown);
    },
  };
  if (isDifference && difference) Object.assign(painters, differencePainters(difference, record));
  const lens = isDifference ? difference?.lens : undefined;
  return { shown, isDifference, painters, difference, same: difference?.rows, isAwaited: isDifference && !difference, ...(lens && { lens }) };
}

/** @param {RecordDifference} difference @param {TracedRecord} record @returns {ComparedLook['painters']} */
function differencePainters(difference, record) {
  return {
    logits: (brush, span) => paintPadding(brush, span),
    targets: (brush, span) => {
      paintIntegers(brush, span, record.targets, '\u2212100', brush.palette.colour.voc);
      markChanged(brush, span, difference.targets);
    },
    losses: (brush, span) => paintDifferences(brush, span, difference.losses, lossText),
  };
}

/** @param {number | null} difference */
function lossText(difference) {
  return difference === null || Number.isNaN(difference) ? '\u2013' : short(difference, 4);
}

/**
 * @param {import('../draw/miniature.js').Brush} brush @param {import('../draw/atlas.js').Span} span
 * @param {import('./loom-paint.js').Picture} picture @param {TracedRecord} shown
 */
function hatchColumn(brush, span, { placed, block }, shown) {
  const column = placed.find((one) => one.span.left === span.left)?.column;
  const matrix = column?.tensor?.(shown, block);
  if (matrix) hatchNaN(brush, span, matrix);
}

/** @param {readonly import('./loom-frame.js').Labelled[]} labelled @param {State} state @param {RecordDifference | null} difference */
function label(labelled, state, difference) {
  const { columns } = first(state.lang).stages;
  for (const { column, label: node } of labelled) {
    const name = column.label ?? columns[column.name] ?? '';
    const text = difference ? marked(column, name, difference, state) : name;
    const inner = node.firstElementChild;
    if (inner) setText(inner, text);
  }
}

/** @param {Column} column @param {string} name @param {RecordDifference} difference @param {State} state */
export function marked(column, name, { same, tensors, lens }, state) {
  if (['sign', 'fan', 'ids', 'valid'].includes(column.kind)) return name;
  if (column.kind === 'lens') return lensMarked(name, lens.get(column.after ?? -1));
  const tensor = tensorOf(column);
  const key = sameKey(tensor, column.name === 'embedded' ? 0 : isShared(tensor) ? null : state.block);
  if (same.has(key)) return `${name} ≡`;
  const matrix = column.tensor?.(/** @type {any} */ ({ tensors }), state.block);
  if (matrix?.some((row) => row.some(Number.isNaN))) return `${name} ${wordsOf(state).bugs.noNumber}`;
  return column.kind === 'signed' ? name : `Δ ${name}`;
}

/** @param {string} name @param {readonly (number | null)[] | undefined} change left out: there is nothing to compare it with, and it shows p */
function lensMarked(name, change) {
  if (!change) return name;
  return change.some((by) => by !== null && by !== 0) ? `Δ${name}` : `${name} ≡`;
}

/** The traced tensor that a column shows. @param {Column} column */
function tensorOf({ kind, name }) {
  if (kind === 'weights') return 'weights';
  return name === 'embedded' ? 'block_input' : name;
}

/** @param {string} tensor */
function isShared(tensor) {
  return tensor === 'targets' || tensor === 'losses' || !inBlock(tensor);
}
