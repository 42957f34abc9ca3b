/** Numbers that may be very small, in few figures. Formats only. */
import { full, short } from './numbers.js';

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
