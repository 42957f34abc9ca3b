/**
 * The loom as gradients: every tensor's dL/d under its own name with ∂, on a
 * scale of its own, arrows from right to left. What no loss is differentiated
 * by, IDs and flags, stands as it is.
 */
import { el, fill, set, setText } from '../dom.js';
import { paintPadding } from '../draw/miniature.js';
import { paintSlopes } from '../draw/slopes.js';
import { wordsOf } from '../i18n/all.js';
import { words as first } from '../i18n/index.js';
import { showsGradients, shownGradients, shownRefusal } from '../state/graded.js';
import { shownIndex, shownRecord } from '../state/shown.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../types.js').BlockTensors} BlockTensors
 * @typedef {import('../types.js').Gradients} Gradients
 * @typedef {import('./loom-columns.js').Column} Column
 * @typedef {import('./loom-looks.js').LoomLook} LoomLook
 */

/** @param {ReturnType<typeof import('./loom-frame.js').createFrame>} parts */
export function createLoomGradients(parts) {
  const caption = el('p', { class: 'gradient-caption', hidden: true });
  parts.body.after(caption);
  /** @type {WeakMap<TracedRecord, {gradients: Gradients | null, look: LoomLook}>} */
  const known = new WeakMap();
  /** @type {unknown[]} */
  let marked = [];

  return {
    /** @param {State} state @returns {LoomLook | null} null where gradients are not asked for, or refused */
    look(state) {
      const record = showsGradients(state) && !shownRefusal(state) ? shownRecord(state) : null;
      if (!record) return null;
      const gradients = shownGradients(state);
      const before = known.get(record);
      if (before && before.gradients === gradients) return before.look;
      const look = gradientLook(state);
      if (look) known.set(record, { gradients, look });
      return look;
    },
    /** Labels and caption. @param {State} state @param {LoomLook | null} look @param {readonly unknown[]} placed */
    mark(state, look, placed) {
      const depends = [look, state.graded, state.gradedRefusal, state.show, placed, state.lang];
      if (depends.every((part, i) => part === marked[i])) return;
      marked = depends;
      const { columns } = first(state.lang).stages;
      for (const { column, label } of parts.labelled) {
        const inner = label.firstElementChild;
        const name = column.label ?? columns[column.name] ?? '';
        if (inner && look?.isGradient) setText(inner, gradientName(column, name));
        else if (inner?.textContent?.startsWith('∂')) setText(inner, name);
      }
      parts.labels.classList.toggle('gradients', look?.isGradient === true);
      tell(caption, state);
    },
  };
}

/** @param {HTMLElement} caption @param {State} state */
function tell(caption, state) {
  const { gradients: t } = wordsOf(state);
  caption.hidden = !showsGradients(state);
  if (caption.hidden) return;
  const refused = shownRefusal(state);
  set(caption, { 'data-kind': refused ? 'refused' : 'told' });
  const [name, more] = refused ? [t.refused, t.refusals[refused.code] ?? refused.message] : t.caption(shownGradients(state)?.scored_events ?? state.traced?.trace.scored_events ?? 0);
  fill(caption, el('b', {}, name), ` ${more}`);
  caption.title = caption.textContent ?? '';
}

/** Whether the loom shows gradients, and has them. @param {State} state */
export function hasGradients(state) {
  return showsGradients(state) && shownGradients(state) !== null;
}

/** Of the record on show. @param {State} state @returns {LoomLook | null} */
export function gradientLook(state) {
  const record = shownRecord(state);
  const gradients = shownGradients(state);
  const own = gradients?.records[shownIndex(state)];
  if (!record) return null;
  const shown = own ? { ...record, losses: own.losses, tensors: { ...own.tensors, blocks: own.tensors.blocks.map((block, i) => visibleOnly(block, record.tensors.blocks[i])) } } : record;
  return {
    shown,
    isDifference: false,
    isGradient: true,
    isAwaited: !own,
    same: undefined,
    painters: {
      logits: (brush, span) => paintPadding(brush, span),
      losses: (brush, span) => paintSlopes(brush, span, shown.losses, `1/${gradients?.scored_events ?? 0}`),
    },
  };
}

/**
 * What a masked weight would do is no part of the picture, nor of its scale.
 * @param {BlockTensors} gradients @param {BlockTensors | undefined} traced @returns {BlockTensors}
 */
function visibleOnly(gradients, traced) {
  const visible = traced?.visible ?? [];
  const weights = gradients.weights.map((head) => head.map((row, query) => Array.from(row, (value, key) => (visible[0]?.[query]?.[key] ? value : 0))));
  return { ...gradients, visible, weights };
}

/** @param {Column} column @param {string} name */
export function gradientName({ kind }, name) {
  if (['sign', 'ids', 'valid', 'targets', 'lens'].includes(kind)) return name;
  if (/[·−]/.test(name)) return `∂(${name})`;
  return name.startsWith('→') ? `∂ ${name}` : `∂${name}`;
}
