/** In which line each of a row of switches stands, so that none lies on another. Pure. */

/** Lines at most; more would push the loom away. */
const MOST_LINES = 4;

/**
 * Each in the lowest line where it touches none before it.
 * @param {readonly {left: number, right: number, width: number}[]} places from left to right, CSS px; those without a width are not on show
 * @returns {number[]} counted from below
 */
export function linesOf(places) {
  /** @type {number[]} where each line's last one ends */
  const ends = [];
  return places.map(({ left, right, width }) => {
    if (!width) return 0;
    const free = ends.findIndex((end) => end <= left);
    const line = free < 0 ? Math.min(ends.length, MOST_LINES - 1) : free;
    ends[line] = right;
    return line;
  });
}
