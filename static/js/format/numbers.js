/**
 * Numbers as text: the same in every locale, never "−0", and never 0 or 1 for
 * a value that is not. Formats only; computes nothing.
 */

const MINUS = '\u2212';

/**
 * A number short enough for a cell. Zero is "0"; anything else that `decimals`
 * would round away turns scientific.
 * @param {number} value
 * @param {number} [decimals]
 */
export function short(value, decimals = 4) {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return notFinite(value);
  const size = Math.abs(value);
  const fixed = size < 1e7 ? size.toFixed(decimals) : '';
  return sign(value) + (Number(fixed) === 0 ? scientific(size) : fixed);
}

/**
 * A probability or weight in a cell. One that is below 1 never reads as 1: it
 * gets up to two more decimals, then is written as its distance from 1.
 * @param {number} value
 * @param {number} [decimals]
 */
export function probability(value, decimals = 4) {
  if (!(value < 1) || Number(value.toFixed(decimals)) < 1) return short(value, decimals);
  for (const more of [1, 2]) {
    const text = value.toFixed(decimals + more);
    if (Number(text) < 1) return text;
  }
  return `1${MINUS}${scientific(1 - value)}`;
}

/**
 * Every digit: the shortest text that reads back as the same float64.
 * @param {number} value
 */
export function full(value) {
  if (!Number.isFinite(value)) return notFinite(value);
  return String(value).replaceAll('-', MINUS).replace('e+', 'e');
}

/**
 * A count, with thousands set apart.
 * @param {number} value
 */
export function count(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * How large something is, by its power of ten: 4.9e−16, 5.0e−1; zero is "0".
 * @param {number} size not negative
 * @param {number} [decimals]
 */
export function scientific(size, decimals = 1) {
  if (size === 0) return '0';
  return size.toExponential(decimals).replace('e+', 'e').replace('e-', `e${MINUS}`);
}

/** @param {number} value */
function notFinite(value) {
  return Number.isNaN(value) ? 'NaN' : `${sign(value)}∞`;
}

/** @param {number} value */
function sign(value) {
  return value < 0 ? MINUS : '';
}
