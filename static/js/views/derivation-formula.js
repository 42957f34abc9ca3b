/**
 * A derivation as formulas in MathML: in symbols, its own places filled in and
 * a letter where it runs; then with its real numbers.
 */
import { el, fill, math } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { significant } from '../format/significant.js';
import { activationOf } from '../math/activations.js';
import { isGradient } from '../math/dependencies/terms.js';
import { gelu, geluLetters } from './derivation-gelu.js';
import { bracketed, exponential, fraction, group, letter, operator, over, symbol, whole } from './derivation-symbols.js';

/**
 * @typedef {import('../dom.js').Child} Child
 * @typedef {import('../math/dependencies/derivation.js').Derivation} Derivation
 * @typedef {import('../math/dependencies/derivation.js').Operand} Operand
 * @typedef {import('../math/dependencies/terms.js').Term} Term
 * @typedef {import('../math/dependencies/terms.js').Letter} Letter
 *
 * @typedef {object} Signs a formula's parts, as symbols or as numbers
 * @property {Element[]} once
 * @property {Element[]} each the repeated terms, once
 * @property {Child} range what the repetition runs over
 */

const DECIMALS = 6;
const FACTOR_DECIMALS = 4;
/** So many of a sum's terms stand in the formula; the list has them all. */
const FIRST = 1;

/** What the repetition's letters are called in a formula. @type {Partial<Record<Letter, string>>} */
const RUNNING = { s: 's', u: 'v', f: 'f', i: 'i', j: 'j', r: 'r', t: 't' };

/** @typedef {(signs: Signs, of: Derivation) => Child[]} Write */

/** The right side in symbols. @type {Record<import('../math/dependencies/formulas.js').FormulaId, Write>} */
const SYMBOLS = {
  copy: ({ once }) => [once.at(-1)],
  add: ({ once }) => once.flatMap((one, i) => (i ? [operator('+'), one] : [one])),
  dot: ({ each: [a, b], range }) => [over(range), a, operator('·'), b],
  affine: ({ once: [bias], each: [a, b], range }) => [over(range), a, operator('·'), b, operator('+'), bias],
  mean: ({ each: [x], range }, { each }) => [fraction(whole(1), whole(each.length)), over(range), x],
  variance: ({ once: [mean], each: [x], range }, { each }) => [
    fraction(whole(1), whole(each.length)), over(range), math('msup', {}, bracketed(x, operator('−'), mean), whole(2)),
  ],
  norm: ({ once: [x, mean, variance, epsilon, scale, offset] }) => [
    fraction(group(x, operator('−'), mean), math('msqrt', {}, variance, operator('+'), epsilon)), operator('·'), scale, ...(offset ? [operator('+'), offset] : []),
  ],
  visible: ({ once: [key, query] }) => [bracketed(key, operator('≤'), query)],
  scaled: ({ once: [product, width] }) => [fraction(product, math('msqrt', {}, width))],
  softmax: ({ once: [own], each: [score], range }) => [fraction(exponential(group(own, operator('−'), letter('m'))), group(over(range), exponential(group(score?.cloneNode(true), operator('−'), letter('m')))))],
  relu: ({ once: [x] }) => [letter('max'), bracketed(x, operator(','), whole(0))],
  gelu: () => gelu('gelu'),
  geluTanh: () => gelu('geluTanh'),
  largest: ({ each: [x], range }) => [over(range, 'max'), x],
  difference: ({ once: [a, b] }) => [a, operator('−'), b],
  exponential: ({ once: [power] }) => [exponential(power)],
  sum: ({ each: [x], range }) => [over(range), x],
  share: ({ once: [part, all] }) => [fraction(part, all)],
  surprise: ({ once }) => [operator('−'), letter('ln'), once.at(-1)],
  standardised: ({ once: [x, mean, variance, epsilon] }) => [fraction(group(x, operator('−'), mean), math('msqrt', {}, variance, operator('+'), epsilon))],
  equal: ({ once: [a, b] }) => [bracketed(a, operator('='), b)],
  unscored: () => [whole(0)],
  excess: ({ once: [share, wanted, slope] }) => [bracketed(share, operator('−'), wanted), operator('·'), slope],
  product: ({ once: [a, b] }) => [a, operator('·'), b],
  gate: ({ once: [slope, x] }) => [slope, operator('·'), bracketed(x, operator('≥'), whole(0))],
  geluSlope: ({ once: [slope] }) => [slope, operator('·'), letter('g′')],
  geluTanhSlope: ({ once: [slope] }) => [slope, operator('·'), letter('g′')],
  push: ({ once: [share, slope, mean] }) => [share, operator('·'), bracketed(slope, operator('−'), mean)],
  meanProduct: ({ each: [a, b], range }, { each }) => [fraction(whole(1), whole(each.length)), over(range), a, operator('·'), b],
  freed: ({ once: [slope, shift, unit, stretch, variance, epsilon] }) => [
    fraction(group(slope, operator('−'), shift, operator('−'), unit, operator('·'), stretch), math('msqrt', {}, variance, operator('+'), epsilon)),
  ],
};

