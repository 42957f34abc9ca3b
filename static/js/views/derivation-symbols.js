/** Each number's sign in a formula, as MathML: a letter, and where it stands beneath. */
import { math } from '../dom.js';
import { differentiated, isGradient } from '../math/dependencies/terms.js';

/**
 * @typedef {import('../dom.js').Child} Child
 * @typedef {number | string} Index a place, or the letter that runs
 */

/** Letters by tensor; above them what tells one of a kind from another. @type {Map<string, [letter: string, above?: string]>} */
const LETTERS = new Map(
  /** @type {[string, [string, string?]][]} */ ([
    ['ids', ['id']],
    ['targets', ['y']],
    ['token_embedding', ['tok']],
    ['position_embedding', ['pos']],
    ['block_input', ['X']],
    ['norm1', ['norm1']],
    ['norm2', ['norm2']],
    ['final_norm', ['norm']],
    ['q_projection', ['Q']],
    ['k_projection', ['K']],
    ['v_projection', ['V']],
    ['joined', ['J']],
    ['attention_output', ['O']],
    ['residual1', ['R']],
    ['ffn_linear', ['FFN₁']],
    ['ffn_relu', ['ReLU']],
    ['ffn_gelu', ['GELU']],
    ['ffn_output', ['FFN']],
    ['block_output', ['Y']],
    ['logits', ['z']],
    ['max_logit', ['m']],
    ['shifted_logit', ['shifted']],
    ['exponential', ['exp']],
    ['exp_sum', ['S']],
    ['probability', ['p']],
    ['loss', ['ℓ']],
    ['one_hot', ['hot']],
    ['token_embedding table', ['E']],
    ['position_embedding table', ['P']],
    ['wq', ['W', 'Q']],
    ['wk', ['W', 'K']],
    ['wv', ['W', 'V']],
    ['wo', ['W', 'O']],
    ['bq', ['b', 'Q']],
    ['bk', ['b', 'K']],
    ['bv', ['b', 'V']],
    ['bo', ['b', 'O']],
    ['w1', ['W₁']],
    ['b1', ['b₁']],
    ['w2', ['W₂']],
    ['b2', ['b₂']],
    ['scale', ['γ']],
    ['offset', ['β']],
    ['lm_head', ['W', 'LM']],
    ['lm_bias', ['b', 'LM']],
    ['mean', ['μ']],
  ]),
);

/** Tensors with one table per head: the head stands above, in brackets. @type {Map<string, string>} */
const IN_HEADS = new Map([['q_heads', 'Q'], ['k_heads', 'K'], ['v_heads', 'V'], ['mixtures', 'M'], ['scores', 's'], ['weights', 'A'], ['visible', 'visible']]);

/** Which tensor each norm reads, and what its steps are of. @type {Map<string, string>} */
const READ = new Map([['norm1', 'X'], ['norm2', 'R'], ['final_norm', 'Y']]);

/**
 * A step of the way back that no tensor holds.
 * @param {string} name without its ∂ @param {readonly Index[]} index @returns {Element | null}
 */
function between(name, index) {
  const [tensor = '', step] = name.split('.');
  const isNorm = READ.has(tensor);
  if (tensor === 'table') return raised('∂E', [step === 'rows' ? 'in' : 'out'], index);
  if (name === 'weights.mean') return raisedOn(meanOf(d(), math('mi', {}, 'A')), ['(', index[0] ?? '', ')'], index.slice(1));
  if (isNorm && step === 'unit') return group(d(), raisedOn(unit(), [], index));
  if (isNorm && step === 'shift') return raisedOn(meanOf(d(), unit()), [], index);
  if (isNorm && step === 'stretch') return raisedOn(meanOf(d(), unit(), operator('·'), unit()), [], index);
  if (isNorm && step === 'input') return raised(`∂${READ.get(tensor)}`, [tensor === 'final_norm' ? 'norm' : tensor], index);
  return isNorm && step ? raised(`∂${tensor}`, [step.toUpperCase()], index) : null;
}

function d() {
  return math('mi', {}, '∂');
}

