/** A token in running text: its piece in quotes, spaces visible; specials by name. */

/** @param {import('../types.js').State} state @param {number} id */
export function tokenName({ vocabulary }, id) {
  const entry = vocabulary?.[id];
  if (!entry) return String(id);
  if (entry.kind === 'special') return entry.name;
  const text = readable(entry.hex);
  return text === null ? `⟨${entry.hex}⟩` : `"${text}"`;
}

/** @param {string} hex @returns {string | null} null where the bytes are no text */
function readable(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(' ', '␣');
  } catch {
    return null;
  }
}
