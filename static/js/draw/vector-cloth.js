/**
 * In place of the cloth of pixels: the same pieces, line by line, as cells of
 * one colour. The same calls, for the same painter of long texts.
 */
import { linesOf } from './bent-rows.js';
import { CLEAR, keepStronger } from './cloth.js';
import { plain, tag } from './markup.js';
import { cells } from './vector-atlas.js';

/** @typedef {import('./cloth.js').Piece} Piece */
/** @typedef {import('./bent-rows.js').BentRows} BentRows */

export function createVectorCloth() {
  /** @type {readonly Piece[]} */
  let woven = [];
  let full = 1;

  return {
    /** @param {number} width device px @param {number} _count @param {number} _share @param {readonly Piece[]} pieces */
    weave(width, _count, _share, pieces) {
      woven = pieces;
      full = width;
    },
    /** @param {unknown} to a vector pen, under the type of the other cloth's canvas @param {BentRows} rows @param {number} width CSS px */
    lay(to, rows, width) {
      const pen = /** @type {import('./vector-pen.js').VectorPen} */ (to);
      const lines = linesOf(rows);
      const at = /** @param {number} line */ (line) => /** @type {import('./bent-rows.js').Line} */ (lines[line]);
      const places = { top: (/** @type {number} */ line) => at(line).top, height: (/** @type {number} */ line) => at(line).height };
      for (const piece of woven) {
        const paths = cells(lines.map((line) => pixelsOf(piece, line)), places).map(([fill, d]) => tag('path', { fill, d }));
        const transform = `translate(${plain((piece.left * width) / full)} 0) scale(${width / full} 1)`;
        pen.add(tag('g', { transform, 'shape-rendering': 'crispEdges' }, ...paths));
      }
    },
  };
}

/** Of positions that share a line, at each pixel the one of larger magnitude. @param {Piece} piece @param {import('./bent-rows.js').Line} line @returns {(number | null)[]} */
function pixelsOf({ width, values, colour }, { first, end }) {
  const kept = new Float64Array(width).fill(CLEAR);
  const row = new Float64Array(width);
  for (let position = first; position < end; position++) {
    values(position, row, 0);
    keepStronger(kept, row, 0);
  }
  const words = new Uint32Array(width);
  colour(kept, 0, width, words, 0);
  return Array.from(words, (word, x) => (kept[x] === CLEAR ? null : word));
}

/** @typedef {ReturnType<typeof createVectorCloth>} VectorCloth */
