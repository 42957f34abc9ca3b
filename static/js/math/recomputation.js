/**
 * A whole trace recomputed from parameters, config and IDs, and compared: one of
 * 64 bits from these alone, one of 32 step by step. In parts, so that whoever runs
 * it decides when the next one may take its time.
 */
import { createComparison } from './agreement.js';
import { INTACT, apartBy } from './engine/apart.js';
import { forwardRecord, forwardTogether, meanLoss, parametersByName } from './engine/forward.js';
import { targetsIn } from './engine/targets.js';
import { recomputeStepwise } from './stepwise/recomputation.js';

/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('./engine/forward.js').Sizes & {dtype?: string, data?: string}} Config */

/**
 * @typedef {object} Subject of the trace only the IDs go into the computation, where it is of 64 bits
 * @property {Trace} trace
 * @property {import('../types.js').Mask} mask
 * @property {import('../types.js').Draft[]} [drafts] tell how records end
 * @property {readonly string[]} [off] parts that are off
 * @property {readonly import('../types.js').Swap[]} [swap] residuals exchanged between records
 *
 * @typedef {{parameters: import('../types.js').Parameter[], config: Config, eosId: number}} Model
 */

/**
 * @param {Subject} traced @param {Model} model
 * @returns {Generator<number, import('./agreement.js').Agreement, void>} yields how far it is, 0 to 1
 */
export function* recompute(traced, model) {
  const { trace, mask, drafts } = traced;
  const targets = trace.records.map(({ ids }, r) => targetsIn(ids, drafts?.[r], model)); // [T] each
  if (model.config.dtype === 'float32') return yield* recomputeStepwise({ ...traced, targets }, model);
  const parameter = parametersByName(model.parameters);
  const apart = apartBy(traced);
  const inputs = trace.records.map(({ ids }, r) => ({ ids, targets: targets[r] ?? [] }));
  // What is exchanged between records needs them side by side.
  const together = apart === INTACT ? null : forwardTogether(parameter, model.config, inputs, mask, apart);
  const comparison = createComparison();
  const losses = [];
  for (const [r, input] of inputs.entries()) {
    const own = together?.[r] ?? forwardRecord(parameter, model.config, input, mask);
    comparison.add(/** @type {import('../types.js').TracedRecord} */ (trace.records[r]), { targets: input.targets, ...own });
    losses.push(own.losses);
    yield (r + 1) / inputs.length;
  }
  return comparison.finish(trace.loss, meanLoss(losses));
}
