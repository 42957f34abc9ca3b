/**
 * Finding candidates by what a person types: an ID (270), text (red, or a
 * special's name), or bytes in hex (e7, 0xe7). Pure. One query may mean several
 * of these at once; all are found, the closest first.
 */
import { bytesOf } from '../format/utf8.js';

/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

const EXACT_ID = 0;
const EXACT = 1;
const WITHIN = 2;

/** @type {{vocabulary: VocabularyEntry[] | null, query: string, ids: number[]}} */
let last = { vocabulary: null, query: '', ids: [] };

/**
 * @param {VocabularyEntry[] | null} vocabulary
 * @param {string} query
 * @returns {number[]} IDs; empty for an empty query. The same list while both stay the same.
 */
export function findCandidates(vocabulary, query) {
  if (last.vocabulary !== vocabulary || last.query !== query) last = { vocabulary, query, ids: search(vocabulary ?? [], query) };
  return last.ids;
}

/** @param {VocabularyEntry[]} vocabulary @param {string} query */
function search(vocabulary, query) {
  if (query === '') return [];
  const closeness = closenessTo(query);
  return vocabulary
    .map((entry) => ({ id: entry.id, close: closeness(entry) }))
    .filter(({ close }) => close !== null)
    .sort((a, b) => Number(a.close) - Number(b.close) || a.id - b.id)
    .map(({ id }) => id);
}

/**
 * @param {string} query
 * @returns {(entry: VocabularyEntry) => number | null} smaller is closer, null is no match
 */
function closenessTo(query) {
  const word = query.trim();
  const hex = hexOf(word);
  const id = /^\d+$/.test(word) ? Number(word) : null;
  const text = utf8Hex(query);
  const folded = query.toLowerCase();

  return (entry) => {
    if (entry.id === id) return EXACT_ID;
    if (entry.kind === 'special') return word && entry.name.toLowerCase().startsWith(word.toLowerCase()) ? EXACT : null;
    if (entry.hex === text || (hex && entry.hex === hex)) return EXACT;
    const within = holds(entry.hex, text) || (hex && holds(entry.hex, hex));
    return within || asciiOf(entry.hex).includes(folded) ? WITHIN : null;
  };
}

/** Whole bytes only; `0x` is optional. @param {string} word */
function hexOf(word) {
  const digits = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(word)?.[1];
  return digits ? digits.toLowerCase() : null;
}

/** @param {string} text */
function utf8Hex(text) {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether bytes contain bytes: half of one and half of the next do not count. @param {string} hex @param {string} part */
function holds(hex, part) {
  for (let at = hex.indexOf(part); at >= 0; at = hex.indexOf(part, at + 1)) if (at % 2 === 0) return true;
  return false;
}

/** Lower-case ASCII of the bytes; others become a sign nobody types. @param {string} hex */
function asciiOf(hex) {
  return bytesOf(hex).map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : '\ufffd')).join('').toLowerCase();
}
