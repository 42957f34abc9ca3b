/**
 * In place of the atlas of pixels: every number an exact cell, all cells of one
 * colour one path. The same calls, for the same painters.
 */
import { plain, tag } from './markup.js';
import { signedStep } from './scale.js';

/** @typedef {import('./atlas.js').Span} Span */
/** @typedef {import('./rows.js').Rows} Rows */
/** @typedef {(number | null)[][]} Pixels colours as the ramps have them; null is nothing */

export function createVectorAtlas() {
  /** @type {Pixels[]} */
  let pictures = [];

  /** @param {Pixels} pixels @returns {number} the picture's place, for `stretch` */
  function keep(pixels) {
    pictures.push(pixels);
    return pictures.length - 1;
  }

  return {
    /** Cells that a pixel may be cut into before numbers are folded together. */
    finer: 4,

    begin() {
      pictures = [];
    },

    /**
     * @param {readonly (readonly number[] | Float64Array)[]} matrix
     * @param {number} _columns
     * @param {number} most largest magnitude of the tensor
     * @param {import('./ramp.js').Ramp} ramp
     */
    signed(matrix, _columns, most, ramp) {
      return keep(matrix.map((row) => Array.from(row, (value) => ramp.pixels[signedStep(value, most)] ?? null)));
    },

    /**
     * @param {readonly (readonly (number | null)[])[]} matrix
     * @param {readonly (readonly boolean[])[]} visible
     * @param {(value: number) => number} pixelOf
     */
    masked(matrix, visible, pixelOf) {
      return keep(matrix.map((row, query) => Array.from(row, (value, key) => (visible[query]?.[key] && value !== null ? pixelOf(value) : null))));
    },

    commit() {},

    /**
     * @param {unknown} to a vector pen, under the type of the other atlas's canvas
     * @param {number} place @param {number} columns @param {Span} span
     * @param {Pick<Rows, 'top' | 'height'>} rows
     */
    stretch(to, place, columns, { left, width }, rows) {
      const pen = /** @type {import('./vector-pen.js').VectorPen} */ (to);
      const transform = `translate(${plain(left)} 0) scale(${width / columns} 1)`;
      const paths = cells(pictures[place] ?? [], rows).map(([fill, d]) => tag('path', { fill, d }));
      // Without smoothing, or a seam of the ground would show between cells.
      pen.add(tag('g', { transform, 'shape-rendering': 'crispEdges' }, ...paths));
    },
  };
}

/**
 * Neighbours of one colour in a row make one rectangle.
 * @param {Pixels} pixels @param {Pick<Rows, 'top' | 'height'>} rows
 * @returns {[string, string][]} colour and path
 */
export function cells(pixels, rows) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  pixels.forEach((row, position) => {
    for (let first = 0; first < row.length; ) {
      const pixel = row[first] ?? null;
      let end = first + 1;
      while (end < row.length && (row[end] ?? null) === pixel) end += 1;
      if (pixel !== null) {
        const [top, height] = [plain(rows.top(position)), plain(rows.height(position))];
        paths.set(pixel, `${paths.get(pixel) ?? ''}M${first} ${top}h${end - first}v${height}h${first - end}z`);
      }
      first = end;
    }
  });
  return [...paths].map(([pixel, path]) => [hex(pixel), path]);
}

/** '#rrggbb' of a little-endian ABGR word. @param {number} pixel */
function hex(pixel) {
  return `#${[pixel, pixel >> 8, pixel >> 16].map((byte) => (byte & 255).toString(16).padStart(2, '0')).join('')}`;
}

/** @typedef {ReturnType<typeof createVectorAtlas>} VectorAtlas */
