/** Probabilities of all candidates twice, on one scale: solid now, hollow before. */

/** CSS px of a bar that can be hollow. */
const HOLLOW = 5;

/**
 * @typedef {object} TwoPicture
 * @property {readonly number[]} now by ID
 * @property {readonly number[] | null} intact
 * @property {number} target its ID; none is −1 or less
 */

/**
 * @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height CSS px
 * @param {import('./palette.js').Palette} palette @param {TwoPicture} picture
 */
export function paintTwoProbabilities(pen, width, height, { colour }, { now, intact, target }) {
  const most = Math.max(...now, ...(intact ?? [0]));
  const step = width / Math.max(1, now.length);
  const bar = Math.max(1, step - Math.min(2, step / 3));
  const tall = (/** @type {number} */ value) => (most > 0 ? (value / most) * (height - 2) : 0);
  for (const [id, value] of now.entries()) {
    pen.fillStyle = id === target ? colour.voc : colour['voc-soft'];
    pen.fillRect(id * step, height - 1 - tall(value), bar, tall(value));
  }
  pen.strokeStyle = colour.ink2;
  pen.lineWidth = 1;
  for (const [id, value] of (intact ?? []).entries()) {
    // A box around a bar of a few pixels would be all ink: its upper edge is enough.
    if (step < HOLLOW) pen.strokeRect(id * step, height - 1 - tall(value), bar, 0);
    else if (tall(value) >= 1) pen.strokeRect(id * step + 0.5, height - 1 - tall(value) + 0.5, Math.max(1, bar - 1), tall(value) - 0.5);
  }
  pen.fillStyle = colour.rule2;
  pen.fillRect(0, height - 1, width, 1);
}
