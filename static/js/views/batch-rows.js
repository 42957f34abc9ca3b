/**
 * The whole batch, [B, T]: one line per record, a cell per slot, filled where
 * it is valid. A line chooses its record; a cell its position too.
 */
import { el, fill, setText } from '../dom.js';
import { createSurface } from '../draw/canvas.js';
import { absence } from '../draw/hatch.js';
import { palette } from '../draw/palette.js';
import { wordsOf } from '../i18n/all.js';
import { readsTexts } from '../i18n/index.js';
import { contextLength, shownIndex } from '../state/shown.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 *
 * @typedef {object} Bar what one line shows
 * @property {number} valid
 * @property {number} count slots
 * @property {number} selected slot, −1 in the records that are not current
 */

/** @param {HTMLElement} root @param {Act} act */
export function createBatchRows(root, act) {
  const shape = el('span', { class: 'shape' });
  const titleText = el('span');
  const list = el('div', { class: 'batch-rows' });
  const sum = el('p', { class: 'note' });
  root.append(el('h3', {}, titleText, ' ', shape), list, sum);
  /** @type {ReturnType<typeof createLine>[]} */
  const lines = [];
  const roving = rove(list, () => lines.map(({ element }) => [element]));
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      const { traced } = state;
      const depends = [traced, state.drafts, shownIndex(state), state.pos, state.lang, state.model, palette()];
      if (!traced || depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const text = wordsOf(state).detail.batch;
      const count = contextLength(state) ?? traced.trace.slots;
      const { records } = traced.trace;
      const isStream = state.model?.config.data === 'stream';
      setText(titleText, text.batch);
      setText(shape, `[${records.length}, ${count}]`);
      while (lines.length > records.length) lines.pop()?.element.remove();
      while (lines.length < records.length) lines.push(createLine(list, act));
      records.forEach((record, i) => {
        const key = traced.drafts[i]?.key;
        lines[i]?.update({
          draft: state.drafts.findIndex((draft) => draft.key === key),
          label: text.record(i, readsTexts(state.model)),
          filled: text.filled(record.valid_count, count - record.valid_count),
          bar: { valid: record.valid_count, count, selected: i === shownIndex(state) ? state.pos : -1 },
        });
      });
      const counts = records.map(({ targets }) => targets.filter((target) => target >= 0).length);
      setText(sum, (isStream ? text.scoredIn : text.scored)(counts.length > 1 ? `${counts.join(' + ')} = ` : '', counts.reduce((all, one) => all + one, 0), records.length * count));
      roving.settle(lines[shownIndex(state)]?.element);
    },
  };
}

/** @param {HTMLElement} list @param {Act} act */
function createLine(list, act) {
  const label = el('span', { class: 'batch-label' });
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const filled = el('span', { class: 'batch-filled' });
  const element = el('button', { type: 'button', class: 'batch-row', tabindex: -1 }, label, canvas, filled);
  /** @type {Bar} */
  let shown = { valid: 0, count: 1, selected: -1 };
  let draft = -1;
  const surface = createSurface(canvas, (pen, width, height, ratio) => paintBar(pen, width, height, ratio, shown));

  element.addEventListener('click', (event) => {
    if (draft < 0) return;
    act.chooseRecord(draft);
    const slot = event.target === canvas ? Math.floor((event.offsetX / canvas.clientWidth) * shown.count) : -1;
    if (slot >= 0 && slot < shown.valid) act.selectPosition(slot);
  });
  list.append(element);

  return {
    element,
    /** @param {{draft: number, label: string, filled: string, bar: Bar}} line */
    update(line) {
      draft = line.draft;
      shown = line.bar;
      fill(label, line.label);
      setText(filled, line.filled);
      element.setAttribute('aria-current', String(line.bar.selected >= 0));
      surface.repaint();
    },
  };
}

/** @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height @param {number} ratio @param {Bar} bar */
function paintBar(pen, width, height, ratio, { valid, count, selected }) {
  const { colour } = palette();
  /** Slot edges on whole device pixels. @param {number} slot */
  const edge = (slot) => Math.round((slot * width * ratio) / count) / ratio;
  pen.fillStyle = absence(pen, 'dots', colour.dots, ratio);
  pen.fillRect(edge(valid), 0, width - edge(valid), height);
  for (let slot = 0; slot < valid; slot++) {
    pen.fillStyle = slot === selected ? colour.ink : selected < 0 ? colour.rule2 : colour.ink3;
    const tall = slot === selected ? 0 : 2;
    pen.fillRect(edge(slot), tall, edge(slot + 1) - edge(slot) - 1, height - 2 * tall);
  }
}
