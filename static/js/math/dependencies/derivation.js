/**
 * One number worked out from its operands alone: which they are, what each is,
 * what the formula makes of them, and what the trace says.
 */
import { completed, entryOf, keyOf } from './table.js';
import { activationIn } from './variants.js';
import { isStored, resultOf, termsAt, valueOf } from './value.js';

/**
 * @typedef {import('./terms.js').Context} Context
 * @typedef {import('./terms.js').Place} Place
 * @typedef {import('./terms.js').Entry} Entry
 * @typedef {import('../../types.js').NumberRef} NumberRef
 *
 * @typedef {import('./value.js').Operand} Operand
 *
 * @typedef {object} Derivation
 * @property {NumberRef} ref completed
 * @property {Entry} entry
 * @property {Place} place
 * @property {Operand[]} once
 * @property {Operand[][]} each the repeated terms, together where they are multiplied
 * @property {number | null} result null where there is no such number, or an operand is not here
 * @property {number | null} stored the trace's own copy
 * @property {boolean} isStored whether the trace keeps such numbers
 * @property {string} activation of the model
 */

/** The one before: the panel, the marks and the trail ask for the same one, of as many terms as a layer is wide. @type {{context: Context | null, key: string, found: Derivation | null}} */
let latest = { context: null, key: '', found: null };

/**
 * @param {NumberRef} of
 * @param {Context} context never written to
 * @returns {Derivation | null} null for a leaf, and where there is no such number
 */
export function derivation(of, context) {
  const ref = completed(of, context);
  const key = keyOf(ref);
  if (latest.context !== context || latest.key !== key) latest = { context, key, found: derived(ref, context) };
  return latest.found;
}

/** @param {NumberRef} ref completed @param {Context} context @returns {Derivation | null} */
function derived(ref, context) {
  const found = entryOf(ref, context);
  if (!found) return null;
  const { entry, place } = found;
  const { once, each } = termsAt(entry, place, context);
  const stored = isStored(ref.name);
  return {
    ref, entry, place, once, each,
    result: entry.absent?.(place, context) ? null : resultOf(entry, { once, each }),
    stored: stored ? valueOf(ref, context) : null,
    isStored: stored,
    activation: activationIn(context),
  };
}

/**
 * What a number is computed from, in the order of its formula.
 * @param {NumberRef} ref @param {Context} context @returns {Operand[]} empty for a leaf
 */
export function operands(ref, context) {
  const found = derivation(ref, context);
  return found ? [...found.once, ...found.each.flat()] : [];
}
