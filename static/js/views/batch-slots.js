/**
 * Every slot of the current record as one column: its bytes, piece and input
 * ID, the line along which the next slot's ID becomes this one's target, and
 * whether the slot is valid. Columns break into lines; padding is folded.
 */
import { el, fill, set, setText, svg } from '../dom.js';
import { words } from '../i18n/all.js';
import { contextLength, shownIndex, shownRecord } from '../state/shown.js';
import { showPiece } from './piece-slot.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').VocabularyEntry} VocabularyEntry
 *
 * @typedef {object} Slot the nodes of one column
 * @property {HTMLButtonElement} element
 * @property {Record<'bytes' | 'piece' | 'id' | 'target' | 'valid', HTMLElement>} parts
 * @property {SVGElement} shift
 * @property {number} width rem
 *
 * @typedef {object} Content what one slot holds
 * @property {number} id
 * @property {number | null} target null at padding: ignored
 */

/** What batch_records writes where nothing is to be predicted. */
const IGNORED = '\u2212100';
const LABELS_REM = 4.75;
const NARROWEST_REM = 2.75;
const BYTE_REM = 1.125;
const SHIFT_REM = 1.375;
const FOLD_REM = 4.5;

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
    const text = words(state.lang).detail.batch;
    valid = record.valid_count;
    lines.setAttribute('aria-label', text.slots(state.rec, count));
    while (slots.length < contents.length) slots.push(createSlot());
    contents.forEach((content, i) => fillSlot(/** @type {Slot} */ (slots[i]), content, i, state));
    fold.update(valid, count, fillerOf(state), state);
    layLines(state);
    roving.settle(slots[state.pos]?.element);
  }

  /** Break the columns into lines; only where widths or room have changed. @param {State} state */
  function layLines(state) {
    const count = contextLength(state) ?? valid;
    const used = slots.slice(0, fold.open ? count : valid);
    const columns = [...used.slice(0, valid), ...(count > valid ? [fold] : []), ...used.slice(valid)];
    const broken = breakLines(columns.map(({ width }) => width), room - LABELS_REM);
    const layout = JSON.stringify([state.lang, valid, used.map(({ width }) => width), broken]);
    if (layout === laid) return;
    laid = layout;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const keep = lines.contains(focused);
    const labels = Object.values(batchWords(state.lang).rows);
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

/** @param {import('../types.js').Lang} lang */
function batchWords(lang) {
  return words(lang).detail.batch;
}

/**
 * @param {State} state @param {import('../types.js').TracedRecord} record @param {number} count
 * @returns {Content[]} valid slots from the trace, then padding as the batch is filled up
 */
function contentsOf(state, record, count) {
  const filler = fillerOf(state);
  return Array.from({ length: count }, (_, i) => ({ id: record.ids[i] ?? filler, target: record.targets[i] ?? null }));
}

/** The ID that fills the padding: PAD, unless the lab has put another there. @param {State} state */
function fillerOf(state) {
  const chosen = state.traced?.drafts[shownIndex(state)]?.paddingId;
  return chosen ?? state.vocabulary?.find((entry) => entry.kind === 'special' && entry.name === 'PAD')?.id ?? -1;
}

/** @returns {Slot} */
function createSlot() {
  const number = el('span', { class: 'slot-number' });
  const parts = {
    bytes: el('span', { class: 'slot-bytes' }),
    piece: el('span', { class: 'slot-piece' }),
    id: el('span', { class: 'slot-id' }),
    target: el('span', { class: 'slot-target' }),
    valid: el('span', { class: 'slot-valid' }),
  };
  const shift = svg('svg', { class: 'slot-shift', 'aria-hidden': 'true' }, svg('path', { class: 'line' }), svg('path', { class: 'tip' }));
  const element = el('button', { type: 'button', class: 'slot', tabindex: -1 }, number, parts.bytes, parts.piece, parts.id, shift, parts.target, parts.valid);
  return { element, parts, shift, width: NARROWEST_REM };
}

/** @param {Slot} slot @param {Content} content @param {number} at @param {State} state */
function fillSlot(slot, { id, target }, at, state) {
  const { element, parts } = slot;
  const text = batchWords(state.lang);
  const entry = state.vocabulary?.[id];
  const hex = entry?.hex ?? '';
  slot.width = Math.max(NARROWEST_REM, (hex.length / 2) * BYTE_REM + 0.5);
  element.style.width = `${slot.width}rem`;
  setText(/** @type {Node} */ (element.firstChild), at);
  setText(parts.bytes, hex.replace(/(..)(?=.)/g, '$1 '));
  showPiece(parts.piece, entry);
  setText(parts.id, id);
  setText(parts.target, target ?? IGNORED);
  setText(parts.valid, target === null ? '○' : '●');
  element.classList.toggle('padding', target === null);
  element.setAttribute('aria-disabled', String(target === null));
  if (at === state.pos) element.setAttribute('aria-current', 'true');
  else element.removeAttribute('aria-current');
  const piece = entry?.name ?? '';
  const targetPiece = state.vocabulary?.[target ?? -1]?.name ?? '';
  const label = target === null ? text.padding({ slot: at, id, ignored: IGNORED }) : text.slot({ slot: at, id, piece, target, targetPiece });
  element.setAttribute('aria-label', label);
}

/**
 * The line from the next slot's ID down to this slot's target. Where the next
 * slot stands on the next line, it leaves to the right; the last target, EOS,
 * is no slot's input and has none.
 * @param {Slot} slot @param {Slot | undefined} next @param {boolean} last of its line @param {boolean} shifted
 */
function connect({ shift, width }, next, last, shifted) {
  const from = last ? width : width + (next?.width ?? 0) / 2;
  const to = width / 2;
  const bend = SHIFT_REM / 2;
  set(shift, { viewBox: `0 0 ${width} ${SHIFT_REM}`, width: `${width}rem`, height: `${SHIFT_REM}rem` });
  const start = last ? `M${from} ${bend}` : `M${from} .12V${bend}`;
  shift.children[0]?.setAttribute('d', shifted ? `${start}H${to}V${SHIFT_REM - 0.12}` : '');
  shift.children[1]?.setAttribute('d', shifted ? `M${to - 0.2} ${SHIFT_REM - 0.36}h.4l-.2 .32z` : '');
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

/** All padding slots as one column that unfolds. @param {() => void} toggle */
function createFold(toggle) {
  const parts = { range: el('span', { class: 'slot-number' }), piece: el('span', { class: 'slot-piece' }), id: el('span', { class: 'slot-id' }), action: el('span', { class: 'fold-action' }) };
  const element = el('button', { type: 'button', class: 'slot padding fold', onclick: toggle },
    parts.range, el('span', { class: 'slot-bytes' }), parts.piece, parts.id, parts.action, el('span', { class: 'slot-target' }, IGNORED), el('span', { class: 'slot-valid' }, '○'));
  element.style.width = `${FOLD_REM}rem`;
  return {
    element,
    width: FOLD_REM,
    open: false,
    /** @param {number} valid @param {number} count @param {number} id @param {State} state */
    update(valid, count, id, state) {
      const text = batchWords(state.lang);
      setText(parts.range, valid === count - 1 ? valid : `${valid}\u2013${count - 1}`);
      setText(parts.id, id);
      setText(parts.action, this.open ? text.fold : `×${count - valid}`);
      showPiece(parts.piece, state.vocabulary?.[id]);
      element.setAttribute('aria-expanded', String(this.open));
      element.setAttribute('aria-label', this.open ? text.foldAll : text.unfold(count - valid));
      element.title = element.getAttribute('aria-label') ?? '';
    },
  };
}
