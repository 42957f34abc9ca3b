/**
 * The tear: a dashed line before the first tensor that differs from what is
 * compared, and under the loom what it means. All left of it is the same, bit for bit.
 */
import { el, setText } from '../dom.js';
import { full } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { besideWords } from './difference-words.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../math/trace-difference.js').RecordDifference} RecordDifference */
/** @typedef {import('../math/trace-difference.js').Parting} Parting */
/** @typedef {import('./loom-columns.js').Column} Column */
/** @typedef {import('./loom-paint.js').Placed} Placed */

/** Tensors without a column of their own: the column that they come before. @type {Record<string, string>} */
const SHOWN_IN = { block_input: 'embedded', q_heads: 'weights-0', k_heads: 'weights-0', v_heads: 'weights-0', scores: 'weights-0', visible: 'weights-0', weights: 'weights-0', mixtures: 'joined' };

/** CSS px between the tear and the column it precedes. */
const GAP = 4;
/** Figures of the first number that parts ways: as many as tell its two values apart, but not fewer. */
const FIGURES = 6;
/** Rem that a half of the caption needs beside the tear. */
const ROOM = 16;

/** @param {HTMLElement} body @param {() => readonly string[]} columns all columns' names, in order, on show or not */
export function createTear(body, columns) {
  const line = el('div', { class: 'tear-line' });
  const same = el('span', { class: 'tear-same' });
  const parts = el('b');
  const wrong = el('span');
  const where = el('span', { class: 'tear-where' });
  const caption = el('p', { class: 'tear-caption', hidden: true }, same, el('span', { class: 'tear-parts' }, parts, ' ', wrong, ' ', where));
  line.hidden = true;
  body.append(line);
  body.after(caption);

  return {
    /** @param {State} state @param {RecordDifference | null} difference @param {readonly Placed[]} placed */
    update(state, difference, placed) {
      caption.hidden = !difference;
      line.hidden = !difference?.first;
      if (!difference) return;
      const { bugs: { tear }, faults } = wordsOf(state);
      const { first } = difference;
      const { fault = null } = state.traced ?? {};
      const says = besideWords(state);
      setText(same, first ? tear.same : says.nothing);
      setText(parts, first ? (first.name === 'mean_loss' ? tear.meanParts : tear.parts(nameOf(first, state))) : '');
      setText(wrong, faults[fault ?? '']?.wrong ?? '');
      const whole = first ? says.where(placeOf(first), valueOf(first.other, state), valueOf(first.one, state)) : '';
      const [before, now] = first ? inFigures(first.other, first.one) : [];
      setText(where, first && before !== undefined && now !== undefined ? says.where(placeOf(first), before, now) : whole);
      caption.title = [same, parts, wrong].map(({ textContent }) => textContent).concat(whole).filter(Boolean).join(' ');
      const at = first && tearAt(first, placed, columns(), state.block);
      place(line, caption, at, widthOf(placed));
    },
  };
}

/** @param {HTMLElement} line @param {HTMLElement} caption @param {number | null} at CSS px @param {number} width */
function place(line, caption, at, width) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const side = at === null ? 'none' : at < ROOM * rem ? 'right' : at > width - 1.5 * ROOM * rem ? 'left' : 'both';
  if (caption.dataset.side !== side) caption.dataset.side = side;
  if (at === null) return;
  line.style.left = `${at}px`;
  caption.style.setProperty('--tear', `${at}px`);
}

/** @param {readonly Placed[]} placed */
function widthOf(placed) {
  const last = placed.at(-1);
  return last ? last.span.left + last.span.width : 0;
}

/**
 * Left of the first column that comes at or after the tensor. In another block than the one on show,
 * before that block's folded column.
 * @param {Parting} first @param {readonly Placed[]} placed @param {readonly string[]} columns @param {number} shown block
 */
export function tearAt({ name, block, index }, placed, columns, shown) {
  if (name === 'mean_loss') return widthOf(placed) + GAP;
  let column = SHOWN_IN[name] ?? name;
  if (name === 'weights') column = `weights-${index[0] ?? 0}`;
  if (block !== null && block !== shown && column !== 'embedded') {
    const folded = `folded-${block}`;
    column = columns.includes(folded) ? folded : block < shown ? 'norm1' : 'final_norm';
  }
  const from = columns.indexOf(column);
  const found = placed.find((one) => columns.indexOf(one.column.name) >= from);
  return found ? found.span.left - GAP : widthOf(placed) + GAP;
}

/** @param {Parting} first @param {State} state */
function nameOf({ name, block }, state) {
  const blocks = state.model?.config.blocks ?? 1;
  return block !== null && blocks > 1 ? `blocks[${block}].${name}` : name;
}

/** @param {Parting} first */
function placeOf({ index }) {
  return index.length ? `[${index.join(', ')}]` : '';
}

/**
 * Both numbers in few figures, for a line that has no room for all; none where one is no number.
 * @param {Parting['one']} other @param {Parting['one']} one
 */
export function inFigures(other, one) {
  if (typeof other !== 'number' || typeof one !== 'number') return [];
  for (let figures = FIGURES; figures < 17; figures++) {
    const both = [other, one].map((value) => full(Number(value.toPrecision(figures))));
    if (both[0] !== both[1]) return both;
  }
  return [full(other), full(one)];
}

/** @param {Parting['one']} value @param {State} state */
function valueOf(value, state) {
  const { tear } = wordsOf(state).bugs;
  if (value === null) return tear.none;
  return typeof value === 'boolean' ? (tear.flags[value ? 1 : 0] ?? '') : full(value);
}
