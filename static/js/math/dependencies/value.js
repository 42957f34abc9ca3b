/**
 * The value of any number the table names: as the trace or the gradients hold
 * it, or, where neither does, worked out from its operands by the table.
 */
import { gradientAt } from '../gradient-reading.js';
import { numberAt } from '../reading.js';
import { entryIn, tensorOf } from '../rows.js';
import { FORMULAS } from './formulas.js';
import { completed, entryOf, isKnown } from './table.js';
import { differentiated, headWidth, isCut, isGradient, onceForEachName, refOf, sizeOf } from './terms.js';

/**
 * @typedef {import('./terms.js').Context} Context
 * @typedef {import('./terms.js').Entry} Entry
 * @typedef {import('./terms.js').Place} Place
 * @typedef {import('../../types.js').NumberRef} NumberRef
 *
 * @typedef {object} Operand
 * @property {NumberRef} ref
 * @property {string} role
 * @property {number | null} value
 * @property {boolean} cut the mask keeps it out: it is no part of the result, not even as a zero
 *
 * @typedef {{once: Operand[], each: Operand[][]}} Operands
 */

/** Settings of the model, and of the run. @type {Record<string, (context: Context, index: number[]) => number | null>} */
const SETTINGS = {
  'config.norm_epsilon': ({ epsilon }) => epsilon,
  'config.head_width': (context) => headWidth({ record: context.record, block: 0 }, context),
  'config.mask': ({ trace }) => Number(trace.mask === 'causal'),
  scored_events: ({ trace }) => trace.scored_events,
  candidate: (_, [id = 0]) => id,
};

/** Numbers that no tensor of the trace stores; the page works them out from those that are stored. */
const WORKED_OUT = /^(?:q·k|max_logit|shifted_logit|exponential|exp_sum|probability|one_hot|position|candidate|scored_events|config\..*|.*\.(?:mean|variance|unit))$/;
/** Of those, what only the way back asks for: no reading knows them, the table does. */
const BY_TABLE = /^(?:one_hot|.*\.unit)$/;
/** What the gradients do not hold. */
const BETWEEN = /^∂(?:q·k|(?!parameters\.).*\..*)$/;
const isByTable = onceForEachName((name) => BY_TABLE.test(name) || BETWEEN.test(name));

/**
 * @param {NumberRef} ref
 * @param {Context} context
 * @returns {number | null} null where there is no such number; a flag is 1 or 0
 */
export function valueOf(ref, context) {
  if (!isKnown(ref.name)) return null;
  const { name, record, block, index } = completed(ref, context);
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (setting) return setting(context, index);
  const traced = context.trace.records[record ?? context.record];
  if (!traced) return null;
  if (isByTable(name)) return workedOut(completed(ref, context), context);
  if (isGradient(name)) return gradientAt(context.gradients ?? null, { name: differentiated(name), record: record ?? context.record, block: block ?? context.block, index });
  if (name === 'position') return /** @type {number} */ (index[0]) < traced.valid_count ? /** @type {number} */ (index[0]) : null;
  if (name === 'visible') return flag(tensorOf(traced.tensors, name, block ?? 0), index);
  const source = { record: traced, block: block ?? context.block, meanLoss: context.trace.loss, parameters: context.parameters };
  return numberAt(source, { name, index, ...(block !== undefined && { block }) });
}

/** Whether the trace, or the gradients, have a copy of their own to compare with. @param {string} name */
export function isStored(name) {
  return isGradient(name) ? !BETWEEN.test(name) && name !== '∂mean_loss' : !name.startsWith('parameters.') && !WORKED_OUT.test(name);
}

/** @param {NumberRef} ref completed @param {Context} context */
function workedOut(ref, context) {
  const found = entryOf(ref, context);
  return found && !found.entry.absent?.(found.place, context) ? resultOf(found.entry, termsAt(found.entry, found.place, context)) : null;
}

/** @param {Entry} entry @param {Place} place @param {Context} context @returns {Operands} */
export function termsAt(entry, place, context) {
  /** @param {import('./terms.js').Term} term @param {Place} there @returns {Operand} */
  const operand = (term, there) => {
    const ref = refOf(term, there, context);
    return { ref, role: term.role, value: valueOf(ref, context), cut: isCut(term, entry, there, context) };
  };
  return {
    once: entry.once.map((term) => operand(term, place)),
    each: places(entry, place, context).map((there) => entry.each.map((term) => operand(term, there))),
  };
}

/**
 * All values of the letters that an entry's repeated terms run over.
 * @param {Entry} entry @param {Place} place @param {Context} context @returns {Place[]}
 */
function places({ over = [], among }, place, context) {
  let all = over.length ? [place] : [];
  for (const letter of over) {
    all = all.flatMap((one) => Array.from({ length: sizeOf(letter, one, context) }, (_, i) => ({ ...one, [letter]: i })));
  }
  return among ? all.filter((one) => among(one, context)) : all;
}

/** @param {Entry} entry @param {Operands} operands @returns {number | null} null where an operand is not here */
export function resultOf({ formula }, { once, each }) {
  // A weight that is cut off is exactly zero: its score does not exist, and nothing is raised to its power.
  if (formula === 'softmax' && once[0]?.cut) return 0;
  const standing = each.filter((terms) => !terms.some(({ cut }) => cut));
  const isWhole = [once, ...standing].every((terms) => terms.every(({ value }) => value !== null));
  if (!isWhole) return null;
  const values = (/** @type {Operand[]} */ terms) => terms.map(({ value }) => /** @type {number} */ (value));
  return FORMULAS[formula](values(once), standing.map(values));
}

/** @param {unknown} flags @param {number[]} index */
function flag(flags, index) {
  const found = entryIn(flags, index);
  return typeof found === 'boolean' ? Number(found) : null;
}
