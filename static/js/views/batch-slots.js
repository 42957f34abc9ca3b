/**
 * Every slot of the current record as one column: its bytes, piece and input
 * ID, the line along which the next slot's ID becomes this one's target, and
 * whether the slot is valid. Columns break into lines; padding is folded.
 */
import { el, fill } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { paddingId } from './loom.js';
import { contextLength, shownIndex, shownRecord } from '../state/shown.js';
import { connect, createFold, createSlot, fillSlot } from './batch-slot.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('./batch-slot.js').Slot} Slot
 * @typedef {import('./batch-slot.js').Content} Content
 */

/** Padding of a model that has no PAD. @type {import('../types.js').VocabularyEntry} */
const NAMELESS = { id: 0, kind: 'special', hex: '', name: 'PAD', rank: null, left: null, right: null };

/** What the labels before a line take. */
const LABELS_REM = 4.75;

/** @param {HTMLElement} root @param {Act} act */
export function createBatchSlots(root, act) {
  const lines = el('div', { class: 'batch-slots', role: 'group' });
  root.append(lines);
  const fold = createFold(() => {
    fold.open = !fold.open;
    if (latest) draw(latest);
  });
  /** @type {Slot[]} */
  const slots = [];
  let valid = 0;
  let room = 60;
  /** @type {State | null} */
  let latest = null;
  let laid = '';
  /** @type {unknown[]} */
  let seen = [];

  const roving = rove(lines, () => [slots.slice(0, valid).map(({ element }) => element)]);
  lines.addEventListener('focusin', (event) => pick(event.target));
  lines.addEventListener('click', (event) => {
    const slot = slots.find(({ element }) => element.contains(/** @type {Node} */ (event.target)));
    slot?.element.focus();
  });
  new ResizeObserver(([entry]) => {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    room = (entry?.contentRect.width ?? room * rem) / rem;
    if (latest) layLines(latest);
  }).observe(root);

  /** @param {EventTarget | null} target */
  function pick(target) {
    const at = slots.findIndex(({ element }) => element === target);
    if (at >= 0 && at < valid) act.selectPosition(at);
  }

  /** @param {State} state */
  function draw(state) {
    const record = shownRecord(state);
    if (!record) return;
    const count = contextLength(state) ?? record.valid_count;
    const contents = contentsOf(state, record, fold.open ? count : record.valid_count);
    const text = wordsOf(state).detail.batch;
    valid = record.valid_count;
    lines.setAttribute('aria-label', text.slots(state.rec, count));
    while (slots.length < contents.length) slots.push(createSlot());
    contents.forEach((content, i) => fillSlot(/** @type {Slot} */ (slots[i]), content, i, state));
    fold.update(valid, count, paddingOf(state), state);
    layLines(state);
    roving.settle(slots[state.pos]?.element);
  }

  /** Break the columns into lines; only where widths or room have changed. @param {State} state */
  function layLines(state) {
    const count = contextLength(state) ?? valid;
    const used = slots.slice(0, fold.open ? count : valid);
    const columns = [...used.slice(0, valid), ...(count > valid ? [fold] : []), ...used.slice(valid)];
    const broken = breakLines(columns.map(({ width }) => width), room - LABELS_REM);
    const layout = JSON.stringify([state.lang, hasBytes(state), valid, used.map(({ width }) => width), broken]);
    if (layout === laid) return;
    laid = layout;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const keep = lines.contains(focused);
    const { rows } = wordsOf(state).detail.batch;
    const labels = Object.values(hasBytes(state) ? rows : { ...rows, bytes: '' });
    lines.style.setProperty('--bytes', hasBytes(state) ? '' : '0');
    fill(lines, ...broken.map((line) => lineOf(labels, line.map((i) => /** @type {{element: HTMLElement}} */ (columns[i]).element))));
    used.forEach((slot, i) => connect(slot, used[i + 1], broken.some((line) => line.at(-1) === i), i < valid - 1));
    if (keep) focused?.focus();
  }

  return {
    /** @param {State} state */
    update(state) {
      latest = state;
      const depends = [shownRecord(state), state.pos, state.vocabulary, state.model, state.lang, shownIndex(state)];
      if (seen.length && depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      draw(state);
    },
  };
}

/** @param {string[]} labels @param {HTMLElement[]} columns */
function lineOf(labels, columns) {
  const names = el('div', { class: 'slot-labels', 'aria-hidden': 'true' }, ...labels.map((label) => el('span', {}, label)));
  return el('div', { class: 'slot-line' }, names, ...columns);
}

/**
 * @param {State} state @param {import('../types.js').TracedRecord} record @param {number} count
 * @returns {Content[]} valid slots from the trace, then padding as the batch is filled up
 */
function contentsOf(state, record, count) {
  const padding = paddingOf(state);
  return Array.from({ length: count }, (_, i) => {
    const id = record.ids[i];
    return id === undefined ? padding : { ...padding, id, target: record.targets[i] ?? null, entry: state.vocabulary?.[id] };
  });
}

/** What fills a slot of padding: an ID, as on the loom; where the model has no PAD of its own, it goes by that name all the same. @param {State} state @returns {Content} */
function paddingOf(state) {
  const id = paddingId(state) ?? 0;
  const isChosen = typeof state.traced?.drafts[shownIndex(state)]?.paddingId === 'number';
  const entry = state.vocabulary?.[id];
  return { id, target: null, entry: isChosen || !entry || entry.kind === 'special' ? entry : NAMELESS, hasBytes: hasBytes(state) };
}

/** An ID without a tokenizer stands for no bytes; those that the server tells are of its label. @param {State} state */
function hasBytes({ model }) {
  return model?.config.tokenizer !== 'ids';
}

/**
 * @param {number[]} widths rem, column by column
 * @param {number} room rem
 * @returns {number[][]} columns line by line
 */
function breakLines(widths, room) {
  /** @type {number[][]} */
  const lines = [[]];
  let left = room;
  widths.forEach((width, column) => {
    if (width > left && lines.at(-1)?.length) {
      lines.push([]);
      left = room;
    }
    lines.at(-1)?.push(column);
    left -= width;
  });
  return lines;
}
