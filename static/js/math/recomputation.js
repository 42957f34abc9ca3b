/**
 * A whole trace recomputed from parameters, config and IDs alone, and compared.
 * In steps, so that whoever runs it decides when the next one may take its time.
 */
import { createComparison } from './agreement.js';
import { forwardRecord, meanLoss, parametersByName } from './engine/forward.js';
import { targetsOf } from './engine/targets.js';

/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('./engine/forward.js').Sizes} Sizes */

/**
 * Of the trace only the IDs go into the computation.
 * @param {{trace: Trace, mask: import('../types.js').Mask, drafts?: import('../types.js').Draft[]}} traced the drafts tell which records end open
 * @param {{parameters: import('../types.js').Parameter[], config: Sizes, eosId: number}} model
 * @returns {Generator<void, import('./agreement.js').Agreement, void>} yields after every record
 */
export function* recompute({ trace, mask, drafts }, { parameters, config, eosId }) {
  const parameter = parametersByName(parameters);
  const comparison = createComparison();
  const losses = [];
  for (const [r, record] of trace.records.entries()) {
    const targets = targetsOf(record.ids, eosId, drafts?.[r]?.continued !== undefined); // [T]
    const own = forwardRecord(parameter, config, { ids: record.ids, targets }, mask);
    comparison.add(record, { targets, ...own });
    losses.push(own.losses);
    yield;
  }
  return comparison.finish(trace.loss, meanLoss(losses));
}
