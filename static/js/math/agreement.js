/**
 * The server's trace against the page's own arithmetic, number by number.
 *
 * Tolerance: both add the same float64 terms in different orders. A sum of at
 * most a few hundred terms then differs by some 1e-15 of its size, and one
 * wrong weight, ID or epsilon by 1e-7 or more; 1e-12 of max(1, |value|) lies
 * well between, and is the bound the scalar check of the model uses too.
 */

/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TensorAgreement} TensorAgreement */
/** @typedef {{records: {tensors: import('../types.js').Tensors, losses: number[]}[], loss: number}} Own */

export const TOLERANCE = 1e-12;

/**
 * @param {Trace} trace
 * @param {Own} own
 * @returns {{count: number, max: number, tensors: TensorAgreement[], first: TensorAgreement | null}} tensors in pipeline order
 */
export function agreement(trace, own) {
  const tensors = pipeline(trace).map(({ name, block, find }) => {
    const found = newAgreement(name, block);
    trace.records.forEach((record, r) => {
      const mine = own.records[r];
      walk(found, find(record), mine && find(mine), r, []);
    });
    return found;
  });
  const mean = newAgreement('mean_loss', null);
  walk(mean, trace.loss, own.loss, 0, []);
  const all = [...tensors, mean];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    max: all.reduce((max, tensor) => larger(max, tensor.max), 0),
    tensors: all,
    first: all.find(({ agrees }) => !agrees) ?? null,
  };
}

/**
 * Every traced tensor in the order it is computed.
 * @param {Trace} trace
 * @returns {{name: string, block: number | null, find: (record: {tensors: any, losses: number[]}) => unknown}[]}
 */
function pipeline(trace) {
  const tensors = trace.records[0]?.tensors;
  const blocks = (tensors?.blocks ?? []).flatMap((block, b) =>
    Object.keys(block).map((name) => ({ name, block: b, find: (/** @type {any} */ record) => record.tensors.blocks[b]?.[name] })),
  );
  const shared = (/** @type {string} */ name) => ({ name, block: null, find: (/** @type {any} */ record) => record.tensors[name] });
  return [
    ...['token_embedding', 'position_embedding'].map(shared),
    ...blocks,
    ...['final_norm', 'logits'].map(shared),
    { name: 'losses', block: null, find: (record) => record.losses },
  ];
}

/** @param {string} name @param {number | null} block @returns {TensorAgreement} */
function newAgreement(name, block) {
  return { name, block, count: 0, max: 0, at: null, agrees: true };
}

/**
 * Compare two nested lists entry by entry. Where one has an entry and the other
 * has none, they do not agree, by any amount.
 * @param {TensorAgreement} found @param {unknown} theirs @param {unknown} mine @param {number} record @param {number[]} index
 */
function walk(found, theirs, mine, record, index) {
  if (Array.isArray(theirs) && Array.isArray(mine) && theirs.length === mine.length) {
    for (let i = 0; i < theirs.length; i += 1) walk(found, theirs[i], mine[i], record, [...index, i]);
    return;
  }
  const delta = distance(theirs, mine);
  if (delta === null) return;
  found.count += 1;
  if (delta <= TOLERANCE && delta <= found.max) return;
  if (!(delta <= TOLERANCE)) found.agrees = false;
  if (!(delta <= found.max)) {
    found.max = delta;
    found.at = { record, index };
  }
}

/**
 * @param {unknown} theirs @param {unknown} mine
 * @returns {number | null} null where both say that nothing is there; NaN where only one is a number
 */
function distance(theirs, mine) {
  if (typeof theirs === 'number' && typeof mine === 'number') return Math.abs(theirs - mine) / Math.max(1, Math.abs(mine));
  if (theirs === null && mine === null) return null;
  return theirs === mine ? 0 : NaN;
}

/** The larger; NaN, once there, stays. @param {number} a @param {number} b */
function larger(a, b) {
  return a >= b || a !== a ? a : b;
}
