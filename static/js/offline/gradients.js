/** What POST /api/gradients answers, computed in the page by its own backward pass. */
import { Refused } from '../api/refused.js';
import { backward } from '../math/engine/backward.js';
import { forward, parametersByName } from '../math/engine/forward.js';
import { scoredIn } from '../math/engine/targets.js';
import { inputsOf } from './trace.js';

/**
 * @param {import('./trace.js').Model} held
 * @param {import('../types.js').Draft[]} drafts
 * @param {import('../types.js').Mask} mask
 * @returns {import('../types.js').Gradients}
 */
export function gradedOffline({ model, vocabulary, parameters }, drafts, mask) {
  const { config } = model;
  const inputs = inputsOf(drafts, vocabulary, config.context_length);
  const { loss } = forward(parametersByName(parameters), config, inputs, mask);
  if (loss === null) throw new Refused({ code: 'nothing_scored', message: 'No target is scored.', record: null, details: {} });
  const found = backward(parameters, config, inputs, mask);
  return {
    source: 'page',
    loss,
    scored_events: scoredIn(inputs.map(({ targets }) => targets)),
    records: found.records.map(({ losses, tensors }) => ({ valid_count: losses.length, losses, tensors: /** @type {import('../types.js').Tensors} */ (tensors) })), // as the server's, without visible
    parameters: found.parameters,
  };
}
