/**
 * UTF-8 bytes to characters, each with its place. A browser's TextDecoder gives
 * the same characters but not where they lie, and drops a leading U+FEFF.
 *
 * Malformed bytes follow the WHATWG rule (Unicode's "maximal subpart"): the
 * longest beginning of a possible character counts as one U+FFFD.
 */

/**
 * @typedef {object} Character
 * @property {string} text one code point, or U+FFFD
 * @property {number} start first byte
 * @property {number} end behind the last byte
 * @property {boolean} whole false where the bytes spell no character
 */

/**
 * @param {ArrayLike<number>} bytes
 * @returns {Character[]}
 */
export function characters(bytes) {
  const found = [];
  for (let start = 0; start < bytes.length; ) {
    const character = characterAt(bytes, start);
    found.push(character);
    start = character.end;
  }
  return found;
}

/** @param {ArrayLike<number>} bytes */
export function decode(bytes) {
  return characters(bytes).map((character) => character.text).join('');
}

/**
 * @param {string} hex two digits a byte
 * @returns {number[]}
 */
export function bytesOf(hex) {
  return Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/**
 * @param {ArrayLike<number>} bytes @param {number} start
 * @returns {Character}
 */
function characterAt(bytes, start) {
  const lead = bytes[start] ?? 0;
  const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0) return broken(start, start + 1);
  let code = length === 1 ? lead : lead & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const byte = bytes[start + i];
    if (byte === undefined || !continues(lead, i, byte)) return broken(start, start + i);
    code = (code << 6) | (byte & 0x3f);
  }
  return { text: String.fromCodePoint(code), start, end: start + length, whole: true };
}

/**
 * Whether `byte` may stand `i` bytes behind `lead`. The second byte is narrower
 * where a longer form, a surrogate or a code point over U+10FFFF would begin.
 * @param {number} lead @param {number} i @param {number} byte
 */
function continues(lead, i, byte) {
  const lowest = i === 1 && lead === 0xe0 ? 0xa0 : i === 1 && lead === 0xf0 ? 0x90 : 0x80;
  const highest = i === 1 && lead === 0xed ? 0x9f : i === 1 && lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= lowest && byte <= highest;
}

/** @param {number} start @param {number} end @returns {Character} */
function broken(start, end) {
  return { text: '\ufffd', start, end, whole: false };
}
