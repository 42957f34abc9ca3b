/** One slot of a record as a column, and the folded padding as another. */
import { el, set, setText, svg } from '../dom.js';
import { name as pieceName } from '../format/pieces.js';
import { words, wordsOf } from '../i18n/all.js';
import { showPiece } from './piece-slot.js';

/**
 * @typedef {import('../types.js').State} State
 *
 * @typedef {object} Slot the nodes of one column
 * @property {HTMLButtonElement} element
 * @property {Record<'bytes' | 'piece' | 'id' | 'target' | 'valid', HTMLElement>} parts
 * @property {SVGElement} shift
 * @property {number} width rem
 *
 * @typedef {object} Content what one slot holds
 * @property {number} id
 * @property {number | null} target null at padding; below 0 where it is ignored too
 * @property {import('../types.js').VocabularyEntry | undefined} entry what the ID stands for
 * @property {boolean} hasBytes false where no ID of the model has any
 */

/** What batch_records writes where nothing is to be predicted. */
const IGNORED = '\u2212100';
const NARROWEST_REM = 2.75;
const BYTE_REM = 1.125;
const SHIFT_REM = 1.375;
const FOLD_REM = 4.5;

/** @returns {Slot} */
export function createSlot() {
  const number = el('span', { class: 'slot-number' });
  const parts = {
    bytes: el('span', { class: 'slot-bytes' }),
    piece: el('span', { class: 'slot-piece' }),
    id: el('span', { class: 'slot-id' }),
    target: el('span', { class: 'slot-target' }),
    valid: el('span', { class: 'slot-valid' }),
  };
  const shift = svg('svg', { class: 'slot-shift', 'aria-hidden': 'true' }, svg('path', { class: 'line' }), svg('path', { class: 'tip' }));
  const rows = [number, parts.bytes, parts.piece, parts.id, shift, parts.target, parts.valid];
  const element = el('button', { type: 'button', class: 'slot', tabindex: -1 }, ...rows);
  return { element, parts, shift, width: NARROWEST_REM };
}

/** @param {Slot} slot @param {Content} content @param {number} at @param {State} state */
export function fillSlot(slot, { id, target, entry, hasBytes }, at, state) {
  const { element, parts } = slot;
  const hex = (hasBytes && entry?.hex) || '';
  slot.width = Math.max(NARROWEST_REM, (hex.length / 2) * BYTE_REM + 0.5);
  element.style.width = `${slot.width}rem`;
  setText(/** @type {Node} */ (element.firstChild), at);
  setText(parts.bytes, hex.replace(/(..)(?=.)/g, '$1 '));
  showPiece(parts.piece, entry);
  setText(parts.id, id);
  setText(parts.target, target === null || target < 0 ? IGNORED : target);
  setText(parts.valid, target === null ? '○' : '●');
  element.classList.toggle('padding', target === null);
  element.setAttribute('aria-disabled', String(target === null));
  if (at === state.pos) element.setAttribute('aria-current', 'true');
  else element.removeAttribute('aria-current');
  element.setAttribute('aria-label', describe(at, id, target, state));
}

/** @param {number} slot @param {number} id @param {number | null} target @param {State} state */
function describe(slot, id, target, { lang, vocabulary }) {
  const text = words(lang).detail.batch;
  if (target === null) return text.padding({ slot, id, ignored: IGNORED });
  if (target < 0) return text.unscored({ slot, id, piece: nameOf(id, vocabulary), ignored: IGNORED });
  return text.slot({ slot, id, piece: nameOf(id, vocabulary), target, targetPiece: nameOf(target, vocabulary) });
}

/** @param {number} id @param {State['vocabulary']} vocabulary */
function nameOf(id, vocabulary) {
  const entry = vocabulary?.[id];
  return entry ? pieceName(entry) : '';
}

/**
 * The line from the next slot's ID down to this slot's target. Where the next
 * slot stands on the next line, it leaves to the right; the last target, EOS,
 * is no slot's input and has none.
 * @param {Slot} slot @param {Slot | undefined} next @param {boolean} last of its line @param {boolean} shifted
 */
export function connect({ shift, width }, next, last, shifted) {
  const from = last ? width : width + (next?.width ?? 0) / 2;
  const to = width / 2;
  const bend = SHIFT_REM / 2;
  set(shift, { viewBox: `0 0 ${width} ${SHIFT_REM}`, width: `${width}rem`, height: `${SHIFT_REM}rem` });
  const start = last ? `M${from} ${bend}` : `M${from} .12V${bend}`;
  shift.children[0]?.setAttribute('d', shifted ? `${start}H${to}V${SHIFT_REM - 0.12}` : '');
  shift.children[1]?.setAttribute('d', shifted ? `M${to - 0.2} ${SHIFT_REM - 0.36}h.4l-.2 .32z` : '');
}

/** All padding slots as one column that unfolds. @param {() => void} toggle */
export function createFold(toggle) {
  const parts = {
    range: el('span', { class: 'slot-number' }),
    bytes: el('span', { class: 'slot-bytes' }),
    piece: el('span', { class: 'slot-piece' }),
    id: el('span', { class: 'slot-id' }),
    action: el('span', { class: 'fold-action' }),
    target: el('span', { class: 'slot-target' }, IGNORED),
    valid: el('span', { class: 'slot-valid' }, '○'),
  };
  const element = el('button', { type: 'button', class: 'slot padding fold', onclick: toggle }, ...Object.values(parts));
  element.style.width = `${FOLD_REM}rem`;
  return {
    element,
    width: FOLD_REM,
    open: false,
    /** @param {number} valid @param {number} count @param {Content} filler @param {State} state */
    update(valid, count, { id, entry }, state) {
      const text = wordsOf(state).detail.batch;
      setText(parts.range, valid === count - 1 ? valid : `${valid}\u2013${count - 1}`);
      setText(parts.id, id);
      setText(parts.action, this.open ? text.fold : `×${count - valid}`);
      showPiece(parts.piece, entry);
      element.setAttribute('aria-expanded', String(this.open));
      element.setAttribute('aria-label', this.open ? text.foldAll : text.unfold(count - valid));
      element.title = element.getAttribute('aria-label') ?? '';
    },
  };
}
