/** The logit lens of a record that the page has computed itself: final norm and head behind each residual stream. */
import { finalNorm, headOf } from '../math/engine/forward.js';
import { IGNORED } from '../math/engine/targets.js';
import { descending, probability, softmax } from '../math/softmax.js';

/** @typedef {import('../types/trace.js').Lens} Lens */

/** As many likeliest IDs as the server names. */
const TOP = 3;

/**
 * @param {import('../math/engine/forward.js').Parameters} parameter @param {import('../math/engine/forward.js').Sizes} config
 * @param {import('../types.js').Tensors} tensors @param {number[]} targets [T]
 * @returns {Lens[]} of the sum of the embeddings, then of each block
 */
export function lensOf(parameter, config, { blocks }, targets) {
  const streams = [blocks[0]?.block_input ?? [], ...blocks.map(({ block_output }) => block_output)]; // [T, C] each
  return streams.map((stream, i) => {
    const logits = headOf(parameter, config, finalNorm(parameter, config, stream)); // [T, V]
    const rows = logits.map((row, t) => readOut(row, targets[t] ?? IGNORED));
    return { after: i - 1, probability: rows.map(({ p }) => p), rank: rows.map(({ rank }) => rank), top: rows.map(({ top }) => top) };
  });
}

/** @param {readonly number[]} logits [V] @param {number} target */
function readOut(logits, target) {
  const over = softmax(logits);
  const share = (/** @type {number} */ id) => probability(over, /** @type {number} */ (logits[id]));
  const top = descending(logits).slice(0, TOP).map((id) => /** @type {[number, number]} */ ([id, share(id)]));
  if (target === IGNORED) return { p: null, rank: null, top };
  return { p: share(target), rank: 1 + logits.filter((logit) => logit > /** @type {number} */ (logits[target])).length, top };
}
