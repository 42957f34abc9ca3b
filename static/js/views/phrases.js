/**
 * Sentences with live numbers and drawn tokens in them. A number is a button:
 * looked at, it is read in full; pressed, it says where it comes from.
 */
import { el, fill } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { renderPiece } from './piece.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {{ref: NumberRef, value: number}} Live
 * @typedef {string | {piece: number} | Live} Phrase a piece by its ID
 */

const INTEGERS = new Set(['ids', 'targets']);
const SHARES = new Set(['weights', 'probability']);
/** Where four decimals would say too little. @type {Record<string, number>} */
const DECIMALS = { probability: 6, 'norm1.variance': 6 };

/** @param {HTMLElement} node @param {import('../types.js').Act} act */
export function createPhrases(node, act) {
  let drawn = '';
  /** @type {{button: HTMLElement, ref: NumberRef}[]} */
  let numbers = [];

  /** @param {Phrase} phrase @param {State} state */
  function draw(phrase, state) {
    if (typeof phrase === 'string') return phrase;
    if ('piece' in phrase) return pieceOf(phrase.piece, state);
    const button = numberButton(phrase, act);
    numbers.push({ button, ref: phrase.ref });
    return button;
  }

  return {
    /** @param {Phrase[]} phrases @param {State} state */
    update(phrases, state) {
      const now = JSON.stringify([phrases, state.lang, state.vocabulary !== null]);
      if (now !== drawn) {
        drawn = now;
        const at = numbers.findIndex(({ button }) => button === document.activeElement);
        numbers = [];
        fill(node, ...unbroken(phrases).map(({ phrase, end }) => (end ? el('span', { class: 'unbroken' }, draw(phrase, state), end) : draw(phrase, state))));
        if (at >= 0) numbers[at]?.button.focus();
      }
      for (const { button, ref } of numbers) markCurrent(button, isSame(ref, state.number));
    },
  };
}

/**
 * A line must not begin with the full stop that ends a number or a piece.
 * @param {Phrase[]} phrases
 * @returns {{phrase: Phrase, end: string}[]}
 */
function unbroken(phrases) {
  return phrases.map((phrase, i) => {
    if (typeof phrase === 'string') return { phrase: typeof phrases[i - 1] === 'string' ? phrase : phrase.slice(endIn(phrase, i).length), end: '' };
    return { phrase, end: endIn(phrases[i + 1], i + 1) };
  });
}

/** The punctuation that a text after a number or a piece begins with. @param {Phrase | undefined} text @param {number} at its place */
function endIn(text, at) {
  return at > 0 && typeof text === 'string' ? (/^[.,;:?!。，；：？！、）]+/.exec(text)?.[0] ?? '') : '';
}

/** @param {Live} live @param {import('../types.js').Act} act */
function numberButton({ ref, value }, act) {
  const read = () => act.readNumber(ref);
  const isThere = Number.isFinite(value);
  const text = !isThere ? '–' : INTEGERS.has(ref.name) ? String(value) : write(value, ref.name);
  return el('button', { type: 'button', class: 'number live', title: isThere ? full(value) : null, disabled: !isThere, onfocus: read, onpointerenter: read, onclick: () => act.derive(ref) }, text);
}

/** @param {number} value @param {string} name */
function write(value, name) {
  return (SHARES.has(name) ? probability : short)(value, DECIMALS[name] ?? 4);
}

/** @param {number} id @param {State} state */
function pieceOf(id, { vocabulary }) {
  const entry = vocabulary?.[id];
  return entry ? renderPiece(entry) : String(id);
}

/** @param {HTMLElement} button @param {boolean} isCurrent */
function markCurrent(button, isCurrent) {
  if (isCurrent) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
}

/** @param {NumberRef} ref @param {NumberRef | null} other */
function isSame(ref, other) {
  return ref.name === other?.name && ref.block === other.block && ref.index.join() === other.index.join();
}
