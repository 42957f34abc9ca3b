/**
 * What the loom consists of: the columns' labels, which also lay out the
 * columns, and beneath them gutter, canvas and the selected row's band.
 */
import { el, fill, set } from '../dom.js';
import { words } from '../i18n/index.js';
import { shownRecord } from '../state/shown.js';
import { createGutter } from './gutter.js';
import { loomColumns } from './loom-columns.js';
import { createNotch } from './stages.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('./loom-columns.js').Column} Column
 * @typedef {{column: Column, stage: number, label: HTMLElement}} Labelled
 */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createFrame(root, act) {
  const labels = el('div', { class: 'loom-labels loom-grid', 'aria-hidden': 'true' });
  const canvas = el('canvas', { class: 'loom-canvas' });
  const gutter = createGutter(act);
  const hover = el('div', { class: 'loom-hover', hidden: true });
  const live = el('div', { class: 'spoken', 'aria-live': 'polite' });
  const body = el(
    'div',
    { class: 'loom-body loom-grid', tabindex: 0, role: 'application' },
    el('div', { class: 'loom-band' }),
    gutter.element,
    canvas,
    hover,
    el('div', { class: 'loom-band-edge' }),
  );
  const notch = createNotch();
  root.append(labels, body, notch.element, live);

  /** @type {Labelled[]} */
  let labelled = [];
  /** @type {{stage: number, element: HTMLElement}[]} */
  let stages = [];
  let made = '';

  return {
    body,
    canvas,
    gutter,
    hover,
    labels,
    live,
    notch,
    get labelled() {
      return labelled;
    },
    get stages() {
      return stages;
    },
    /** Make the labels anew if the language, the model or the open block differ. @param {State} state @param {import('./loom-large.js').Plan | null} plan @returns {boolean} */
    relabel(state, plan) {
      const config = state.model?.config ?? configOf(state);
      const wanted = `${state.lang} ${!!state.aside} ${config.heads} ${config.width} ${config.ffn_width} ${config.activation} ${plan?.key}`;
      if (wanted === made) return false;
      made = wanted;
      const names = words(state.lang).stages;
      set(body, { 'aria-label': names.loom });
      const groups = (plan?.columns ?? loomColumns)(config);
      labelled = groups.flatMap((columns, i) =>
        columns.map((column) => ({ column, stage: column.stage ?? i + 1, label: labelOf(column, state.aside ? { targets: names.next, ...names.columns } : names.columns) })),
      );
      stages = groups.map((columns, i) => ({
        stage: columns[0]?.stage ?? i + 1,
        element: el('div', { class: 'loom-stage' }, ...labelled.filter(({ column }) => columns.includes(column)).map(({ label }) => label)),
      }));
      fill(labels, el('div', {}), ...stages.map(({ element }) => element));
      return true;
    },
  };
}

/** @param {Column} column @param {Record<string, string>} names */
function labelOf(column, names) {
  const label = el('span', { class: `loom-label ${column.kind}`, 'data-column': column.name }, el('i', {}, names[column.name] ?? column.label));
  label.style.flexGrow = String(column.share);
  return label;
}

/**
 * Sizes of a model whose description has not come yet, read off its trace.
 * @param {State} state
 */
function configOf(state) {
  const tensors = shownRecord(state)?.tensors;
  const block = tensors?.blocks[0];
  return /** @type {import('../types.js').ModelConfig} */ ({
    heads: block?.weights.length ?? 0,
    width: tensors?.final_norm[0]?.length ?? 0,
    ffn_width: block?.ffn_relu[0]?.length ?? 0,
    context_length: state.traced?.trace.slots ?? 0,
  });
}
