/**
 * The server's trace against the page's own arithmetic, number by number.
 *
 * Tolerance: both add the same float64 terms in different orders. A sum of at
 * most a few hundred terms then differs by some 1e-15 of its size. A weight that
 * is wrong in its ninth decimal only moves the first tensor it touches by about
 * 1e-9. 1e-12 of max(1, |value|) lies well between, and is the bound that the
 * scalar check of the model uses too.
 */
import { isList } from './rows.js';

/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TracedRecord} TracedRecord */
/** @typedef {import('../types.js').TensorAgreement} TensorAgreement */
/** @typedef {{targets: number[], tensors: import('../types.js').Tensors, losses: (number | null)[]}} OwnRecord */
/** @typedef {{record: number, index: number[]}} Place */
/** @typedef {Pick<import('../types.js').Verification, 'count' | 'flags' | 'max' | 'tensors' | 'first' | 'precision'>} Agreement */

/**
 * How far apart two numbers may be. @typedef {(path: readonly number[], mine: number) => number} Limit
 *
 * One tensor while it is being compared; `max` and `at` are of numbers that both sides have: the largest
 * difference, and where it exceeds what is allowed the most.
 * @typedef {Omit<TensorAgreement, 'agrees'> & {unmatchedAt: Place | null, excess: number, of: (record: any) => unknown}} Found
 */

export const TOLERANCE = 1e-12;

/** @type {Limit} */
const inFloat64 = (_, mine) => TOLERANCE * Math.max(1, Math.abs(mine));

/**
 * @param {Trace} trace
 * @param {{records: OwnRecord[], loss: number | null}} own
 * @returns {Agreement}
 */
export function agreement(trace, own) {
  const comparison = createComparison();
  trace.records.forEach((record, r) => comparison.add(record, /** @type {OwnRecord} */ (own.records[r])));
  return comparison.finish(trace.loss, own.loss);
}

/** The same, record by record, so that many records need not be compared at one go. */
export function createComparison() {
  /** @type {Found[]} */
  let tensors = [];
  let record = 0;

  return {
    /** @param {TracedRecord} theirs @param {OwnRecord} mine of the next record */
    add(theirs, mine) {
      if (!tensors.length) tensors = pipeline(theirs, mine);
      for (const tensor of tensors) if (!isLeftOut(theirs, tensor)) walk(tensor, tensor.of(theirs), tensor.of(mine), record, []);
      record += 1;
    },
    /** @param {number | null} theirs the mean loss @param {number | null} mine @returns {Agreement} */
    finish(theirs, mine) {
      const mean = found('mean_loss', null, () => null);
      compare(mean, theirs, mine, 0, []);
      return summed([...tensors, mean]);
    },
  };
}

/** What was not asked for is not missing. @param {TracedRecord} record @param {Pick<Found, 'name' | 'block' | 'of'>} tensor */
export function isLeftOut(record, { name, block, of }) {
  return of(record) === undefined && record.left_out?.some((one) => one.name === name && one.block === block) === true;
}

/** What was found in each tensor, in the order computed, and in all. @param {Found[]} compared @returns {Agreement} */
export function summed(compared) {
  const all = compared.map(judged);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    flags: all.reduce((sum, { flags }) => sum + flags, 0),
    max: all.reduce((most, { max }) => Math.max(most, max), 0),
    tensors: all,
    first: all.find(({ agrees }) => !agrees) ?? null,
  };
}

/**
 * Every tensor that either side has, in the order it is computed: the page
 * computes all there are, so what only the trace has comes behind its others.
 * @param {TracedRecord} theirs @param {OwnRecord} mine
 */
function pipeline(theirs, mine) {
  const shared = /** @param {string} name */ (name) => found(name, null, (record) => record.tensors[name]);
  const count = Math.max(mine.tensors.blocks.length, theirs.tensors.blocks?.length ?? 0);
  const blocks = Array.from({ length: count }, (_, b) => {
    const names = new Set([mine, theirs].flatMap(({ tensors }) => Object.keys(tensors.blocks?.[b] ?? {})));
    return [...names].map((name) => found(name, b, (record) => record.tensors.blocks?.[b]?.[name]));
  });
  return [
    found('targets', null, (record) => record.targets),
    ...['token_embedding', 'position_embedding'].map(shared),
    ...blocks.flat(),
    ...['final_norm', 'logits'].map(shared),
    found('losses', null, (record) => record.losses),
  ];
}

/** Nothing yet. @param {string} name @param {number | null} block @param {Found['of']} of @returns {Found} */
export function found(name, block, of) {
  return { name, block, of, count: 0, flags: 0, max: 0, excess: 0, at: null, unmatched: 0, unmatchedAt: null };
}

/**
 * Two nested lists entry by entry, to the length of the longer one.
 * @param {Found} found @param {unknown} theirs @param {unknown} mine @param {number} record
 * @param {number[]} path index of the lists handed in; the same array throughout, since most entries need no copy
 * @param {Limit} [limit]
 */
export function walk(found, theirs, mine, record, path, limit = inFloat64) {
  const a = isList(theirs) ? theirs : null;
  const b = isList(mine) ? mine : null;
  if (!a && !b) return compare(found, theirs, mine, record, path, limit);
  const length = Math.max(a?.length ?? 0, b?.length ?? 0);
  const last = path.length;
  for (let i = 0; i < length; i += 1) {
    path[last] = i;
    walk(found, a?.[i], b?.[i], record, path, limit);
  }
  path.length = last;
}

/** @param {Found} found @param {unknown} theirs @param {unknown} mine @param {number} record @param {number[]} path @param {Limit} limit */
export function compare(found, theirs, mine, record, path, limit = inFloat64) {
  if (typeof theirs === 'number' && typeof mine === 'number') {
    found.count += 1;
    const delta = Math.abs(theirs - mine);
    if (delta === 0) return;
    if (Number.isFinite(delta)) {
      found.max = Math.max(found.max, delta / Math.max(1, Math.abs(mine)));
      const excess = delta / limit(path, mine);
      if (excess <= found.excess) return;
      found.excess = excess;
      found.at = { record, index: path.slice() };
      return;
    }
  } else if (typeof theirs === 'boolean' && typeof mine === 'boolean') {
    found.flags += 1;
    if (theirs === mine) return;
  } else if ((theirs ?? null) === null && (mine ?? null) === null) return; // both say that nothing is there
  found.unmatched += 1;
  found.unmatchedAt ??= { record, index: path.slice() };
}

/** @param {Found} found @returns {TensorAgreement} */
function judged({ name, block, count, flags, max, excess, at, unmatched, unmatchedAt }) {
  const isWithin = excess <= 1;
  return { name, block, count, flags, max, at: isWithin ? (unmatchedAt ?? at) : at, unmatched, agrees: isWithin && unmatched === 0 };
}
