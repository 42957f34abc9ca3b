/** One Pre-Norm block of one record: R = X + attention(norm1(X)), Y = R + FFN(norm2(R)). */
import { activationOf } from '../activations.js';
import { has } from '../family.js';
import { join, mixturesOf, scoresOf, split, weightsOf } from './attention.js';
import { rowNorm } from './norm.js';
import { plus, times } from './products.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').BlockTensors} BlockTensors */
/** @typedef {(name: string) => any} Parameters a block's parameter by its own name, as nested lists */
/** @typedef {<T>(name: string, tensor: T) => T} Alter */
/** @typedef {{heads: number, norm_epsilon: number, activation?: string} & import('../family.js').Family} Config */

/**
 * @param {Matrix} block_input [T, C]
 * @param {boolean[][]} visible [T, T]
 * @param {Parameters} parameter
 * @param {Config} config
 * @param {Alter} [alter] parts of it that are off
 * @returns {BlockTensors}
 */
export function block(block_input, visible, parameter, config, alter = (_, tensor) => tensor) {
  const { norm_epsilon } = config;
  /** @param {import('../family.js').Part} part @param {string} name */
  const where = (part, name) => (has(config, part) ? parameter(name) : undefined);
  const norm1 = rowNorm(block_input, parameter('norm1.scale'), where('norm_bias', 'norm1.offset'), norm_epsilon); // [T, C]
  const attended = attention(norm1, visible, parameter, config, alter);
  const residual1 = plus(block_input, attended.attention_output); // [T, C]
  const norm2 = rowNorm(residual1, parameter('norm2.scale'), where('norm_bias', 'norm2.offset'), norm_epsilon); // [T, C]
  const ffn_linear = times(norm2, parameter('w1'), where('ffn_bias', 'b1')); // [T, F]
  const activation = activationOf(config.activation);
  const ffn_relu = ffn_linear.map((row) => row.map(activation.at)); // [T, F]
  const ffn_output = alter('ffn_output', times(ffn_relu, parameter('w2'), where('ffn_bias', 'b2'))); // [T, C]
  const block_output = plus(residual1, ffn_output); // [T, C]
  return { block_input, norm1, ...attended, residual1, norm2, ffn_linear, ffn_relu, ffn_output, block_output };
}

/** @param {Matrix} norm1 [T, C] @param {boolean[][]} seen [T, T] @param {Parameters} parameter @param {Config} config @param {Alter} alter */
function attention(norm1, seen, parameter, config, alter) {
  const { heads } = config;
  /** @param {string} name */
  const bias = (name) => (has(config, 'attention_bias') ? parameter(name) : undefined);
  const q_projection = times(norm1, parameter('wq'), bias('bq')); // [T, C]
  const k_projection = times(norm1, parameter('wk'), bias('bk')); // [T, C]
  const v_projection = times(norm1, parameter('wv'), bias('bv')); // [T, C]
  const q_heads = split(q_projection, heads); // [H, T, d]
  const k_heads = split(k_projection, heads); // [H, T, d]
  const v_heads = split(v_projection, heads); // [H, T, d]
  const scores = q_heads.map((q, h) => scoresOf(q, /** @type {Matrix} */ (k_heads[h]), seen)); // [H, T, T]
  const weights = scores.map(weightsOf); // [H, T, T]
  const mixtures = alter('mixtures', weights.map((rows, h) => mixturesOf(rows, /** @type {Matrix} */ (v_heads[h])))); // [H, T, d]
  const joined = join(mixtures); // [T, C]
  const attention_output = alter('attention_output', times(joined, parameter('wo'), bias('bo'))); // [T, C]
  const visible = [seen]; // [1, T, T]
  return { q_projection, k_projection, v_projection, q_heads, k_heads, v_heads, scores, visible, weights, mixtures, joined, attention_output };
}
