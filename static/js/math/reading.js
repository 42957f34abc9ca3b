/**
 * The value of any number the page shows, by the reference its cell carries.
 * Most are looked up in the trace; the few that no tensor stores are computed
 * here from those that are.
 */
import { dotProduct } from './attention.js';
import { mean, variance } from './row-norm.js';
import { numberIn, rowOf, tensorOf } from './rows.js';
import { probability, softmax } from './softmax.js';

/** @typedef {import('../types.js').NumberRef} NumberRef */
/** @typedef {import('../types.js').TracedRecord} TracedRecord */
/** @typedef {import('../types.js').Matrix} Matrix */

/** The row each norm reads, of which mean and variance are asked for. @type {Record<string, string>} */
const NORM_INPUT = { norm1: 'block_input', norm2: 'residual1', final_norm: 'block_output' };

/**
 * @typedef {object} Source
 * @property {TracedRecord} record
 * @property {number} block used where the reference names none
 * @property {number} meanLoss of the whole batch
 * @property {import('../types.js').Parameter[] | null} parameters
 *
 * @typedef {(source: Source, ref: NumberRef, block: number) => number | null} Derivation
 */

/** @type {Record<string, Derivation>} */
const DERIVED = {
  ids: ({ record }, { index }) => numberIn(record.ids, index),
  targets: ({ record }, { index }) => numberIn(record.targets, index),
  loss: ({ record }, { index }) => numberIn(record.losses, index),
  mean_loss: ({ meanLoss }) => meanLoss,
  max_logit: (source, { index }) => logitsOf(source, index[0])?.max ?? null,
  exp_sum: (source, { index }) => logitsOf(source, index[0])?.sum ?? null,
  shifted_logit: (source, { index }) => shiftedLogit(source, index),
  exponential: (source, { index }) => exponential(shiftedLogit(source, index)),
  probability: candidateProbability,
  'q·k': rawScore,
};

/**
 * @param {Source} source
 * @param {NumberRef} ref
 * @returns {number | null} null where there is no such number: a masked score, or a position that is gone
 */
export function numberAt(source, ref) {
  const block = ref.block ?? source.block;
  const derived = DERIVED[ref.name];
  if (derived) return derived(source, ref, block);
  const [tensor = '', figure] = ref.name.split('.');
  if (tensor === 'parameters') return parameterAt(source, ref);
  if (figure === 'mean' || figure === 'variance') return normFigure(source, tensor, figure, ref.index[0] ?? -1, block);
  return numberIn(tensorOf(source.record.tensors, ref.name, block), ref.index);
}

/** @param {Source} source @param {NumberRef} ref */
function parameterAt({ parameters }, { name, index }) {
  const wanted = name.slice('parameters.'.length);
  return numberIn(parameters?.find((parameter) => parameter.name === wanted)?.values, index);
}

/**
 * @param {Source} source @param {string} norm @param {'mean' | 'variance'} figure
 * @param {number} position @param {number} block
 */
function normFigure({ record }, norm, figure, position, block) {
  const last = record.tensors.blocks.length - 1;
  const row = rowOf(record.tensors, NORM_INPUT[norm] ?? '', norm === 'final_norm' ? last : block, position);
  if (!row.length) return null;
  return figure === 'mean' ? mean(row) : variance(row);
}

/** @type {WeakMap<readonly number[], import('./softmax.js').Softmax>} */
const known = new WeakMap();

/** Worked out once per row: a sum over the vocabulary asks for it once per candidate. @param {Source} source @param {number | undefined} position */
function logitsOf({ record }, position = -1) {
  const row = record.tensors.logits[position];
  if (!row) return null;
  const over = known.get(row) ?? softmax(row);
  known.set(row, over);
  return over;
}

/** A candidate's logit less the largest. @param {Source} source @param {number[]} index [position, id] */
function shiftedLogit(source, index) {
  const logit = numberIn(source.record.tensors.logits, index);
  const over = logitsOf(source, index[0]);
  return over && logit !== null ? logit - over.max : null;
}

/** @param {number | null} value */
function exponential(value) {
  return value === null ? null : Math.exp(value);
}

/** @type {Derivation} */
function candidateProbability(source, { index }) {
  const logit = numberIn(source.record.tensors.logits, index);
  const over = logitsOf(source, index[0]);
  return over && logit !== null ? probability(over, logit) : null;
}

/** Query row times key row of one head, before ÷ √d; a masked pair has none. @type {Derivation} */
function rawScore({ record }, { index }, block) {
  const tensors = record.tensors.blocks[block];
  const [head = -1, query = -1, key = -1] = index;
  if (!tensors || numberIn(tensors.scores, index) === null) return null;
  const q = tensors.q_heads[head]?.[query];
  const k = tensors.k_heads[head]?.[key];
  return q && k ? dotProduct(q, k) : null;
}
