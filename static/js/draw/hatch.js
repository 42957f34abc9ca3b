/**
 * Fills for what is absent, so that it can never be mistaken for a value:
 * 45° hatching where no weight exists (masked), a dot grid for padding.
 */

/** CSS px of a pattern's tile. */
const TILE = 5;

/** @type {Map<string, CanvasPattern>} */
const made = new Map();

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {'hatch' | 'dots'} kind
 * @param {string} colour
 * @param {number} ratio device px per CSS px, so that the tile's lines stay sharp
 * @returns {CanvasPattern}
 */
export function absence(pen, kind, colour, ratio) {
  // A pen that is no canvas fills in its own way.
  if ('absence' in pen) return /** @type {any} */ (pen).absence(kind, colour);
  const name = `${kind} ${colour} ${ratio}`;
  const known = made.get(name);
  if (known) return known;
  const pattern = /** @type {CanvasPattern} */ (pen.createPattern(tile(kind, colour, ratio), 'repeat'));
  const side = Math.round(TILE * ratio);
  pattern.setTransform(new DOMMatrix().scale(TILE / side));
  made.set(name, pattern);
  return pattern;
}

/** @param {'hatch' | 'dots'} kind @param {string} colour @param {number} ratio */
function tile(kind, colour, ratio) {
  const side = Math.round(TILE * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  if (kind === 'dots') {
    pen.fillStyle = colour;
    pen.fillRect(Math.floor(side / 2), Math.floor(side / 2), Math.max(1, Math.round(ratio)), Math.max(1, Math.round(ratio)));
    return canvas;
  }
  pen.strokeStyle = colour;
  pen.lineWidth = 0.9 * ratio;
  pen.beginPath();
  // The line and its two neighbours, so that the tile's corners join up.
  for (const shift of [-side, 0, side]) {
    pen.moveTo(shift - 1, side + 1);
    pen.lineTo(shift + side + 1, -1);
  }
  pen.stroke();
  return canvas;
}

/**
 * Hatch every stretch of keys that a query may not see.
 * @param {CanvasRenderingContext2D} pen
 * @param {readonly (readonly boolean[])[]} visible [queries, keys]
 * @param {(key: number) => number} x left edge of a key's cells
 * @param {(query: number) => {top: number, height: number}} row
 */
export function fillMasked(pen, visible, x, row) {
  for (let query = 0; query < visible.length; query++) {
    const seen = /** @type {readonly boolean[]} */ (visible[query]);
    const { top, height } = row(query);
    for (let key = 0; key < seen.length; key++) {
      if (seen[key]) continue;
      const first = key;
      while (key + 1 < seen.length && !seen[key + 1]) key++;
      pen.fillRect(x(first), top, x(key + 1) - x(first), height);
    }
  }
}
