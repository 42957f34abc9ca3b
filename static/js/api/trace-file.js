/** A trace that came as safetensors, in the shape that one has that came as JSON. */
import { readSafetensors } from './safetensors.js';

/** @typedef {import('./safetensors.js').Nested} Nested */
/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {Record<string, Nested>} Tensors */
/** @typedef {{around: Tensors, blocks: Tensors[], lens: Tensors}} Found of one record */
/** @typedef {{probability: Float64Array[], rank: Int32Array[], top_ids: Int32Array[][], top_probabilities: Float64Array[][]}} LensTensors */

/** Heads are pieces of these, one behind the other in each row. */
const PIECES = [
  ['q_projection', 'q_heads'],
  ['k_projection', 'k_heads'],
  ['v_projection', 'v_heads'],
  ['joined', 'mixtures'],
];

/** @param {ArrayBuffer} bytes @returns {Trace} its innermost rows are typed arrays, and absent what was left out */
export function traceFrom(bytes) {
  const { metadata, tensors } = readSafetensors(bytes);
  const trace = JSON.parse(metadata.document ?? '{}');
  /** @type {Found[]} */
  const found = trace.records.map(() => ({ around: {}, blocks: [], lens: {} }));
  for (const [path, tensor] of tensors) put(found, path.split('.'), tensor);
  trace.records.forEach((/** @type {any} */ record, /** @type {number} */ i) => {
    const { lens, ...parts } = /** @type {Found} */ (found[i]);
    record.tensors = withBlocks(parts, record.left_out ?? []);
    if (lens.probability) record.lens = lensFrom(/** @type {LensTensors} */ (lens));
  });
  return { ...trace, files: [bytes] };
}

/** @param {Found[]} found @param {string[]} path records.R.NAME, records.R.blocks.B.NAME or records.R.lens.NAME @param {Nested} tensor */
function put(found, [, at, ...path], tensor) {
  const record = found[Number(at)];
  if (!record) return;
  const name = /** @type {string} */ (path.at(-1));
  if (path[0] === 'blocks') (record.blocks[Number(path[1])] ??= {})[name] = tensor;
  else (path[0] === 'lens' ? record.lens : record.around)[name] = tensor;
}

/** The first row is of the embedding sum, before all blocks. @param {LensTensors} tensors @returns {import('../types/trace.js').Lens[]} */
function lensFrom({ probability, rank, top_ids, top_probabilities }) {
  return probability.map((shares, row) => {
    const found = { after: row - 1, probability: Array.from(shares, (p) => (Number.isNaN(p) ? null : p)), rank: Array.from(rank[row] ?? [], (place) => place || null) };
    lazily(found, 'top', () => (top_ids[row] ?? []).map((ids, position) => Array.from(ids, (id, i) => [id, top_probabilities[row]?.[position]?.[i]])));
    return /** @type {import('../types/trace.js').Lens} */ (found);
  });
}

/** As many blocks as the model has, also those of which nothing came. @param {Omit<Found, 'lens'>} found @param {{block: number | null}[]} leftOut */
function withBlocks({ around, blocks }, leftOut) {
  const count = Math.max(blocks.length, ...leftOut.map(({ block }) => (block ?? -1) + 1));
  return { ...around, blocks: Array.from({ length: count }, (_, i) => withHeads(blocks[i] ?? {})) };
}

/** Most of it is made when somebody looks: of a keystroke's trace few look at every head. @param {Tensors} block */
function withHeads(block) {
  const heads = block.weights?.length;
  if (!heads) return block;
  const whole = /** @type {Record<string, unknown>} */ ({ ...block });
  const { visible, scores } = /** @type {Record<string, Float32Array[][] | undefined>} */ (block);
  const seen = visible && seenByHeads(visible);
  if (seen) whole.visible = seen;
  if (scores) whole.scores = scoresOf(scores, seen);
  for (const [of = '', name = ''] of PIECES) {
    const rows = block[of];
    if (rows && !block[name]) lazily(whole, name, () => piecesOf(/** @type {Float32Array[]} */ (rows), heads));
  }
  return /** @type {Tensors} */ (whole);
}

/** Head by head: of a long text one is looked at at a time. @param {Float32Array[][]} scores @param {boolean[][][] | undefined} seen */
function scoresOf(scores, seen) {
  /** @type {(number | null)[][][]} */
  const found = new Array(scores.length);
  scores.forEach((rows, head) => lazily(found, head, () => rows.map((row, query) => whereSeen(row, (seen?.[head] ?? seen?.[0])?.[query] ?? []))));
  return found;
}

/** It stays made for whoever takes it over unmade, as a merged slice does. @param {object} tensors @param {string | number} name @param {() => unknown} make called once */
function lazily(tensors, name, make) {
  /** @type {unknown} */
  let made;
  Object.defineProperty(tensors, name, { configurable: true, enumerable: true, get: () => (made ??= make()) });
}

/** Heads that see the same, as they mostly do, have one list. @param {ArrayLike<number>[][]} visible [H, T, T] @returns {boolean[][][]} */
function seenByHeads([first = [], ...others]) {
  const seen = first.map(booleans);
  const isSame = (/** @type {ArrayLike<number>[]} */ rows) => rows.every((row, query) => isSameRow(row, first[query] ?? []));
  return [seen, ...others.map((rows) => (isSame(rows) ? seen : rows.map(booleans)))];
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b as long */
function isSameRow(a, b) {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

// Loops over places: asking a typed array's iterator for each of 400,000 scores took fifty times as long.

/** @param {ArrayLike<number>} row @returns {boolean[]} */
function booleans(row) {
  const found = new Array(row.length).fill(false);
  for (let i = 0; i < row.length; i += 1) if (row[i]) found[i] = true;
  return found;
}

/**
 * What is not there is null, as in JSON: a score that is NaN is one that could not be computed.
 * @param {ArrayLike<number>} row @param {readonly boolean[]} seen empty where nothing tells
 * @returns {(number | null)[]}
 */
function whereSeen(row, seen) {
  const found = new Array(row.length).fill(null);
  for (let i = 0; i < row.length; i += 1) if (seen[i] !== false) found[i] = row[i];
  return found;
}

/** @param {Float32Array[]} rows [T, C] @param {number} heads @returns {Float32Array[][]} [H, T, d] */
function piecesOf(rows, heads) {
  const width = (rows[0]?.length ?? 0) / heads;
  return Array.from({ length: heads }, (_, head) => rows.map((row) => row.subarray(head * width, (head + 1) * width)));
}
