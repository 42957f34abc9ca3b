/**
 * Where the loom's rows lie: one per position, all of one pitch, the selected
 * one taller, so that every column and the gutter agree on it. Pure; CSS px.
 */

/** Text needs this much; below it, numbers become ticks. */
export const READABLE = 9;
const SMALLEST = 4;
/** The loom never grows beyond this many rows of the full pitch. */
export const FULL_ROWS = 17;

/**
 * @typedef {object} Rows
 * @property {number} count
 * @property {number} selected
 * @property {number} pitch
 * @property {number} lens what the selected row has more
 * @property {number} total height of all rows
 * @property {(position: number) => number} top
 * @property {(position: number) => number} height
 * @property {(position: number) => number} middle
 * @property {(y: number) => number} at position at a height, −1 outside
 */

/**
 * @param {number} count positions
 * @param {number} selected
 * @param {number} pitch what a row takes while there is room for it
 * @returns {Rows}
 */
export function layRows(count, selected, pitch) {
  const fitting = Math.max(SMALLEST, Math.min(pitch, Math.floor((FULL_ROWS * pitch) / Math.max(1, count))));
  const lens = Math.max(8, Math.min(12, 22 - fitting));
  /** @param {number} position */
  const top = (position) => position * fitting + (position > selected ? lens : 0);
  /** @param {number} position */
  const height = (position) => fitting + (position === selected ? lens : 0);
  return {
    count,
    selected,
    pitch: fitting,
    lens,
    total: count * fitting + lens,
    top,
    height,
    middle: (position) => top(position) + height(position) / 2,
    at(y) {
      if (y < 0 || y >= count * fitting + lens) return -1;
      const above = Math.floor(y / fitting);
      if (above < selected) return above;
      return Math.max(selected, Math.floor((y - lens) / fitting));
    },
  };
}

/**
 * Full pitch of a row by the height of the window. @param {number} windowHeight px
 */
export function fullPitch(windowHeight) {
  if (windowHeight <= 760) return 10;
  return windowHeight <= 880 ? 12 : 14;
}
