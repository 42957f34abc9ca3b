/** Signed changes as bars up and down from a line, one per position. */

/**
 * @typedef {object} ChangePicture
 * @property {readonly number[]} changes by position; NaN where there is none
 * @property {number} selected
 */

/** CSS px of the space below and above. */
const INSET = 2;

/**
 * @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height CSS px
 * @param {import('./palette.js').Palette} palette @param {ChangePicture} picture
 */
export function paintChanges(pen, width, height, { colour }, { changes, selected }) {
  const finite = changes.filter(Number.isFinite);
  const [up, down] = [Math.max(0, ...finite), Math.max(0, ...finite.map((change) => -change))];
  const step = width / Math.max(1, changes.length);
  const scale = up + down > 0 ? (height - 2 * INSET) / (up + down) : 0;
  const line = INSET + up * scale;
  pen.fillStyle = colour.mark;
  pen.fillRect(selected * step, 0, Math.max(2, step), height);
  pen.fillStyle = colour.rule2;
  pen.fillRect(0, line - 0.5, width, 1);
  for (const [position, change] of changes.entries()) {
    if (!Number.isFinite(change) || change === 0) continue;
    const length = Math.max(1, Math.abs(change) * scale);
    pen.fillStyle = position === selected ? colour.ink : colour.ink2;
    pen.fillRect(position * step, change > 0 ? line - length : line, Math.max(1, step - 1), length);
  }
}

/** Which position lies there. @param {number} x CSS px @param {number} width @param {number} count */
export function changeAt(x, width, count) {
  return Math.max(0, Math.min(count - 1, Math.floor((x / width) * count)));
}
