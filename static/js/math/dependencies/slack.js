/**
 * How far a number that the server computed in 32 bits may lie from the one that
 * its operands give in 64. The sizes are those of the stepwise recomputation; of
 * a sum, taken from the terms themselves.
 */
import { slack } from '../float32.js';
import { contributions } from './contributions.js';
import { derivation } from './derivation.js';
import { isGradient, sizeOf } from './terms.js';
import { isStored, valueOf } from './value.js';

/** @typedef {import('./derivation.js').Derivation} Derivation */

/** @type {Partial<Record<import('./formulas.js').FormulaId, (of: Derivation, root: number) => number>>} */
const SIZES = {
  copy: () => 0,
  visible: () => 0,
  equal: () => 0,
  unscored: () => 0,
  relu: ({ result }) => Math.abs(result ?? 0),
  gelu: ({ once }) => 8 * total(once),
  geluTanh: ({ once }) => 8 * total(once),
  // By the operand that is spread the least: everything is divided by the spread.
  norm: ({ once: [x, mean, variance, epsilon, scale, offset], result }, root) => {
    const spread = Math.sqrt((variance?.value ?? 0) + (epsilon?.value ?? 0));
    const inner = total([x]) + (1 + root) * (total([mean]) + spread);
    return (Math.abs(scale?.value ?? 1) * inner) / spread + total([offset]) + Math.abs(result ?? 0);
  },
  freed: ({ once: [slope, shift, unit, stretch, variance, epsilon], result }, root) =>
    (2 * root * (total([slope, shift]) + total([unit]) * total([stretch]))) / Math.sqrt((variance?.value ?? 0) + (epsilon?.value ?? 0)) + Math.abs(result ?? 0),
  softmax: ({ each, result }) => {
    const peak = each.reduce((most, [score]) => (score?.cut ? most : Math.max(most, total([score]))), 0);
    return Math.abs(result ?? 0) * (2 + Math.sqrt(each.length) + 2 * peak);
  },
  push: ({ once: [share, slope, mean] }, root) => total([share]) * total([slope, mean]) * (1 + root),
};

/** @param {Derivation} of @param {import('./terms.js').Context} context @returns {number} */
export function slackOf(of, context) {
  const { entry, once, each, result, ref } = of;
  const size = Math.abs(result ?? 0);
  const root = Math.sqrt(sizeOf('c', of.place, context));
  const last = once.at(-1)?.ref;
  const before = entry.formula === 'copy' && last && !isStored(last.name) ? derivation(last, context) : null;
  if (before) return slackOf(before, context); // a copy of what no tensor holds
  const own = SIZES[entry.formula];
  if (own) return slack(own(of, root));
  if (entry.formula === 'scaled') {
    const products = derivation({ ...ref, name: 'q·k' }, context);
    return slack((products ? lengths(products) : 0) / Math.sqrt(once[1]?.value ?? 1) + Math.sqrt(once[1]?.value ?? 1) * size);
  }
  if (entry.formula === 'surprise' || entry.formula === 'excess') {
    const largest = Math.abs(valueOf({ ...ref, name: 'max_logit', index: ref.index.slice(0, 1) }, context) ?? 0);
    const inExponent = Math.sqrt(sizeOf('v', of.place, context)) + 4 * largest;
    return slack(entry.formula === 'surprise' ? inExponent + size : total(once.slice(2)) * inExponent);
  }
  if (!each.length) return slack((isGradient(ref.name) ? 4 * root : 1) * total(once) + size);
  return slack(lengths(of) + Math.sqrt(each.length) * size + total(once));
}

/** √n times the length of the terms as one vector: what the lengths of both rows are, multiplied, where terms point anywhere. @param {Derivation} of */
function lengths(of) {
  const squares = contributions(of).reduce((/** @type {number} */ sum, amount) => sum + (amount ?? 0) ** 2, 0);
  return Math.sqrt(of.each.length * squares);
}

/** Of what stands once, all sizes. @param {(import('./value.js').Operand | undefined)[]} operands */
function total(operands) {
  return operands.reduce((sum, operand) => sum + Math.abs(operand?.value ?? 0), 0);
}
