/** Numbers that may be very small, in few figures. Formats only. */
import { full, scientific, short } from './numbers.js';

/** What is smaller keeps less than so many figures behind the point. */
const FIGURES = 3;

/**
 * As `short`, but where its decimals would leave hardly a figure, with its power of ten.
 * @param {number} value @param {number} [decimals]
 */
export function significant(value, decimals = 4) {
  const size = Math.abs(value);
  if (size === 0 || size >= 10 ** (FIGURES - decimals)) return short(value, decimals);
  return full(Number(value.toExponential(FIGURES)));
}

/** Sizes that are read more easily without their power of ten. */
const PLAIN = { from: 1e-3, below: 1e4 };

/**
 * How large something is, where most are rounding and some are not: 4.9e−16, but 2.034.
 * @param {number} size not negative
 */
export function magnitude(size) {
  return size >= PLAIN.from && size < PLAIN.below ? size.toPrecision(FIGURES + 1) : scientific(size);
}
