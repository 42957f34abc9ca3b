/** The three lines that an update of a run on a text has besides Adam's: its rate, the clipping, the decay. */
import { math } from '../dom.js';
import { count, short } from '../format/numbers.js';
import { isClipped, partOfSchedule } from '../math/adamw.js';
import { bracketed, fraction, group, letter, operator, whole } from './derivation-symbols.js';
import { hat, indexed, over, setting, value } from './update-signs.js';

/** @typedef {import('../types.js').TextUpdate} TextUpdate */
/** @typedef {import('./update-formulas.js').Line} Line */
/** @typedef {import('./update-formulas.js').Words} Words */

/** Up in a line, down along half a cosine. @param {TextUpdate} u @param {Words} t @returns {Line} */
export function rateLine(u, t) {
  const { next, peak_learning_rate: peak, min_learning_rate: least, warmup_steps: warmup, decay_steps: end } = u;
  const of = indexed('η', next);
  const part = partOfSchedule(u);
  const note = t.rate[part](count(next), count(warmup), count(end));
  if (part === 'lowest') return { of, note, symbols: [indexed('η', 'min')], result: u.learning_rate };
  if (part === 'rising') {
    return { of, note, symbols: [indexed('η', 'max'), operator('·'), fraction(letter('n'), letter('w'))], numbers: [setting(peak), operator('·'), fraction(whole(next), whole(warmup))], result: u.learning_rate };
  }
  return {
    of, note, result: u.learning_rate,
    symbols: cosine(indexed('η', 'min'), bracketed(indexed('η', 'max'), operator('−'), indexed('η', 'min')), way(letter('n'), letter('w'), letter('d'))),
    numbers: cosine(setting(least), bracketed(setting(peak), operator('−'), setting(least)), way(whole(next), whole(warmup), whole(end))),
  };
}

/** How much of the way from w to d. @param {Element} n @param {Element} w @param {Element} d */
function way(n, w, d) {
  return fraction(group(n, operator('−'), w), group(d, operator('−'), w.cloneNode(true)));
}

/** @param {Element} least @param {Element} span @param {Element} part */
function cosine(least, span, part) {
  const height = group(whole(1), operator('+'), letter('cos'), bracketed(letter('π'), part));
  return [least, operator('+'), span, fraction(height, whole(2))];
}

/** Of one number of the gradient, by the length of all of it. @param {TextUpdate} u @param {Words} t @returns {Line} */
export function clipLine(u, t) {
  const length = short(u.norm, 4);
  const line = { of: over('g', '~'), result: u.clipped };
  if (!isClipped(u)) return { ...line, note: t.clip.stays(length, String(u.clip_norm)), symbols: [letter('g')] };
  const norm = group(bar(), letter('g'), bar());
  return {
    ...line, note: t.clip.shortened(length, String(u.clip_norm)),
    symbols: [letter('g'), operator('·'), fraction(letter('c'), norm)],
    numbers: [value(u.gradient, false), operator('·'), fraction(setting(u.clip_norm), value(u.norm, false))],
  };
}

/** Of a matrix or a table. @param {TextUpdate} u @param {Words} t @returns {Line} */
export function decayLine(u, t) {
  const line = { of: hat('θ', u.step, '~'), result: u.decayed };
  const theta = indexed('θ', u.step);
  if (!u.decays) return { ...line, note: t.decay.none, symbols: [theta] };
  return {
    ...line, note: t.decay.shrinks,
    symbols: [theta, bracketed(whole(1), operator('−'), indexed('η', u.next), letter('λ'))],
    numbers: [value(u.value, false), operator('·'), bracketed(whole(1), operator('−'), value(u.learning_rate), operator('·'), setting(u.weight_decay))],
  };
}

/** Of a length. */
function bar() {
  return math('mo', { stretchy: 'false', lspace: '0', rspace: '0' }, '|');
}
