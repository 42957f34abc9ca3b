/** What derivations are looked up in, made from the state once for each trace. */
import { shownGradients } from '../state/graded.js';
import { shownIndex } from '../state/shown.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 */

/** @type {{inputs: unknown[], context: Context | null}} */
let latest = { inputs: [], context: null };

/** @param {State} state @returns {Context | null} null before the first trace */
export function contextOf(state) {
  const record = shownIndex(state);
  const gradients = shownGradients(state);
  const inputs = [state.traced, state.parameters, gradients, state.model, record, state.block];
  if (latest.inputs.length && inputs.every((input, i) => input === latest.inputs[i])) return latest.context;
  const context = state.traced && {
    trace: state.traced.trace,
    parameters: state.parameters,
    gradients,
    config: state.model?.config ?? null,
    epsilon: state.model?.config.norm_epsilon ?? null,
    record: Math.max(0, record),
    block: state.block,
  };
  latest = { inputs, context };
  return context;
}

/** The record a number is of; the one on show for numbers that are of none. @param {Context} context @param {import('../types.js').NumberRef} ref @returns {TracedRecord | undefined} */
export function recordOf(context, ref) {
  return context.trace.records[ref.record ?? context.record];
}
