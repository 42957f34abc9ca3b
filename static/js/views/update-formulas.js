/** Adam's six lines in MathML, each in symbols and with the update's own numbers. */
import { el, fill, math } from '../dom.js';
import { full, scientific, short } from '../format/numbers.js';
import { fraction, group, operator } from './derivation-symbols.js';

/** @typedef {import('../types.js').Update} Update */
/** @typedef {import('../dom.js').Child} Child */

const DECIMALS = 6;
/** What is smaller is written with a power of ten, so that as many of its digits are seen. */
const SMALL = 1e-3;
/** Digits to which 1 − β is what it is meant to be: 1 − 0.9 is 0.09999999999999998. */
const MEANT = 12;

/** @param {HTMLElement} root @param {Update} update */
export function fillUpdateFormulas(root, update) {
  fill(root, ...linesOf(update).flatMap(({ of, symbols, numbers, result }) => [
    el('p', { class: 'formula symbols' }, formula(of, operator('='), ...symbols)),
    // Two formulas, so that a narrow margin may break the line between them.
    el('p', { class: 'formula' }, formula(operator('='), ...numbers), ' ', formula(operator('='), value(result, false))),
  ]));
}

/** @param {Update} u @returns {{of: Child, symbols: Child[], numbers: Child[], result: number}[]} */
function linesOf(u) {
  const { step: t, next, gradient: g, beta1, beta2 } = u;
  const m = (/** @type {number} */ at) => indexed('m', at);
  const v = (/** @type {number} */ at) => indexed('v', at);
  const theta = (/** @type {number} */ at) => indexed('θ', at);
  const [b1, b2] = [indexed('β', 1), indexed('β', 2)];
  const [mHat, vHat] = [hat('m', next), hat('v', next)];
  return [
    {
      of: m(next), result: u.first_after,
      symbols: [b1, m(t), operator('+'), bracketed(whole(1), operator('−'), copy(b1)), letter('g')],
      numbers: [setting(beta1), operator('·'), value(u.first), operator('+'), rest(beta1), operator('·'), value(g)],
    },
    {
      of: v(next), result: u.second_after,
      symbols: [b2, v(t), operator('+'), bracketed(whole(1), operator('−'), copy(b2)), math('msup', {}, letter('g'), whole(2))],
      numbers: [setting(beta2), operator('·'), value(u.second), operator('+'), rest(beta2), operator('·'), math('msup', {}, bracketed(value(g, false)), whole(2))],
    },
    unbiased(mHat, m(next), copy(b1), u.first_after, beta1, next, u.first_corrected),
    unbiased(vHat, v(next), copy(b2), u.second_after, beta2, next, u.second_corrected),
    {
      of: group(letter('Δ'), letter('θ')), result: u.change,
      symbols: [operator('−'), letter('η'), fraction(copy(mHat), group(math('msqrt', {}, copy(vHat)), operator('+'), letter('ε')))],
      numbers: [operator('−'), setting(u.learning_rate), operator('·'), fraction(value(u.first_corrected, false), group(math('msqrt', {}, value(u.second_corrected)), operator('+'), setting(u.epsilon)))],
    },
    {
      of: theta(next), result: u.new_value,
      symbols: [theta(t), operator('+'), letter('Δ'), letter('θ')],
      numbers: [value(u.value, false), operator('+'), value(u.change)],
    },
  ];
}

/** Both moments begin at 0; this takes that bias out again. @param {Element} of @param {Element} moment @param {Element} beta @param {number} after @param {number} rate @param {number} next @param {number} result */
function unbiased(of, moment, beta, after, rate, next, result) {
  const bias = (/** @type {Element} */ base) => group(whole(1), operator('−'), math('msup', {}, base, whole(next)));
  return { of, result, symbols: [fraction(moment, bias(beta))], numbers: [fraction(value(after, false), bias(setting(rate)))] };
}

/** @param {Child[]} parts */
function formula(...parts) {
  return math('math', {}, group(...parts));
}

/** Negative numbers stand in brackets, except where a line or a fraction begins. @param {number} number @param {boolean} [inside] */
function value(number, inside = true) {
  const text = math('mn', {}, written(number));
  return number < 0 && inside ? bracketed(text) : text;
}

/** @param {number} number */
function written(number) {
  const size = Math.abs(number);
  return size > 0 && size < SMALL ? `${number < 0 ? '−' : ''}${scientific(size, DECIMALS - 3)}` : short(number, DECIMALS);
}

/** A setting of the run, as it was given. @param {number} number */
function setting(number) {
  return math('mn', {}, full(number));
}

/** 1 − β. @param {number} beta */
function rest(beta) {
  return setting(Number((1 - beta).toFixed(MEANT)));
}

/** @param {string} name @param {number} at */
function indexed(name, at) {
  return math('msub', {}, letter(name), whole(at));
}

/** @param {string} name @param {number} at */
function hat(name, at) {
  return math('msub', {}, math('mover', { accent: 'true' }, letter(name), math('mo', {}, '^')), whole(at));
}

/** An element stands in one place only. @param {Element} element */
function copy(element) {
  return /** @type {Element} */ (element.cloneNode(true));
}

/** @param {Child[]} parts */
function bracketed(...parts) {
  return group(math('mo', { stretchy: 'false' }, '('), ...parts, math('mo', { stretchy: 'false' }, ')'));
}

/** @param {number} number */
function whole(number) {
  return math('mn', {}, number);
}

/** @param {string} text */
function letter(text) {
  return math('mi', {}, text);
}
