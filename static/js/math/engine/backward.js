/**
 * The whole backward pass, in the page, in float64: dL/d of every tensor and
 * every parameter, with the chain rule written out. L is the mean loss over the
 * scored targets of all records. Reads the page's own forward pass alone, never
 * a number that the server computed.
 */
import { has } from '../family.js';
import { probability, softmax } from '../softmax.js';
import { blockBackward } from './backward-block.js';
import { rowNormBackward } from './backward-norm.js';
import { forwardRecord, parametersByName } from './forward.js';
import { addScaled, blank, timesBackward, timesTransposedBackward } from './products.js';
import { IGNORED, scoredIn } from './targets.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').Parameter} Parameter */
/** @typedef {import('./forward.js').Sizes} Sizes */
/** @typedef {{ids: number[], targets: number[]}} Ids [T] each */

/**
 * @typedef {object} RecordGradients
 * @property {(number | null)[]} losses [T] dL/d of each loss: 1 / N; null where nothing is scored
 * @property {Omit<import('../../types.js').Tensors, 'blocks'> & {blocks: import('./backward-block.js').BlockGradients[]}} tensors
 */

/**
 * Record by record, since each adds to the parameters' gradients.
 * @param {Parameter[]} list
 * @param {Sizes} config
 * @param {number} scored N, targets of all records
 */
export function createBackward(list, config, scored) {
  const parameter = parametersByName(list);
  const parameters = list.map(({ name, shape, values }) => ({ name, shape, values: zeros(shape, values) }));
  const sums = parametersByName(parameters);
  return {
    /**
     * @param {Ids} ids @param {import('../../types.js').Tensors} forward
     * @returns {RecordGradients} its position rows are shared by all records, and complete after the last one
     */
    add({ ids, targets }, forward) {
      const losses = targets.map((target) => (target === IGNORED ? null : 1 / scored)); // [T]
      const logits = forward.logits.map((row, t) => logitsBackward(row, /** @type {number} */ (targets[t]), losses[t] ?? 0)); // [T, V]
      const final_norm = headBackward(logits, forward.final_norm, parameter, sums, config); // [T, C]
      const last = /** @type {Matrix} */ (forward.blocks.at(-1)?.block_output);
      const ofNorm = { scale: sums('final_norm.scale'), offset: has(config, 'norm_bias') ? sums('final_norm.offset') : undefined };
      let d = rowNormBackward(final_norm, last, parameter('final_norm.scale'), config.norm_epsilon, ofNorm); // [T, C]
      const blocks = [...forward.blocks.keys()].reverse().map((i) => {
        const of = /** @type {import('../../types.js').BlockTensors} */ (forward.blocks[i]);
        const found = blockBackward(d, of, (name) => parameter(`blocks.${i}.${name}`), (name) => sums(`blocks.${i}.${name}`), config);
        d = found.block_input; // [T, C]
        return found;
      }).reverse();
      d.forEach((row, t) => {
        addScaled(sums('token_embedding')[/** @type {number} */ (ids[t])], row, 1);
        addScaled(sums('position_embedding')[t], row, 1);
      });
      const position_embedding = ids.map((_, t) => sums('position_embedding')[t]); // [T, C]
      return { losses, tensors: { token_embedding: d, position_embedding, blocks, final_norm, logits } };
    },
    /** What the parameters have got so far. */
    parameters,
  };
}

/**
 * All records at once, forward and backward.
 * @param {Parameter[]} list @param {Sizes} config @param {Ids[]} records @param {import('../../types.js').Mask} mask
 * @returns {{records: RecordGradients[], parameters: Parameter[]}}
 */
export function backward(list, config, records, mask) {
  const parameter = parametersByName(list);
  const steps = createBackward(list, config, scoredIn(records.map(({ targets }) => targets)));
  const found = records.map((record) => steps.add(record, forwardRecord(parameter, config, record, mask).tensors));
  return { records: found, parameters: steps.parameters };
}

/**
 * A tied table gets from here the one of its two uses; the embedding adds the other.
 * @param {Matrix} d [T, V] @param {Matrix} final_norm [T, C]
 * @param {import('./forward.js').Parameters} parameter @param {import('./forward.js').Parameters} sums @param {Sizes} config
 * @returns {Matrix} [T, C]
 */
function headBackward(d, final_norm, parameter, sums, config) {
  const [back, name] = has(config, 'tied_head') ? /** @type {const} */ ([timesTransposedBackward, 'token_embedding']) : /** @type {const} */ ([timesBackward, 'lm_head']);
  return back(d, final_norm, parameter(name), sums(name), has(config, 'head_bias') ? sums('lm_bias') : undefined);
}

/** Softmax less one-hot, times what the loss counts for. @param {Row} row [V] @param {number} target @param {number} slope @returns {Row} [V] */
function logitsBackward(row, target, slope) {
  const over = softmax(row);
  return row.map((logit, v) => (probability(over, logit) - Number(v === target)) * slope);
}

/** Of one shape, in rows of the same kind. @param {number[]} shape @param {any} like @returns {any} */
function zeros([length = 0, ...rest], like) {
  return rest.length ? Array.from({ length }, () => zeros(rest, like[0])) : blank(like, length);
}
