/** Every tensor of a block that arrived whole, each recomputed from the tensors before it as they arrived. */
import { activationOf } from '../activations.js';
import { join, split } from '../engine/attention.js';
import { plus } from '../engine/products.js';
import { slack } from '../float32.js';
import { has } from '../family.js';
import { mixtures, scores, weights } from './attention.js';
import { affine, exactly, norm, rounded } from './limits.js';

/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').BlockTensors} BlockTensors */
/** @typedef {import('./limits.js').Step} Step */
/** @typedef {import('../engine/block.js').Config} Config */

/**
 * @param {BlockTensors} of its rows in 64 bits
 * @param {boolean[][]} visible [T, T]
 * @param {(name: string) => any} parameter a block's own
 * @param {Config} config
 * @returns {[name: keyof BlockTensors, reads: (keyof BlockTensors)[], step: () => Step][]} in the order computed; a step is worked out when it is asked for
 */
export function openBlock(of, visible, parameter, config) {
  const { heads, norm_epsilon } = config;
  /** @param {import('../family.js').Part} part @param {string} name */
  const where = (part, name) => (has(config, part) ? parameter(name) : undefined);
  /** @param {'norm1' | 'norm2'} name @param {Matrix} x */
  const normed = (name, x) => norm(x, parameter(`${name}.scale`), where('norm_bias', `${name}.offset`), norm_epsilon);
  const letters = /** @type {const} */ (['q', 'k', 'v']);
  return [
    ['norm1', ['block_input'], () => normed('norm1', of.block_input)],
    ...letters.map((letter) => entry(`${letter}_projection`, ['norm1'], () => affine(of.norm1, parameter(`w${letter}`), where('attention_bias', `b${letter}`)))),
    ...letters.map((letter) => entry(`${letter}_heads`, [`${letter}_projection`], () => exactly(split(of[`${letter}_projection`], heads)))),
    ['scores', ['q_heads', 'k_heads'], () => scores(of.q_heads, of.k_heads, visible)],
    ['visible', [], () => exactly([visible])],
    ['weights', ['scores'], () => weights(of.scores)],
    ['mixtures', ['weights', 'v_heads'], () => mixtures(of.weights, of.v_heads)],
    ['joined', ['mixtures'], () => exactly(join(of.mixtures))],
    ['attention_output', ['joined'], () => affine(of.joined, parameter('wo'), where('attention_bias', 'bo'))],
    ['residual1', ['block_input', 'attention_output'], () => rounded(plus(of.block_input, of.attention_output))],
    ['norm2', ['residual1'], () => normed('norm2', of.residual1)],
    ['ffn_linear', ['norm2'], () => affine(of.norm2, parameter('w1'), where('ffn_bias', 'b1'))],
    ['ffn_relu', ['ffn_linear'], () => activated(of.ffn_linear, config.activation)],
    ['ffn_output', ['ffn_relu'], () => affine(of.ffn_relu, parameter('w2'), where('ffn_bias', 'b2'))],
    ['block_output', ['residual1', 'ffn_output'], () => rounded(plus(of.residual1, of.ffn_output))],
  ];
}

/** @param {keyof BlockTensors} name @param {(keyof BlockTensors)[]} reads @param {() => Step} step @returns {[keyof BlockTensors, (keyof BlockTensors)[], () => Step]} */
function entry(name, reads, step) {
  return [name, reads, step];
}

/** Far below 0 GELU is what is left of 1 − 1, so its roundings are measured by what went in; erf of 32 bits is good to a few units. @param {Matrix} x [T, F] @param {string} [name] @returns {Step} */
function activated(x, name) {
  const { at } = activationOf(name);
  const own = x.map((row) => row.map(at)); // [T, F]
  return { own, limit: ([t = 0, f = 0], mine) => slack(4 * (Math.abs(x[t]?.[f] ?? 0) + Math.abs(mine))) };
}
