/** One head's attention in small: each pixel keeps the largest weight that falls on it, on the fixed scale from 0 to 1. */
import { weightStep } from './scale.js';

/**
 * All queries and all keys are on it, whatever its proportions.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} width device px @param {number} height device px
 * @param {import('./palette.js').Palette} palette
 * @param {readonly ArrayLike<number>[]} weights [T, T]
 */
export function paintThumbnail(pen, width, height, palette, weights) {
  const image = pen.createImageData(width, height);
  const words = new Uint32Array(image.data.buffer);
  largestWeights(weights, width, height).forEach((most, pixel) => {
    words[pixel] = palette.weight.pixels[weightStep(most)] ?? 0;
  });
  pen.putImageData(image, 0, 0);
}

/**
 * @param {readonly ArrayLike<number>[]} weights [T, T] @param {number} width @param {number} height
 * @returns {Float32Array} [height × width], the largest of the weights that fall on each pixel
 */
export function largestWeights(weights, width, height) {
  const found = new Float32Array(width * height);
  const count = weights.length;
  const spans = Array.from({ length: width }, (_, x) => span(x, width, count));
  for (let y = 0; y < height; y += 1) {
    for (const row of weights.slice(...span(y, height, count))) {
      spans.forEach(([first, end], x) => {
        let most = found[y * width + x] ?? 0;
        for (let key = first; key < end; key += 1) most = Math.max(most, row[key] ?? 0);
        found[y * width + x] = most;
      });
    }
  }
  return found;
}

/** @param {number} pixel @param {number} pixels @param {number} count @returns {[number, number]} */
function span(pixel, pixels, count) {
  const first = Math.floor((pixel * count) / pixels);
  return [first, Math.max(first + 1, Math.floor(((pixel + 1) * count) / pixels))];
}
