/**
 * One number worked out from its operands alone: which they are, what each is,
 * what the formula makes of them, and what the trace says.
 */
import { FORMULAS } from './formulas.js';
import { completed, entryOf } from './table.js';
import { refOf, sizeOf } from './terms.js';
import { isStored, valueOf } from './value.js';

/**
 * @typedef {import('./terms.js').Context} Context
 * @typedef {import('./terms.js').Place} Place
 * @typedef {import('./terms.js').Entry} Entry
 * @typedef {import('../../types.js').NumberRef} NumberRef
 *
 * @typedef {object} Operand
 * @property {NumberRef} ref
 * @property {string} role
 * @property {number | null} value
 * @property {boolean} cut the mask keeps it out: it is no part of the result, not even as a zero
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
 */

/**
 * @param {NumberRef} of
 * @param {Context} context
 * @returns {Derivation | null} null for a leaf, and where there is no such number
 */
export function derivation(of, context) {
  const ref = completed(of, context);
  const found = entryOf(ref, context);
  if (!found) return null;
  const { entry, place } = found;
  const once = entry.once.map((term) => operand(term, entry, place, context));
  const each = places(entry, place, context).map((there) => entry.each.map((term) => operand(term, entry, there, context)));
  const stored = isStored(ref.name);
  return {
    ref, entry, place, once, each,
    result: entry.absent?.(place, context) ? null : evaluate(entry, once, each),
    stored: stored ? valueOf(ref, context) : null,
    isStored: stored,
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

/**
 * All values of the letters that an entry's repeated terms run over.
 * @param {Entry} entry @param {Place} place @param {Context} context @returns {Place[]}
 */
function places({ over = [] }, place, context) {
  let all = over.length ? [place] : [];
  for (const letter of over) {
    all = all.flatMap((one) => Array.from({ length: sizeOf(letter, one, context) }, (_, i) => ({ ...one, [letter]: i })));
  }
  return all;
}

/** @param {import('./terms.js').Term} term @param {Entry} entry @param {Place} place @param {Context} context @returns {Operand} */
function operand(term, entry, place, context) {
  const ref = refOf(term, place, context);
  return { ref, role: term.role, value: valueOf(ref, context), cut: isCut(term, entry, place, context) };
}

/** Flags, settings and places say whether something is cut; they are not cut themselves. */
const NEVER_CUT = new Set(['visible', 'width']);

/** @param {import('./terms.js').Term} term @param {Entry} entry @param {Place} place @param {Context} context */
export function isCut({ role }, { cut }, place, context) {
  return !NEVER_CUT.has(role) && cut?.(place, context) === true;
}

/** @param {Entry} entry @param {Operand[]} once @param {Operand[][]} each @returns {number | null} */
function evaluate({ formula }, once, each) {
  // A weight that is cut off is exactly zero: its score does not exist, and nothing is raised to its power.
  if (formula === 'softmax' && once[0]?.cut) return 0;
  const standing = each.filter((terms) => !terms.some(({ cut }) => cut));
  const isWhole = [once, ...standing].every((terms) => terms.every(({ value }) => value !== null));
  if (!isWhole) return null;
  const values = (/** @type {Operand[]} */ terms) => terms.map(({ value }) => /** @type {number} */ (value));
  return FORMULAS[formula](values(once), standing.map(values));
}
