/**
 * How a token looks: which of its bytes are letters, spaces, other bytes. Knows
 * nothing of the DOM; views/piece.js draws what this describes.
 */
import { bytesOf, characters, decode } from './utf8.js';

/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/**
 * A run of printable ASCII, one space, one other byte, or a special's name.
 * @typedef {{kind: 'text' | 'space' | 'byte' | 'special', text: string}} Segment
 */

/**
 * @param {VocabularyEntry} entry
 * @returns {Segment[]}
 */
export function segments(entry) {
  if (entry.kind === 'special') return [{ kind: 'special', text: entry.name }];
  // Where tokens are no bytes, the name tells what shows: é as é, a new line as ⏎.
  const parts = entry.kind === 'byte' || entry.kind === 'merge' ? bytesOf(entry.hex).map(segment) : [...entry.name].map(sign);
  /** @type {Segment[]} */
  const found = [];
  for (const next of parts) {
    const last = found.at(-1);
    if (next.kind === 'text' && last?.kind === 'text') last.text += next.text;
    else found.push(next);
  }
  return found;
}

/**
 * The piece in plain text, for sentences and labels that cannot hold a drawing.
 * A space is "␣", which fonts have where they lack "␠"; a typed ␣ is three
 * other bytes and never reads the same.
 * @param {VocabularyEntry} entry
 */
export function name(entry) {
  return segments(entry).map((part) => (part.kind === 'space' ? '␣' : part.text)).join('');
}

/** @param {string} character of a name @returns {Segment} */
function sign(character) {
  return character === '␠' ? { kind: 'space', text: '␠' } : { kind: 'text', text: character };
}

/** @param {number} byte @returns {Segment} */
function segment(byte) {
  if (byte === 0x20) return { kind: 'space', text: '␠' };
  if (byte > 0x20 && byte < 0x7f) return { kind: 'text', text: String.fromCharCode(byte) };
  return { kind: 'byte', text: `⟨${byte.toString(16).padStart(2, '0')}⟩` };
}

/**
 * A character whose bytes lie in several tokens, or that shows nothing of itself.
 * @typedef {object} Spelling
 * @property {number} first index of the first token that holds a byte of it
 * @property {number} last
 * @property {string} text what to show: the character, or its code point where it is invisible
 */

/**
 * The characters that byte tokens spell: those outside ASCII. Bytes that spell
 * nothing get no entry.
 * @param {VocabularyEntry[]} entries tokens in order; a special ends a character
 * @returns {Spelling[]}
 */
export function spellings(entries) {
  return runs(entries).flatMap(({ bytes, owners }) =>
    characters(bytes)
      .filter((character) => character.whole && character.end - character.start > 1)
      .map(({ text, start, end }) => ({
        first: /** @type {number} */ (owners[start]),
        last: /** @type {number} */ (owners[end - 1]),
        text: visible(text),
      })),
  );
}

/**
 * The text that tokens stand for, exactly; a half character becomes U+FFFD.
 * @param {VocabularyEntry[]} entries
 */
export function textOf(entries) {
  return decode(entries.flatMap((entry) => bytesOf(entry.hex)));
}

/**
 * @param {VocabularyEntry[]} entries
 * @returns {{bytes: number[], owners: number[]}[]} bytes between specials, and which token each is of
 */
function runs(entries) {
  let run = { bytes: /** @type {number[]} */ ([]), owners: /** @type {number[]} */ ([]) };
  const found = [run];
  entries.forEach((entry, i) => {
    if (entry.kind === 'special') found.push((run = { bytes: [], owners: [] }));
    for (const byte of bytesOf(entry.hex)) {
      run.bytes.push(byte);
      run.owners.push(i);
    }
  });
  return found;
}

/**
 * Separators, controls, joiners and lone marks show nothing: name them.
 * @param {string} character
 */
function visible(character) {
  if (!/[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character)) return character;
  return `U+${/** @type {number} */ (character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;
}
