/**
 * The whole forward pass and loss, a third time: in the page, in float64, from
 * parameters, config and IDs alone. It never sees a number that the server
 * computed, so that where the two agree, two programs agree.
 *
 * Padding is left out: it is invisible to every real position, and nothing
 * scores it.
 */
import { has } from '../family.js';
import { crossEntropy, softmax } from '../softmax.js';
import { INTACT } from './apart.js';
import { block } from './block.js';
import { rowNorm } from './norm.js';
import { plus, times, timesTransposed, wide } from './products.js';
import { IGNORED } from './targets.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').Mask} Mask */
/** @typedef {{blocks: number} & import('./block.js').Config} Sizes */
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

/** @typedef {{ids: number[], targets: number[]}} Input [T] each */
/** @typedef {{tensors: import('../../types.js').Tensors, losses: (number | null)[]}} Computed losses [T] in nats, null where nothing is scored */

/** One record, cut to its real positions. @param {Parameters} parameter @param {Sizes} config @param {Input} record @param {Mask} mask @returns {Computed} */
export function forwardRecord(parameter, config, record, mask) {
  return /** @type {Computed} */ (forwardTogether(parameter, config, [record], mask)[0]);
}

/**
 * Records side by side, block by block, so that their residuals can be exchanged.
 * @param {Parameters} parameter @param {Sizes} config @param {Input[]} records @param {Mask} mask
 * @param {import('./apart.js').Apart} [apart]
 * @returns {Computed[]}
 */
export function forwardTogether(parameter, config, records, mask, { alter, exchange } = INTACT) {
  const tables = records.map(({ ids }) => embeddings(parameter, ids));
  const visible = records.map(({ ids }) => visibility(ids.length, mask)); // [T, T] each
  /** @type {import('../../types.js').BlockTensors[][]} */
  const blocks = records.map(() => []);
  let streams = exchange(-1, tables.map(({ token_embedding, position_embedding }) => plus(token_embedding, position_embedding))); // [T, C] each
  for (let i = 0; i < config.blocks; i += 1) {
    const found = streams.map((x, r) => block(x, visible[r] ?? [], (name) => parameter(`blocks.${i}.${name}`), config, (name, tensor) => alter(i, name, tensor)));
    streams = exchange(i, found.map(({ block_output }) => block_output));
    found.forEach((tensors, r) => blocks[r]?.push({ ...tensors, block_output: streams[r] ?? [] }));
  }
  return records.map(({ targets }, r) => {
    const final_norm = finalNorm(parameter, config, streams[r] ?? []); // [T, C]
    const logits = headOf(parameter, config, final_norm); // [T, V]
    const tensors = { .../** @type {(typeof tables)[number]} */ (tables[r]), blocks: blocks[r] ?? [], final_norm, logits };
    return { tensors, losses: lossesOf(logits, targets) };
  });
}

/** The rows of both tables. @param {Parameters} parameter @param {number[]} ids [T] @returns {{token_embedding: Matrix, position_embedding: Matrix}} [T, C] each */
export function embeddings(parameter, ids) {
  const [tokens, positions] = [parameter('token_embedding'), parameter('position_embedding')];
  return { token_embedding: ids.map((id) => wide(tokens[id])), position_embedding: ids.map((_, t) => wide(positions[t])) };
}

/** @param {number} count T @param {Mask} mask @returns {boolean[][]} [T, T] */
export function visibility(count, mask) {
  return Array.from({ length: count }, (_, t) => Array.from({ length: count }, (__, s) => mask === 'none' || s <= t));
}

/** @param {Parameters} parameter @param {Sizes} config @param {Matrix} x [T, C] */
export function finalNorm(parameter, config, x) {
  const offset = has(config, 'norm_bias') ? parameter('final_norm.offset') : undefined;
  return rowNorm(x, parameter('final_norm.scale'), offset, config.norm_epsilon);
}

/** A tied head is the token table, read the other way. @param {Parameters} parameter @param {Sizes} config @param {Matrix} final_norm [T, C] @returns {Matrix} [T, V] */
export function headOf(parameter, config, final_norm) {
  const bias = has(config, 'head_bias') ? parameter('lm_bias') : undefined;
  return has(config, 'tied_head') ? timesTransposed(final_norm, parameter('token_embedding'), bias) : times(final_norm, parameter('lm_head'), bias);
}

/** @param {Matrix} logits [T, V] @param {number[]} targets [T] @returns {(number | null)[]} [T] in nats, null where nothing is scored */
export function lossesOf(logits, targets) {
  return logits.map((row, t) => lossOf(row, /** @type {number} */ (targets[t])));
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
