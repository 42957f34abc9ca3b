/** Colour ramps as tables, so that a cell's colour is one look-up. Pure. */
import { STEPS } from './scale.js';

/**
 * @typedef {object} Ramp
 * @property {readonly string[]} css a CSS colour per step
 * @property {Uint32Array} pixels the same as ImageData words (little-endian ABGR)
 * @property {readonly string[]} ink '#000' or '#fff' per step, whichever is read better on it
 */

/** @typedef {[number, number, number]} Rgb */

/** @param {string} hex '#rrggbb' @returns {Rgb} */
export function rgb(hex) {
  const word = Number.parseInt(hex.slice(1), 16);
  return [word >> 16, (word >> 8) & 255, word & 255];
}

/**
 * Relative luminance, WCAG 2.2.
 * @param {Rgb} colour
 */
export function luminance(colour) {
  const [r, g, b] = /** @type {Rgb} */ (
    colour.map((byte) => {
      const share = byte / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    })
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Contrast ratio, WCAG 2.2.
 * @param {Rgb} a @param {Rgb} b
 */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (/** @type {number} */ (high) + 0.05) / (/** @type {number} */ (low) + 0.05);
}

/** Black or white, whichever stands out more. @param {Rgb} ground */
export function inkOn(ground) {
  return contrast(ground, [0, 0, 0]) >= contrast(ground, [255, 255, 255]) ? '#000' : '#fff';
}

/**
 * @param {readonly string[]} stops evenly spaced, '#rrggbb'
 * @returns {Ramp}
 */
export function ramp(stops) {
  const corners = stops.map(rgb);
  const colours = Array.from({ length: STEPS }, (_, step) => between(corners, step / (STEPS - 1)));
  return {
    css: colours.map((colour) => `rgb(${colour.join(' ')})`),
    pixels: Uint32Array.from(colours, ([r, g, b]) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0),
    ink: colours.map(inkOn),
  };
}

/** @param {Rgb[]} corners @param {number} share 0 to 1 @returns {Rgb} */
function between(corners, share) {
  const place = share * (corners.length - 1);
  const left = Math.min(corners.length - 2, Math.floor(place));
  const from = /** @type {Rgb} */ (corners[left]);
  const to = /** @type {Rgb} */ (corners[left + 1]);
  return /** @type {Rgb} */ (from.map((byte, i) => Math.round(byte + (/** @type {number} */ (to[i]) - byte) * (place - left))));
}
