/** Back through one Pre-Norm block of one record. */
import { activationOf } from '../activations.js';
import { has } from '../family.js';
import { join, split } from './attention.js';
import { headBackward } from './backward-attention.js';
import { rowNormBackward } from './backward-norm.js';
import { plus, timesBackward } from './products.js';

/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').BlockTensors} BlockTensors */
/** @typedef {import('./block.js').Parameters} Parameters */
/** @typedef {Omit<BlockTensors, 'visible'>} BlockGradients dL/d under the same names; what is visible is decided, not computed */

/**
 * @param {Matrix} block_output [T, C] dL/d of the block's output
 * @param {BlockTensors} forward
 * @param {Parameters} parameter
 * @param {Parameters} sums dL/d of each of its parameters so far; added to
 * @param {import('./block.js').Config} config
 * @returns {BlockGradients}
 */
export function blockBackward(block_output, forward, parameter, sums, config) {
  /** @param {import('../family.js').Part} part @param {string} name */
  const where = (part, name) => (has(config, part) ? sums(name) : undefined);
  /** @param {Matrix} d @param {Matrix} x @param {string} name */
  const throughNorm = (d, x, name) => rowNormBackward(d, x, parameter(`${name}.scale`), config.norm_epsilon, { scale: sums(`${name}.scale`), offset: where('norm_bias', `${name}.offset`) });
  const ffn_output = block_output; // [T, C] a sum hands the same on to each of its terms
  const ffn_relu = timesBackward(ffn_output, forward.ffn_relu, parameter('w2'), sums('w2'), where('ffn_bias', 'b2')); // [T, F]
  const { slope } = activationOf(config.activation);
  const ffn_linear = ffn_relu.map((row, t) => row.map((value, f) => value * slope(/** @type {number} */ (forward.ffn_linear[t]?.[f])))); // [T, F]
  const norm2 = timesBackward(ffn_linear, forward.norm2, parameter('w1'), sums('w1'), where('ffn_bias', 'b1')); // [T, C]
  const residual1 = plus(block_output, throughNorm(norm2, forward.residual1, 'norm2')); // [T, C]
  const attended = attentionBackward(residual1, forward, parameter, sums, config);
  const block_input = plus(residual1, throughNorm(attended.norm1, forward.block_input, 'norm1')); // [T, C]
  return { block_input, ...attended, residual1, norm2, ffn_linear, ffn_relu, ffn_output, block_output };
}

/** @param {Matrix} attention_output [T, C] @param {BlockTensors} forward @param {Parameters} parameter @param {Parameters} sums @param {import('./block.js').Config} config */
function attentionBackward(attention_output, forward, parameter, sums, config) {
  /** @param {string} name */
  const bias = (name) => (has(config, 'attention_bias') ? sums(name) : undefined);
  const joined = timesBackward(attention_output, forward.joined, parameter('wo'), sums('wo'), bias('bo')); // [T, C]
  const mixtures = split(joined, config.heads); // [H, T, d]
  const each = mixtures.map((d, h) => {
    const [q, k, v, weights] = [forward.q_heads, forward.k_heads, forward.v_heads, forward.weights].map((of) => /** @type {Matrix} */ (of[h]));
    return headBackward(d, /** @type {import('./backward-attention.js').Head} */ ({ q, k, v, weights, scores: forward.scores[h] }));
  });
  const q_heads = each.map(({ q }) => q); // [H, T, d]
  const k_heads = each.map(({ k }) => k); // [H, T, d]
  const v_heads = each.map(({ v }) => v); // [H, T, d]
  const scores = each.map((head) => head.scores); // [H, T, T]
  const weights = each.map((head) => head.weights); // [H, T, T]
  const q_projection = join(q_heads); // [T, C]
  const k_projection = join(k_heads); // [T, C]
  const v_projection = join(v_heads); // [T, C]
  const [fromQ, fromK, fromV] = /** @type {const} */ ([['q', q_projection], ['k', k_projection], ['v', v_projection]])
    .map(([letter, d]) => timesBackward(d, forward.norm1, parameter(`w${letter}`), sums(`w${letter}`), bias(`b${letter}`))); // [T, C] each
  const norm1 = plus(plus(fromQ ?? [], fromK ?? []), fromV ?? []); // [T, C]
  return { norm1, q_projection, k_projection, v_projection, q_heads, k_heads, v_heads, scores, weights, mixtures, joined, attention_output };
}
