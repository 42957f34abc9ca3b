/** Adam's six lines in MathML, each in symbols and with the update's own numbers. */
import { el, fill, math } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { fraction, group, operator } from './derivation-symbols.js';

/** @typedef {import('../types.js').Update} Update */
/** @typedef {import('../dom.js').Child} Child */

const DECIMALS = 6;

/** @param {HTMLElement} root @param {Update} update */
export function fillUpdateFormulas(root, update) {
  fill(root, ...linesOf(update).flatMap(({ of, symbols, numbers, result }) => [
    line('formula symbols', of, operator('='), ...symbols),
    line('formula', operator('='), ...numbers, operator('='), value(result, false)),
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
      numbers: [value(beta1), operator('·'), value(u.first), operator('+'), bracketed(whole(1), operator('−'), value(beta1)), operator('·'), value(g)],
    },
    {
      of: v(next), result: u.second_after,
      symbols: [b2, v(t), operator('+'), bracketed(whole(1), operator('−'), copy(b2)), math('msup', {}, letter('g'), whole(2))],
      numbers: [value(beta2), operator('·'), value(u.second), operator('+'), bracketed(whole(1), operator('−'), value(beta2)), operator('·'), math('msup', {}, value(g), whole(2))],
    },
    unbiased(mHat, m(next), copy(b1), u.first_after, beta1, next, u.first_corrected),
    unbiased(vHat, v(next), copy(b2), u.second_after, beta2, next, u.second_corrected),
    {
      of: group(letter('Δ'), letter('θ')), result: u.change,
      symbols: [operator('−'), letter('η'), fraction(copy(mHat), group(math('msqrt', {}, copy(vHat)), operator('+'), letter('ε')))],
      numbers: [operator('−'), value(u.learning_rate), operator('·'), fraction(value(u.first_corrected, false), group(math('msqrt', {}, value(u.second_corrected)), operator('+'), value(u.epsilon)))],
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
  const rest = (/** @type {Element} */ base) => group(whole(1), operator('−'), math('msup', {}, base, whole(next)));
  return { of, result, symbols: [fraction(moment, rest(beta))], numbers: [fraction(value(after, false), rest(value(rate)))] };
}

/** @param {string} className @param {Child[]} parts */
function line(className, ...parts) {
  return el('p', { class: className }, math('math', {}, group(...parts)));
}

/** Negative numbers stand in brackets, except where a line or a fraction begins. @param {number} number @param {boolean} [inside] */
function value(number, inside = true) {
  const text = math('mn', {}, Number.isInteger(number) || Math.abs(number) >= 1e-4 && String(number).length <= 8 ? full(number) : short(number, DECIMALS));
  return number < 0 && inside ? bracketed(text) : text;
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
