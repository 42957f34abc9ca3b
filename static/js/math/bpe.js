/**
 * A text's token IDs, from the vocabulary alone: its UTF-8 bytes, then each
 * merge in order of rank, wherever its pair stands, from left to right.
 */

/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/**
 * @param {string} text with no half of a surrogate pair: it would have no bytes
 * @param {readonly VocabularyEntry[]} vocabulary by ID; bytes are the IDs below 256
 * @returns {number[]} without BOS and EOS
 */
export function encode(text, vocabulary) {
  const merges = vocabulary.filter(({ kind }) => kind === 'merge').sort((a, b) => Number(a.rank) - Number(b.rank));
  /** @type {number[]} */
  const bytes = Array.from(new TextEncoder().encode(text));
  return merges.reduce(merged, bytes);
}

/** @param {number[]} ids @param {VocabularyEntry} merge */
function merged(ids, { id, left, right }) {
  if (!ids.includes(/** @type {number} */ (left))) return ids;
  /** @type {number[]} */
  const result = [];
  for (let at = 0; at < ids.length; at += 1) {
    const isPair = ids[at] === left && ids[at + 1] === right;
    result.push(isPair ? id : /** @type {number} */ (ids[at]));
    if (isPair) at += 1;
  }
  return result;
}

/** Where a text has half a surrogate pair, which is no character; −1 if nowhere. @param {string} text */
export function loneSurrogate(text) {
  return text.search(/\p{Surrogate}/u);
}
