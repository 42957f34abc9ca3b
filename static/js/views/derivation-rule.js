/** By what rule a gradient comes back, in one sentence; and that a tied head is the token table. */
import { wordsOf } from '../i18n/all.js';
import { has } from '../math/family.js';
import { differentiated, isGradient, isVisible, withoutBlock } from '../math/dependencies/terms.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../math/dependencies/derivation.js').Derivation} Derivation
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 */

/** Sentences that several tensors share. @type {Map<string, string>} */
const RULES = new Map([
  ...['final_norm', 'ffn_relu', 'norm2', 'joined', 'norm1.q', 'norm1.k', 'norm1.v'].map((name) => /** @type {[string, string]} */ ([name, 'matrix'])),
  ...['ffn_output', 'attention_output', 'token_embedding'].map((name) => /** @type {[string, string]} */ ([name, 'sum'])),
  ...['residual1', 'block_input'].map((name) => /** @type {[string, string]} */ ([name, 'ways'])),
  ...['q_projection', 'k_projection', 'v_projection', 'mixtures'].map((name) => /** @type {[string, string]} */ ([name, 'part'])),
  ['parameters.position_embedding', 'table'],
  ['table.rows', 'table'],
  ['table.head', 'parameter'],
  ['k_heads', 'q_heads'],
]);

/** @param {Derivation | null} of @param {Context} context @param {State} state @returns {string} empty for what is no gradient */
export function ruleOf(of, context, state) {
  if (!of) return '';
  const { rules, tied } = wordsOf(state).derivation.back;
  if (of.ref.name === 'logits' && has(context.config, 'tied_head')) return tied;
  if (!isGradient(of.ref.name)) return '';
  const name = withoutBlock(differentiated(of.ref.name)).name;
  if (name === 'ffn_linear' && of.activation !== 'relu') return rules.gelu ?? '';
  if (name === 'parameters.token_embedding') return rules[of.entry.formula === 'add' ? 'uses' : 'table'] ?? '';
  if (name === 'parameters.block.bk') return `${rules.added} ${rules.bk}`;
  const ofParameter = name.startsWith('parameters.') ? (of.entry.formula === 'sum' ? 'added' : 'parameter') : name;
  const isMasked = name === 'weights' && !isVisible(of.place, 's', context);
  return [rules[RULES.get(name) ?? ofParameter], isMasked && rules.masked].filter(Boolean).join(' ');
}
