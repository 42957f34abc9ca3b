/** Signs and numbers in the formulas of one update, as MathML. */
import { math } from '../dom.js';
import { full, scientific, short } from '../format/numbers.js';
import { bracketed, letter, whole } from './derivation-symbols.js';

const DECIMALS = 6;
/** What is smaller is written with a power of ten, so that as many of its digits are seen. */
const SMALL = 1e-3;
/** Digits to which 1 − β is what it is meant to be: 1 − 0.9 is 0.09999999999999998. */
const MEANT = 12;

/** Negative numbers stand in brackets, except where a line or a fraction begins. @param {number} number @param {boolean} [inside] */
export function value(number, inside = true) {
  const text = math('mn', {}, written(number));
  return number < 0 && inside ? bracketed(text) : text;
}

/** @param {number} number */
function written(number) {
  const size = Math.abs(number);
  return size > 0 && size < SMALL ? `${number < 0 ? '−' : ''}${scientific(size, DECIMALS - 3)}` : short(number, DECIMALS);
}

/** A setting of the run, as it was given. @param {number} number */
export function setting(number) {
  return math('mn', {}, full(number));
}

/** 1 − β. @param {number} beta */
export function rest(beta) {
  return setting(Number((1 - beta).toFixed(MEANT)));
}

/** @param {string} name @param {number | string} at */
export function indexed(name, at) {
  return math('msub', {}, letter(name), typeof at === 'number' ? whole(at) : math('mtext', {}, at));
}

/** @param {string} name @param {number} at @param {'^' | '~'} [sign] */
export function hat(name, at, sign = '^') {
  return math('msub', {}, over(name, sign), whole(at));
}

/** @param {string} name @param {'^' | '~'} sign */
export function over(name, sign) {
  return math('mover', { accent: 'true' }, letter(name), math('mo', {}, sign));
}

/** An element stands in one place only. @param {Element} element */
export function copy(element) {
  return /** @type {Element} */ (element.cloneNode(true));
}
