/**
 * The loom's threads. Rows run straight from column to column; only the fan
 * that mixes values crosses rows, and only it is drawn in the colour of sources.
 */

/**
 * @typedef {import('./rows.js').Rows} Rows
 * @typedef {import('./palette.js').Palette} Palette
 * @typedef {{left: number, right: number, arrow: boolean}} Gap between two columns; an arrow where a stage ends
 */

const ARROW = 3.5;

/**
 * @param {CanvasRenderingContext2D} pen @param {readonly Gap[]} gaps @param {Rows} rows
 * @param {Palette} palette @param {number} ratio @param {boolean} [isBackward] arrows from right to left
 */
export function paintThreads(pen, gaps, rows, palette, ratio, isBackward = false) {
  pen.fillStyle = palette.colour.rule2;
  const hair = 1 / ratio;
  for (let position = 0; position < rows.count; position++) {
    const y = Math.round(rows.middle(position) * ratio) / ratio - hair / 2;
    for (const { left, right, arrow } of gaps) {
      if (arrow && position === rows.selected) continue;
      pen.fillRect(left + 1, y, right - left - 2, hair);
    }
  }
  paintArrows(pen, gaps, rows.middle(rows.selected), palette.colour.ink, isBackward);
}

/** @param {CanvasRenderingContext2D} pen @param {readonly Gap[]} gaps @param {number} y @param {string} ink @param {boolean} isBackward */
function paintArrows(pen, gaps, y, ink, isBackward) {
  pen.strokeStyle = ink;
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const { left, right, arrow } of gaps) {
    if (!arrow) continue;
    const [tail, tip] = isBackward ? [right - 3, left + 2] : [left + 3, right - 2];
    const barb = tip + (isBackward ? 1 : -1) * (ARROW + 1.5);
    pen.moveTo(tail, y);
    pen.lineTo(tip, y);
    pen.moveTo(barb, y - ARROW);
    pen.lineTo(tip, y);
    pen.lineTo(barb, y + ARROW);
  }
  pen.stroke();
}

/**
 * What the selected position reads: a line per head and visible key, as thick
 * as its weight. Keys of its own future are dashed in the colour of a leak.
 * @param {CanvasRenderingContext2D} pen
 * @param {{left: number, width: number}} span
 * @param {Rows} rows
 * @param {readonly (readonly number[])[]} weights [heads, keys] of the selected position
 * @param {readonly boolean[]} visible [keys]
 * @param {Palette} palette
 */
export function paintFan(pen, span, rows, weights, visible, palette) {
  const [from, to] = [span.left - 4, span.left + span.width + 4];
  const middle = (from + to) / 2;
  const spread = 0.36 * rows.pitch;
  for (const [head, row] of weights.entries()) {
    const shift = weights.length > 1 ? (head / (weights.length - 1) - 0.5) * spread : 0;
    const end = rows.middle(rows.selected) + shift;
    for (let key = 0; key < row.length; key++) {
      if (!visible[key]) continue;
      const start = rows.middle(key) + shift;
      const future = key > rows.selected;
      pen.strokeStyle = future ? palette.colour.alert : palette.colour.src;
      pen.setLineDash(future ? [3, 2] : []);
      pen.lineWidth = Math.max(0.6, /** @type {number} */ (row[key]) * 6);
      pen.beginPath();
      pen.moveTo(from, start);
      pen.bezierCurveTo(middle, start, middle, end, to, end);
      pen.stroke();
    }
  }
  pen.setLineDash([]);
}
