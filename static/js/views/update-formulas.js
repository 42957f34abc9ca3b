/** Adam's six lines in MathML, each in symbols and with the update's own numbers; a run on a text has three more. */
import { el, fill, math } from '../dom.js';
import { bracketed, fraction, group, letter, operator, whole } from './derivation-symbols.js';
import { copy, hat, indexed, over, rest, setting, value } from './update-signs.js';
import { clipLine, decayLine, rateLine } from './update-text-formulas.js';

/**
 * @typedef {import('../types.js').Update} Update
 * @typedef {import('../dom.js').Child} Child
 * @typedef {import('../i18n/all.js').Words['update']} Words
 *
 * Without numbers, the symbols are the result's own.
 * @typedef {{of: Child, symbols: Child[], numbers?: Child[], result: number, note?: string}} Line
 *
 * What Adam is told: the gradient that it follows, the number it goes on from, its rate.
 * @typedef {{gradient: number, value: number, g: Element, from: Element, eta: Element}} Told
 */

/** @param {HTMLElement} root @param {Update} update @param {Words} t */
export function fillUpdateFormulas(root, update, t) {
  fill(root, ...linesOf(update, t).flatMap(({ of, symbols, numbers, result, note }) => [
    ...(note ? [el('p', { class: 'note' }, note)] : []),
    el('p', { class: 'formula symbols' }, formula(of, operator('='), ...symbols)),
    // Two formulas, so that a narrow margin may break the line between them.
    el('p', { class: 'formula' }, ...(numbers ? [formula(operator('='), ...numbers), ' '] : []), formula(operator('='), value(result, false))),
  ]));
}

/** @param {Update} u @param {Words} t @returns {Line[]} */
function linesOf(u, t) {
  const { step, next } = u;
  if (!('norm' in u)) return adamLines(u, { gradient: u.gradient, value: u.value, g: letter('g'), from: indexed('θ', step), eta: letter('η') });
  const lines = adamLines(u, { gradient: u.clipped, value: u.decayed, g: over('g', '~'), from: hat('θ', step, '~'), eta: indexed('η', next) });
  return [rateLine(u, t), clipLine(u, t), ...lines.slice(0, -1), decayLine(u, t), ...lines.slice(-1)];
}

/** @param {Update} u @param {Told} told @returns {Line[]} */
function adamLines(u, { gradient, g, from, eta, ...told }) {
  const { step: t, next, beta1, beta2 } = u;
  const m = (/** @type {number} */ at) => indexed('m', at);
  const v = (/** @type {number} */ at) => indexed('v', at);
  const [b1, b2] = [indexed('β', 1), indexed('β', 2)];
  const [mHat, vHat] = [hat('m', next), hat('v', next)];
  return [
    {
      of: m(next), result: u.first_after,
      symbols: [b1, m(t), operator('+'), bracketed(whole(1), operator('−'), copy(b1)), copy(g)],
      numbers: [setting(beta1), operator('·'), value(u.first), operator('+'), rest(beta1), operator('·'), value(gradient)],
    },
    {
      of: v(next), result: u.second_after,
      symbols: [b2, v(t), operator('+'), bracketed(whole(1), operator('−'), copy(b2)), math('msup', {}, copy(g), whole(2))],
      numbers: [setting(beta2), operator('·'), value(u.second), operator('+'), rest(beta2), operator('·'), math('msup', {}, bracketed(value(gradient, false)), whole(2))],
    },
    unbiased(mHat, m(next), copy(b1), u.first_after, beta1, next, u.first_corrected),
    unbiased(vHat, v(next), copy(b2), u.second_after, beta2, next, u.second_corrected),
    {
      of: group(letter('Δ'), letter('θ')), result: u.change,
      symbols: [operator('−'), eta, fraction(copy(mHat), group(math('msqrt', {}, copy(vHat)), operator('+'), letter('ε')))],
      numbers: [operator('−'), value(u.learning_rate), operator('·'), fraction(value(u.first_corrected, false), group(math('msqrt', {}, value(u.second_corrected)), operator('+'), setting(u.epsilon)))],
    },
    {
      of: indexed('θ', next), result: u.new_value,
      symbols: [from, operator('+'), letter('Δ'), letter('θ')],
      numbers: [value(told.value, false), operator('+'), value(u.change)],
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