/** @param {HTMLElement} root @param {Derivation} of */
export function fillFormulas(root, of) {
  const own = symbol(signName(of.ref.name, of), of.ref.index);
  const symbols = line(own, operator('='), ...SYMBOLS[of.entry.formula](signsOf(of), of));
  const numbers = numbersOf(of);
  const result = [operator('='), bare(of.result, DECIMALS, of.ref)];
  const isLong = of.entry.formula === 'freed' || (of.entry.formula === 'add' && of.once.length > 2);
  fill(
    root,
    symbols,
    ...(WHERE[of.entry.formula]?.(of) ?? []).map((parts) => line(...parts)),
    isStanding(of) && line(...(numbers.length ? [operator('='), ...numbers] : []), ...(isLong ? [] : result)),
    isStanding(of) && isLong && line(...result),
  );
}

/** Lines that say what a letter in the formula stands for. @type {Partial<Record<import('../math/dependencies/formulas.js').FormulaId, (of: Derivation) => Child[][]>>} */
const WHERE = {
  softmax: (of) => [[letter('m'), operator('='), over(rangeOf(of), 'max'), termSymbol(of.entry.each[0], of)]],
  gelu: (of) => geluLetters('gelu', termSymbol(of.entry.once[0], of)),
  geluTanh: (of) => geluLetters('geluTanh', termSymbol(of.entry.once[0], of)),
  geluSlope: (of) => geluLetters('gelu', termSymbol(of.entry.once[1], of), true),
  geluTanhSlope: (of) => geluLetters('geluTanh', termSymbol(of.entry.once[1], of), true),
};

/** @param {Derivation} of */
function isStanding({ result, once }) {
  return result !== null && !once.some(({ cut }) => cut);
}

/** @param {Child[]} parts */
function line(...parts) {
  return el('p', { class: 'formula' }, math('math', {}, group(...parts)));
}

/** @param {Derivation} of @returns {Signs} */
function signsOf(of) {
  return { once: of.entry.once.map((term) => termSymbol(term, of)), each: of.entry.each.map((term) => termSymbol(term, of)), range: rangeOf(of) };
}

/** Steps that no tensor stores are written out, so that a sum over them says what it adds. @param {Term | undefined} term @param {Derivation} of @returns {Element} */
function termSymbol(term, of) {
  if (!term) return group();
  const index = term.at.map((at, i) => (typeof at !== 'string' ? settled(term, i, of) : of.place[at] ?? RUNNING[at] ?? at));
  const [position = '', candidate = ''] = index;
  const shifted = () => group(symbol('logits', [position, candidate]), operator('−'), symbol('max_logit', [position]));
  if (term.name === 'shifted_logit') return shifted();
  if (term.name === 'exponential') return exponential(shifted());
  return symbol(signName(term.name, of), of.entry.over?.includes('r') && of.entry.each.includes(term) ? ['r', ...index] : index);
}

/** What the activation is, its tensor is called. @param {string} name @param {Derivation} of */
function signName(name, { activation }) {
  return activation === 'relu' ? name : name.replace('ffn_relu', 'ffn_gelu');
}

/** An index that a formula of its own settles: as found in the operand. @param {Term} term @param {number} i @param {Derivation} of */
function settled(term, i, { entry, once }) {
  return once[entry.once.indexOf(term)]?.ref.index[i] ?? '';
}

