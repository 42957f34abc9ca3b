/** One head's attention in small: each pixel keeps the largest weight that falls on it, on the fixed scale from 0 to 1. */
import { weightStep } from './scale.js';

/**
 * @param {CanvasRenderingContext2D} pen @param {number} side CSS px @param {number} ratio device px per CSS px
 * @param {import('./palette.js').Palette} palette
 * @param {readonly ArrayLike<number>[]} weights [T, T]
 */
export function paintThumbnail(pen, side, ratio, palette, weights) {
  const pixels = Math.round(side * ratio);
  const image = pen.createImageData(pixels, pixels);
  const words = new Uint32Array(image.data.buffer);
  const count = weights.length;
  for (let y = 0; y < pixels; y += 1) {
    const rows = weights.slice(...span(y, pixels, count));
    for (let x = 0; x < pixels; x += 1) {
      const [first, end] = span(x, pixels, count);
      let most = 0;
      for (const row of rows) for (let key = first; key < end; key += 1) most = Math.max(most, row[key] ?? 0);
      words[y * pixels + x] = palette.weight.pixels[weightStep(most)] ?? 0;
    }
  }
  pen.putImageData(image, 0, 0);
}

/** @param {number} pixel @param {number} pixels @param {number} count @returns {[number, number]} */
function span(pixel, pixels, count) {
  const first = Math.floor((pixel * count) / pixels);
  return [first, Math.max(first + 1, Math.floor(((pixel + 1) * count) / pixels))];
}
