/** The value of any number the table names, and whether the trace itself holds it. */
import { gradientAt } from '../gradient-reading.js';
import { numberAt } from '../reading.js';
import { tensorOf } from '../rows.js';
import { differentiated, headWidth, isGradient } from './terms.js';
import { completed, isKnown } from './table.js';

/**
 * @typedef {import('./terms.js').Context} Context
 * @typedef {import('../../types.js').NumberRef} NumberRef
 */

/** Settings of the model, and of the run. @type {Record<string, (context: Context) => number | null>} */
const SETTINGS = {
  'config.norm_epsilon': ({ epsilon }) => epsilon,
  'config.head_width': (context) => headWidth({ record: context.record, block: 0 }, context),
  'config.mask': ({ trace }) => Number(trace.mask === 'causal'),
};

/** Numbers that no tensor of the trace stores; the page works them out from those that are stored. */
const WORKED_OUT = /^(?:q·k|max_logit|shifted_logit|exponential|exp_sum|probability|position|config\..*|.*\.(?:mean|variance))$/;

/**
 * @param {NumberRef} ref
 * @param {Context} context
 * @returns {number | null} null where there is no such number; a flag is 1 or 0
 */
export function valueOf(ref, context) {
  if (!isKnown(ref.name)) return null;
  const { name, record, block, index } = completed(ref, context);
  if (isGradient(name)) return gradientAt(context.gradients ?? null, { name: differentiated(name), record: record ?? context.record, block: block ?? context.block, index });
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (setting) return setting(context);
  const traced = context.trace.records[record ?? context.record];
  if (!traced) return null;
  if (name === 'position') return /** @type {number} */ (index[0]) < traced.valid_count ? /** @type {number} */ (index[0]) : null;
  if (name === 'visible') return flag(tensorOf(traced.tensors, name, block ?? 0), index);
  const source = { record: traced, block: block ?? context.block, meanLoss: context.trace.loss, parameters: context.parameters };
  return numberAt(source, { name, index, ...(block !== undefined && { block }) });
}

/** Whether the trace, or the gradients beside it, have a copy of their own to compare with. @param {string} name */
export function isStored(name) {
  return (isGradient(name) || !name.startsWith('parameters.')) && !WORKED_OUT.test(differentiated(name));
}

/** @param {unknown} flags @param {number[]} index */
function flag(flags, index) {
  let found = flags;
  for (const i of index) found = Array.isArray(found) ? found[i] : undefined;
  return typeof found === 'boolean' ? Number(found) : null;
}
