/**
 * GELU and its slope in MathML: exactly, by the error function, and by tanh of a
 * bent line u. What the letters stand for is said in lines of their own beneath,
 * or no margin would be wide enough.
 */
import { math } from '../dom.js';
import { bracketed, exponential, fraction, group, letter, operator, whole } from './derivation-symbols.js';

/** @typedef {import('../dom.js').Child} Child */

/** @typedef {'gelu' | 'geluTanh'} Kind */

/** x · Φ(x). @param {Kind} kind @returns {Child[]} */
export function gelu(kind) {
  return [letter('x'), operator('·'), ...share(kind)];
}

/**
 * What the letters stand for.
 * @param {Kind} kind @param {Element} x what went in @param {boolean} [isSlope]
 * @returns {Child[][]} line by line
 */
export function geluLetters(kind, x, isSlope = false) {
  const bent = [letter('u'), operator('='), root(), bracketed(letter('x'), operator('+'), cubic(), operator('·'), power('x', 3))];
  const bentSlope = [letter('u′'), operator('='), root(), bracketed(whole(1), operator('+'), whole(3), operator('·'), cubic(), operator('·'), power('x', 2))];
  return [
    ...(isSlope ? [[letter('g′'), operator('='), ...share(kind), operator('+'), ...rise(kind)]] : []),
    ...(kind === 'geluTanh' ? [bent, ...(isSlope ? [bentSlope] : [])] : []),
    [letter('x'), operator('='), x],
  ];
}

/** The share of a normal distribution that lies below x. @param {Kind} kind @returns {Child[]} */
function share(kind) {
  const shape = kind === 'gelu' ? [letter('erf'), bracketed(letter('x'), letter('/'), math('msqrt', {}, whole(2)))] : [letter('tanh'), letter('u')];
  return [fraction(whole(1), whole(2)), bracketed(whole(1), operator('+'), ...shape)];
}

/** x times how fast that share grows. @param {Kind} kind @returns {Child[]} */
function rise(kind) {
  if (kind === 'gelu') return [letter('x'), operator('·'), fraction(exponential(group(operator('−'), power('x', 2), letter('/'), whole(2))), math('msqrt', {}, whole(2), letter('π')))];
  return [fraction(letter('x'), whole(2)), bracketed(whole(1), operator('−'), math('msup', {}, letter('tanh'), whole(2)), letter('u')), operator('·'), letter('u′')];
}

function root() {
  return math('msqrt', {}, fraction(whole(2), letter('π')));
}

/** The weight of x³, the approximation's own. */
function cubic() {
  return whole(0.044715);
}

/** @param {string} of @param {number} exponent */
function power(of, exponent) {
  return math('msup', {}, letter(of), whole(exponent));
}
