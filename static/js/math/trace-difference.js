/**
 * One trace less another, number by number, and where they first part ways.
 *
 * There is no tolerance: two numbers are the same only to the last bit, the sign
 * of a zero included, and what is absent is the same only as what is absent.
 * Both traces must be of the same records.
 */
import { isList } from './rows.js';

/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TracedRecord} TracedRecord */
/** @typedef {import('../types.js').Tensors} Tensors */
/** @typedef {number | boolean | null} Entry */

/**
 * @typedef {object} Parting the first entry that differs, of the first tensor that does
 * @property {string} name a traced tensor's, 'targets', 'losses' or 'mean_loss'
 * @property {number | null} block
 * @property {number[]} index without the record; empty for the mean
 * @property {Entry} one of the trace itself; null where there is no number
 * @property {Entry} other of the one taken away
 *
 * @typedef {object} RecordDifference
 * @property {Tensors} tensors one − other, NaN where only one has a number; `visible` is true where either sees
 * @property {(number | null)[]} losses [T] one − other, NaN where only one has a number
 * @property {boolean[]} targets [T] true where they differ
 * @property {ReadonlyMap<number, (number | null)[]>} lens [T] by the block it stands after; those that both traces have
 * @property {boolean[]} rows [T] true where logits, target and loss are all the same
 * @property {ReadonlySet<string>} same what is the same everywhere: names, in a block 'block.name' with its number
 * @property {Parting | null} first in pipeline order
 */

/** A block's tensors as they are computed; a file has them by name. */
const COMPUTED = 'block_input norm1 q_projection k_projection v_projection q_heads k_heads v_heads scores visible weights mixtures joined attention_output residual1 norm2 ffn_linear ffn_relu ffn_output block_output'.split(' ');

/**
 * Of the mean losses, nats; NaN where only one trace has one.
 * @param {Trace} one @param {Trace} other
 */
export function meanDifference(one, other) {
  return numberDifference(one.loss, other.loss) ?? 0;
}

/**
 * Of one record.
 * @param {Trace} one @param {Trace} other @param {number} index of the record
 * @returns {RecordDifference}
 */
export function recordDifference(one, other, index) {
  const [record, beside] = [one.records[index], other.records[index]];
  if (!record || record.valid_count !== beside?.valid_count) throw new RangeError(`record ${index} is another one`);
  const difference = differenceOf(record, beside);
  const isMean = !difference.first && !Object.is(one.loss, other.loss);
  return isMean ? { ...difference, first: { name: 'mean_loss', block: null, index: [], one: one.loss, other: other.loss } } : difference;
}

/** How `same` calls a tensor. @param {string} name @param {number | null} block */
export function sameKey(name, block) {
  return block === null ? name : `${block}.${name}`;
}

/** @param {TracedRecord} one @param {TracedRecord} other @returns {RecordDifference} */
function differenceOf(one, other) {
  const { compare, same, first } = createComparison();
  /** @param {object} group @param {object} beside @param {number | null} block @param {string[]} names */
  const all = (group, beside, block, names) =>
    Object.fromEntries(names.filter((name) => Reflect.has(group, name) && Reflect.has(beside, name)).map((name) => [name, compare(name, block, Reflect.get(group, name), Reflect.get(beside, name))]));

  // In the order computed, since the first that differs is the one to name.
  compare('targets', null, one.targets, other.targets);
  const inputs = all(one.tensors, other.tensors, null, ['token_embedding', 'position_embedding']);
  const blocks = one.tensors.blocks.map((block, b) => all(block, other.tensors.blocks[b] ?? {}, b, COMPUTED));
  const outputs = all(one.tensors, other.tensors, null, ['final_norm', 'logits']);
  const losses = compare('losses', null, one.losses, other.losses);
  return {
    tensors: /** @type {Tensors} */ (/** @type {unknown} */ ({ ...inputs, blocks, ...outputs })),
    losses: /** @type {(number | null)[]} */ (losses),
    targets: one.targets.map((target, t) => target !== other.targets[t]),
    lens: lensDifference(one, other),
    rows: one.targets.map((_, t) => isSameRow(one, other, t)),
    same,
    first: first(),
  };
}

/** What the lens gives the target. @param {TracedRecord} one @param {TracedRecord} other */
function lensDifference({ lens: now = [] }, { lens: before = [] }) {
  return new Map(now.flatMap(({ after, probability }) => {
    const beside = before.find((row) => row.after === after)?.probability;
    return beside ? [/** @type {[number, (number | null)[]]} */ ([after, probability.map((p, t) => numberDifference(p, beside[t] ?? null))])] : [];
  }));
}

/** Subtracts tensor by tensor, and remembers which are the same and which was the first that is not. */
function createComparison() {
  /** @type {Set<string>} */
  const same = new Set();
  /** @type {Parting | null} */
  let parted = null;
  return {
    same,
    first: () => parted,
    /** @param {string} name @param {number | null} block @param {unknown} one @param {unknown} other @returns {unknown} */
    compare(name, block, one, other) {
      const parting = firstParting(one, other, []);
      if (!parting) same.add(sameKey(name, block));
      else parted ??= { name, block, ...parting };
      return subtract(one, other);
    },
  };
}

/** What a position gives out in the end. @param {TracedRecord} a @param {TracedRecord} b @param {number} t */
function isSameRow(a, b, t) {
  const isScoredAlike = a.targets[t] === b.targets[t] && Object.is(a.losses[t], b.losses[t]);
  return isScoredAlike && firstParting(a.tensors.logits[t], b.tensors.logits[t], []) === null;
}

/**
 * Depth first, so that the earliest index is found.
 * @param {unknown} one @param {unknown} other @param {number[]} index
 * @returns {{index: number[], one: Entry, other: Entry} | null}
 */
function firstParting(one, other, index) {
  if (!isList(one) || !isList(other)) {
    const entries = { one: entryOf(one), other: entryOf(other) };
    return Object.is(entries.one, entries.other) ? null : { index, ...entries };
  }
  for (let i = 0; i < Math.max(one.length, other.length); i += 1) {
    // Most entries are the same, and need no index of their own.
    if (Object.is(one[i], other[i])) continue;
    const parting = firstParting(one[i], other[i], [...index, i]);
    if (parting) return parting;
  }
  return null;
}

/** @param {unknown} value @returns {Entry} */
function entryOf(value) {
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** @param {unknown} one @param {unknown} other @returns {unknown} lists nested as `one` */
function subtract(one, other) {
  if (ArrayBuffer.isView(one)) return Float64Array.from(/** @type {ArrayLike<number>} */ (/** @type {unknown} */ (one)), (value, i) => numberDifference(value, isList(other) ? entryOf(other[i]) : null) ?? NaN);
  if (Array.isArray(one)) return one.map((part, i) => subtract(part, isList(other) ? other[i] : null));
  return typeof one === 'boolean' ? one || other === true : numberDifference(entryOf(one), entryOf(other));
}

/** @param {Entry} one @param {Entry} other @returns {number | null} null where neither is a number */
function numberDifference(one, other) {
  // Infinity less itself, and NaN less NaN, are no difference.
  if (Object.is(one, other)) return one === null ? null : 0;
  return typeof one === 'number' && typeof other === 'number' ? one - other : NaN;
}
