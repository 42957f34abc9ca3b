/**
 * A derivation as plain text that a person can check by hand: name, formula,
 * every operand with all its digits, result, and the trace's own copy. Numbers
 * are written as programs read them.
 */
import { wordsOf } from '../i18n/all.js';
import { contributions } from '../math/dependencies/contributions.js';
import { isGradient } from '../math/dependencies/terms.js';
import { recordOf } from './derivation-context.js';
import { leafLines } from './derivation-leaf.js';
import { ruleOf } from './derivation-rule.js';
import { codeOf, describe, placeOf } from './number-name.js';
import { shortForm } from './short-form.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/derivation.js').Derivation} Derivation
 * @typedef {import('../math/dependencies/derivation.js').Operand} Operand
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 */

/**
 * @param {NumberRef} ref @param {Derivation | null} of null for a leaf
 * @param {number | null} value @param {Context} context @param {State} state
 */
export function derivationText(ref, of, value, context, state) {
  const record = recordOf(context, ref);
  const { label, meaning } = describe(ref, state);
  const place = placeOf(ref, state, record?.ids ?? []);
  const t = wordsOf(state).derivation.text;
  return [
    `${codeOf(ref, state)} = ${digits(value)}`,
    [label, place].filter(Boolean).join(' | '),
    [meaning, ruleOf(of, context, state)].filter(Boolean).join(' '),
    ...(ref.record === undefined ? [] : [t.record(ref.record, JSON.stringify(record?.text ?? ''))]),
    ...(of ? working(of, state) : leafLines(ref, context, state)),
    '',
  ].join('\n');
}

/** @param {Derivation} of @param {State} state @returns {string[]} */
function working(of, state) {
  const t = wordsOf(state).derivation.text;
  const amounts = contributions(of);
  const isProduct = of.entry.each.length > 1;
  return [
    '',
    `${t.formula}: ${shortForm(of.ref, state, '*')}`,
    '',
    `${t.operands}:`,
    ...of.once.map((operand) => `  ${line(operand, state)}`),
    ...of.each.map((terms, i) => `  ${terms.map((operand) => line(operand, state)).join(isProduct ? '  *  ' : '')}${isProduct && amounts[i] !== null ? `  =>  ${digits(amounts[i] ?? null)}` : ''}`),
    '',
    `${t.result}: ${digits(of.result)}`,
    ...(of.isStored ? [`${isGradient(of.ref.name) ? wordsOf(state).derivation.back.graded : t.traced}: ${digits(of.stored)}`, `${t.difference}: ${difference(of, t.identical)}`] : []),
  ];
}

/** @param {Operand} operand @param {State} state */
function line({ ref, value, cut }, state) {
  return `${codeOf(ref, state)} = ${cut ? wordsOf(state).derivation.text.none : digits(value)}`;
}

/** @param {Derivation} of @param {string} identical */
function difference({ result, stored }, identical) {
  if (result === stored) return identical;
  return result === null || stored === null ? '-' : digits(Math.abs(result - stored));
}

/** The shortest text that reads back as the same float64. @param {number | null} value */
function digits(value) {
  return value === null ? '-' : String(value);
}
