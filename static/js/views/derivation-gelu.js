/**
 * GELU and its slope in MathML: exactly, by the error function, and by tanh of a
 * bent line u, whose lines stand beneath.
 */
import { math } from '../dom.js';
import { bracketed, exponential, fraction, group, letter, operator, whole } from './derivation-symbols.js';

/** @typedef {import('../dom.js').Child} Child */
/** @typedef {Element | undefined} Sign what stands for x; each use but the last takes a copy */

/** @param {Sign} x @returns {Child[]} */
export function gelu(x) {
  return [copy(x), operator('·'), ...half(byErf(x))];
}

/** @param {Sign} x @returns {Child[]} */
export function geluTanh(x) {
  return [x, operator('·'), ...half(byTanh())];
}

/** Φ(x) + x · φ(x). @param {Sign} x */
export function geluSlope(x) {
  const height = exponential(group(operator('−'), math('msup', {}, copy(x), whole(2)), letter('/'), whole(2)));
  const density = fraction(height, math('msqrt', {}, whole(2), letter('π')));
  return bracketed(...half(byErf(copy(x))), operator('+'), x, operator('·'), density);
}

/** @param {Sign} x */
export function geluTanhSlope(x) {
  const rise = bracketed(whole(1), operator('−'), math('msup', {}, letter('tanh'), whole(2)), letter('u'));
  return bracketed(...half(byTanh()), operator('+'), fraction(x, whole(2)), operator('·'), rise, operator('·'), letter('u′'));
}

/** The line that tanh is taken of. @param {Sign} x @returns {Child[]} */
export function bend(x) {
  return [letter('u'), operator('='), root(), bracketed(copy(x), operator('+'), cubic(), operator('·'), math('msup', {}, x, whole(3)))];
}

/** Its slope. @param {Sign} x @returns {Child[]} */
export function bendSlope(x) {
  return [letter('u′'), operator('='), root(), bracketed(whole(1), operator('+'), whole(3), operator('·'), cubic(), operator('·'), math('msup', {}, x, whole(2)))];
}

/** @param {Sign} x */
function byErf(x) {
  return group(letter('erf'), bracketed(fraction(x, math('msqrt', {}, whole(2)))));
}

function byTanh() {
  return group(letter('tanh'), letter('u'));
}

/** @param {Child} shape what stands for the normal distribution */
function half(shape) {
  return [fraction(whole(1), whole(2)), bracketed(whole(1), operator('+'), shape)];
}

function root() {
  return math('msqrt', {}, fraction(whole(2), letter('π')));
}

/** The weight of x³, of the approximation's own. */
function cubic() {
  return whole(0.044715);
}

/** @param {Sign} part */
function copy(part) {
  return /** @type {Sign} */ (part?.cloneNode(true));
}
