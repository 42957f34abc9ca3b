/**
 * The whole forward pass and loss, a third time: in the page, in float64, from
 * parameters, config and IDs alone. It never sees a number that the server
 * computed, so that where the two agree, two programs agree.
 *
 * Padding is left out: it is invisible to every real position, and nothing
 * scores it.
 */
import { crossEntropy, softmax } from '../softmax.js';
import { block } from './block.js';
import { rowNorm } from './norm.js';
import { plus, times } from './products.js';
import { IGNORED } from './targets.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').Mask} Mask */
/** @typedef {{blocks: number, heads: number, norm_epsilon: number}} Sizes */
/** @typedef {(name: string) => any} Parameters a parameter by its name, as nested lists */

/**
 * @param {import('../../types.js').Parameter[]} list
 * @returns {Parameters}
 */
export function parametersByName(list) {
  const byName = new Map(list.map(({ name, values }) => [name, values]));
  return (name) => {
    if (!byName.has(name)) throw new RangeError(`no parameter ${name}`);
    return byName.get(name);
  };
}

/**
 * One record, cut to its real positions.
 * @param {Parameters} parameter
 * @param {Sizes} config
 * @param {{ids: number[], targets: number[]}} record [T] each
 * @param {Mask} mask
 * @returns {{tensors: import('../../types.js').Tensors, losses: (number | null)[]}} losses [T] in nats, null where nothing is scored
 */
export function forwardRecord(parameter, config, { ids, targets }, mask) {
  const token_embedding = ids.map((id) => parameter('token_embedding')[id]); // [T, C]
  const position_embedding = ids.map((_, t) => parameter('position_embedding')[t]); // [T, C]
  const visible = ids.map((_, t) => ids.map((__, s) => mask === 'none' || s <= t)); // [T, T]
  const blocks = [];
  let x = plus(token_embedding, position_embedding); // [T, C]
  for (let i = 0; i < config.blocks; i += 1) {
    const tensors = block(x, visible, (name) => parameter(`blocks.${i}.${name}`), config);
    blocks.push(tensors);
    x = tensors.block_output; // [T, C]
  }
  const final_norm = rowNorm(x, parameter('final_norm.scale'), parameter('final_norm.offset'), config.norm_epsilon); // [T, C]
  const logits = times(final_norm, parameter('lm_head'), parameter('lm_bias')); // [T, V]
  const losses = logits.map((row, t) => lossOf(row, /** @type {number} */ (targets[t]))); // [T]
  return { tensors: { token_embedding, position_embedding, blocks, final_norm, logits }, losses };
}

/** @param {Row} logits [V] @param {number} target */
function lossOf(logits, target) {
  return target === IGNORED ? null : crossEntropy(softmax(logits), /** @type {number} */ (logits[target]));
}

/**
 * All records, and their mean loss.
 * @param {Parameters} parameter
 * @param {Sizes} config
 * @param {{ids: number[], targets: number[]}[]} records
 * @param {Mask} mask
 */
export function forward(parameter, config, records, mask) {
  const computed = records.map((record) => forwardRecord(parameter, config, record, mask));
  return { records: computed, loss: meanLoss(computed.map((record) => record.losses)) };
}

/**
 * The sum over every target of the batch, divided by their number: a long record counts for more.
 * @param {(number | null)[][]} losses [T] of each record
 * @returns {number | null} null where nothing is scored
 */
export function meanLoss(losses) {
  const all = losses.flat().filter((loss) => loss !== null);
  return all.length ? all.reduce((sum, loss) => sum + loss, 0) / all.length : null;
}