/** @param {Derivation} of */
function rangeOf({ entry, place, each }) {
  const letters = (entry.over ?? []).map((one) => letter(RUNNING[one] ?? one));
  const isCut = each.some((terms) => terms.some(({ cut }) => cut));
  if (isCut) return entry.over?.[0] === 't' ? group(...letters, operator('≥'), whole(place.s ?? 0)) : group(...letters, operator('≤'), whole(place.t ?? 0));
  const all = letters.flatMap((one, i) => (i ? [operator(','), one] : [one]));
  return entry.among && place.v !== undefined ? group(...all, operator(':'), symbol('ids', ['r', 't']), operator('='), whole(place.v)) : group(...all);
}

/** The right side in numbers, without the result. @param {Derivation} of @returns {Child[]} */
function numbersOf(of) {
  const { entry, once, each } = of;
  const standing = each.filter((terms) => !terms.some(({ cut }) => cut));
  const signs = { once: once.map(operandNumber), each: [], range: null };
  switch (entry.formula) {
    case 'dot':
    case 'affine':
      return [...products(standing), ...(entry.formula === 'affine' ? [operator('+'), ...signs.once] : [])];
    case 'mean':
      return [fraction(group(...added(standing)), whole(each.length))];
    case 'meanProduct':
      return [fraction(group(...products(standing)), whole(each.length))];
    case 'sum':
      return added(standing);
    case 'softmax':
      return softmaxNumbers(of, standing);
    case 'gelu':
    case 'geluTanh':
      return shareNumbers(of);
    case 'geluSlope':
    case 'geluTanhSlope':
      return slopeNumbers(of);
    case 'variance':
    case 'largest':
    case 'copy':
    case 'unscored':
      return [];
    default:
      return SYMBOLS[entry.formula](signs, of);
  }
}

/** x, times the share that lies below it. @param {Derivation} of @returns {Child[]} */
function shareNumbers({ once: [x], result }) {
  const own = x?.value ?? NaN;
  return [operandNumber(x), operator('·'), value(own === 0 ? 0.5 : (result ?? NaN) / own)];
}

/** What comes back, times the slope in one number. @param {Derivation} of @returns {Child[]} */
function slopeNumbers({ entry, once: [onward, x] }) {
  const { slope } = activationOf(entry.formula === 'geluSlope' ? 'gelu' : 'gelu_tanh');
  return [operandNumber(onward), operator('·'), value(slope(x?.value ?? NaN))];
}

/** @param {Derivation} of @param {Operand[][]} standing @returns {Child[]} */
function softmaxNumbers({ once: [own] }, standing) {
  const scores = standing.map(([score]) => score?.value ?? NaN);
  const most = Math.max(...scores);
  if (!own || own.cut || own.value === null) return [];
  return [fraction(value(Math.exp(own.value - most)), value(scores.reduce((sum, score) => sum + Math.exp(score - most), 0)))];
}

/** @param {Operand[][]} standing */
function products(standing) {
  return [...standing.slice(0, FIRST).flatMap(([a, b]) => [factor(a), operator('·'), factor(b)]), ...rest(standing.length)];
}

/** @param {Operand[][]} standing */
function added(standing) {
  return [...standing.slice(0, FIRST).map(([x]) => operandNumber(x)), ...rest(standing.length)];
}

/** @param {number} count */
function rest(count) {
  return count > FIRST ? [operator('+'), operator('⋯')] : [];
}

/** @param {Operand | undefined} operand */
function operandNumber(operand) {
  return value(operand?.value ?? null, DECIMALS, operand?.ref);
}

/** Of a product in a sum: shorter, the list has it in full. @param {Operand | undefined} operand */
function factor(operand) {
  return value(operand?.value ?? null, FACTOR_DECIMALS, operand?.ref);
}

/**
 * Negative numbers stand in brackets, whatever comes before them.
 * @param {number | null} number @param {number} [decimals] @param {import('../types.js').NumberRef} [ref] what it is
 */
function value(number, decimals = DECIMALS, ref) {
  return number !== null && number < 0 ? bracketed(bare(number, decimals, ref)) : bare(number, decimals, ref);
}

/** @param {number | null} number @param {number} decimals @param {import('../types.js').NumberRef} [ref] */
function bare(number, decimals, ref) {
  if (number === null) return math('mn', {}, '?');
  const inFigures = ref && isGradient(ref.name) ? significant : short;
  return math('mn', {}, Number.isInteger(number) ? full(number) : inFigures(number, decimals));
}
