/**
 * Many small pictures painted in one go: each number is one pixel of a hidden
 * image, which is then stretched onto the visible canvas without smoothing.
 * One image write and a few stretches take the place of a rectangle per number.
 */
import { signedStep } from './scale.js';

/** @typedef {import('./rows.js').Rows} Rows */
/** @typedef {{left: number, width: number}} Span CSS px */

export function createAtlas() {
  const canvas = document.createElement('canvas');
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  let image = new ImageData(1, 1);
  let pixels = new Uint32Array(image.data.buffer);
  let used = 0;

  return {
    /** A number needs a whole pixel. */
    finer: 1,

    /** Start anew. @param {number} columns of all pictures together @param {number} rows */
    begin(columns, rows) {
      if (image.width < columns || image.height < rows) {
        image = new ImageData(Math.max(image.width, columns), Math.max(image.height, rows));
        pixels = new Uint32Array(image.data.buffer);
        canvas.width = image.width;
        canvas.height = image.height;
      }
      used = 0;
    },

    /**
     * @param {readonly (readonly number[] | Float64Array)[]} matrix
     * @param {number} columns
     * @param {number} most largest magnitude of the tensor
     * @param {import('./ramp.js').Ramp} ramp
     * @returns {number} the picture's place, for `stretch`
     */
    signed(matrix, columns, most, ramp) {
      for (let row = 0; row < matrix.length; row++) {
        const values = /** @type {readonly number[]} */ (matrix[row]);
        const start = row * image.width + used;
        for (let i = 0; i < columns; i++) {
          pixels[start + i] = /** @type {number} */ (ramp.pixels[signedStep(/** @type {number} */ (values[i]), most)]);
        }
      }
      return this.take(columns);
    },

    /**
     * Queries by keys; a pixel is left clear where a key is not visible.
     * @param {readonly (readonly (number | null)[])[]} matrix
     * @param {readonly (readonly boolean[])[]} visible
     * @param {(value: number) => number} pixelOf
     */
    masked(matrix, visible, pixelOf) {
      const columns = matrix.length;
      for (let query = 0; query < columns; query++) {
        const start = query * image.width + used;
        for (let key = 0; key < columns; key++) {
          const value = visible[query]?.[key] ? matrix[query]?.[key] : null;
          pixels[start + key] = value === null || value === undefined ? 0 : pixelOf(value);
        }
      }
      return this.take(columns);
    },

    /** @param {number} columns */
    take(columns) {
      used += columns;
      return used - columns;
    },

    /** Write what was gathered; to be called once, before stretching. */
    commit() {
      pen.putImageData(image, 0, 0);
    },

    /**
     * Stretch a picture over a span, its rows over the loom's: those above the
     * selected row, the selected one, and those below, as their heights differ.
     * @param {CanvasRenderingContext2D} to @param {number} place @param {number} columns
     * @param {Span} span @param {Pick<Rows, 'selected' | 'count' | 'top' | 'height'>} rows
     */
    stretch(to, place, columns, { left, width }, rows) {
      const { selected, count } = rows;
      to.imageSmoothingEnabled = false;
      /** @param {number} first @param {number} end */
      const band = (first, end) => {
        if (end <= first) return;
        const top = rows.top(first);
        const height = rows.top(end - 1) + rows.height(end - 1) - top;
        to.drawImage(canvas, place, first, columns, end - first, left, top, width, height);
      };
      band(0, Math.min(selected, count));
      band(selected, Math.min(selected + 1, count));
      band(selected + 1, count);
    },
  };
}

/** @typedef {ReturnType<typeof createAtlas>} Atlas */
