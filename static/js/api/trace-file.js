/** A trace that came as safetensors, in the shape that one has that came as JSON. */
import { readSafetensors } from './safetensors.js';

/** @typedef {import('./safetensors.js').Nested} Nested */
/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {Record<string, Nested>} Tensors */

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
  /** @type {{around: Tensors, blocks: Tensors[]}[]} */
  const found = trace.records.map(() => ({ around: {}, blocks: [] }));
  for (const [path, tensor] of tensors) put(found, path.split('.'), tensor);
  trace.records.forEach((/** @type {any} */ record, /** @type {number} */ i) => {
    record.tensors = withBlocks(/** @type {typeof found[number]} */ (found[i]), record.left_out ?? []);
  });
  return { ...trace, files: [bytes] };
}

/** @param {{around: Tensors, blocks: Tensors[]}[]} found @param {string[]} path records.R.NAME or records.R.blocks.B.NAME @param {Nested} tensor */
function put(found, [, at, ...path], tensor) {
  const record = found[Number(at)];
  if (!record) return;
  if (path[0] !== 'blocks') record.around[path.join('.')] = tensor;
  else (record.blocks[Number(path[1])] ??= {})[path.slice(2).join('.')] = tensor;
}

/** As many blocks as the model has, also those of which nothing came. @param {{around: Tensors, blocks: Tensors[]}} found @param {{block: number | null}[]} leftOut */
function withBlocks({ around, blocks }, leftOut) {
  const count = Math.max(blocks.length, ...leftOut.map(({ block }) => (block ?? -1) + 1));
  return { ...around, blocks: Array.from({ length: count }, (_, i) => withHeads(blocks[i] ?? {})) };
}

/** @param {Tensors} block */
function withHeads(block) {
  const heads = block.weights?.length;
  if (!heads) return block;
  const { visible, scores } = /** @type {Record<string, Float32Array[][] | undefined>} */ (block);
  const seen = visible?.map((rows) => rows.map(booleans));
  const existing = scores?.map((rows) => rows.map((row, query) => whereSeen(row, seen?.[0]?.[query] ?? [])));
  const pieces = PIECES.flatMap(([whole = '', name = '']) => (block[whole] && !block[name] ? [[name, piecesOf(/** @type {Float32Array[]} */ (block[whole]), heads)]] : []));
  return { ...block, ...(seen && { visible: seen }), ...(existing && { scores: existing }), ...Object.fromEntries(pieces) };
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