/** With a bar over all of it. @param {Element[]} parts */
function meanOf(...parts) {
  return math('mrow', { class: 'overlined' }, ...parts);
}

/** @param {Child[]} parts */
export function bracketed(...parts) {
  return group(math('mo', { stretchy: 'false' }, '('), ...parts, math('mo', { stretchy: 'false' }, ')'));
}

/** @param {number} number */
export function whole(number) {
  return math('mn', {}, number);
}

/** @param {string} text */
export function letter(text) {
  return math('mi', {}, text);
}

/** In a sign, where an operator's own space would part it. @param {Element} part */
function enclosed(part) {
  return [number('('), part, number(')')];
}

/** A normed row before scale and offset. */
function unit() {
  return math('mover', {}, math('mi', {}, 'x'), math('mo', {}, '^'));
}

/**
 * @param {string} name @param {readonly Index[]} index
 * @returns {Element}
 */
export function symbol(name, index) {
  if (isGradient(name)) return between(differentiated(name), index) ?? group(d(), ...(name === '∂q·k' ? enclosed(symbol('q·k', index)) : [symbol(differentiated(name), index)]));
  if (name.endsWith('.unit')) return raisedOn(unit(), [], index);
  if (name === 'scored_events') return math('mi', {}, 'N');
  if (name === 'candidate') return number(index[0] ?? '');
  const perHead = IN_HEADS.get(name);
  if (perHead) return raised(perHead, name === 'visible' ? [] : ['(', index[0] ?? '', ')'], index.slice(1));
  if (name === 'q·k') return group(raised('Q', ['(', index[0] ?? '', ')'], index.slice(1, 2)), operator('·'), raised('K', ['(', index[0] ?? '', ')'], index.slice(2)));
  if (name === 'mean_loss') return math('mover', {}, math('mi', {}, 'ℓ'), math('mo', {}, '¯'));
  if (name === 'config.norm_epsilon') return math('mi', {}, 'ε');
  if (name === 'config.head_width') return math('mi', {}, 'd');
  if (name === 'position') return number(index[0] ?? '');
  const own = name.split('.').at(-1) ?? '';
  if (own === 'variance') return raised('σ', ['2'], index);
  const key = /^parameters\.(?:token|position)_embedding$/.test(name) ? `${own} table` : own;
  const [letter = own, above = ''] = LETTERS.get(name) ?? LETTERS.get(key) ?? [];
  return raised(letter, above ? [above] : [], index);
}

/** A letter with signs above it and an index beneath. @param {string} letter @param {Index[]} above @param {readonly Index[]} index */
function raised(letter, above, index) {
  return raisedOn(math('mi', {}, letter), above, index);
}

/** @param {Element} base @param {Index[]} above @param {readonly Index[]} index */
function raisedOn(base, above, index) {
  const under = group(...index.flatMap((one, i) => (i ? [operator(','), number(one)] : [number(one)])));
  if (above.length && index.length) return math('msubsup', {}, base, under, group(...above.map(number)));
  if (above.length) return math('msup', {}, base, group(...above.map(number)));
  return index.length ? math('msub', {}, base, under) : base;
}

/** A digit string as a number, a bracket as an operator, anything else as a letter. @param {Index} text */
function number(text) {
  if (/^[()+]$/.test(String(text))) return math('mo', { stretchy: 'false', lspace: '0', rspace: '0' }, text);
  return math(/^\d+$/.test(String(text)) ? 'mn' : 'mi', {}, text);
}

/** @param {string} text */
export function operator(text) {
  return math('mo', {}, text);
}

/** @param {Child[]} parts */
export function group(...parts) {
  return math('mrow', {}, ...parts);
}

/** @param {Child} top @param {Child} bottom */
export function fraction(top, bottom) {
  return math('mfrac', {}, top, bottom);
}

/** @param {Child} power */
export function exponential(power) {
  return math('msup', {}, math('mi', {}, 'e'), power);
}

/** Σ over what runs. @param {Child} range @param {string} [sign] */
export function over(range, sign = '∑') {
  return math('munder', {}, math('mo', { movablelimits: 'false' }, sign), range);
}
