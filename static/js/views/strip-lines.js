/** How a row's cells are broken into lines: so that each has room for its number, or, where there are very many, for its colour alone. Pure. */

/** Cells of one line that have room for their numbers. */
export const WORDED = 16;
/** More are too many to be read one by one: they stand as a picture of lines of 64. */
const MOST_WORDED = 128;
const IN_PICTURE = 64;
/** Cells of a line on a narrow page. */
export const IN_NARROW = 8;
/** Rows of more cells, or without words, are one picture. */
export const MOST_BUTTONS = 64;

/** @param {number} count of a row's cells */
export function cellsPerLine(count) {
  return count > MOST_WORDED ? IN_PICTURE : WORDED;
}
