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

/** Most of it is made when somebody looks: of a keystroke's trace few look at every head. @param {Tensors} block */
function withHeads(block) {
  const heads = block.weights?.length;
  if (!heads) return block;
  const whole = /** @type {Record<string, unknown>} */ ({ ...block });
  const { visible, scores } = /** @type {Record<string, Float32Array[][] | undefined>} */ (block);
  const seen = visible && seenByHeads(visible);
  if (seen) whole.visible = seen;
  if (scores) lazily(whole, 'scores', () => scores.map((rows, head) => rows.map((row, query) => whereSeen(row, (seen?.[head] ?? seen?.[0])?.[query] ?? []))));
  for (const [of = '', name = ''] of PIECES) {
    const rows = block[of];
    if (rows && !block[name]) lazily(whole, name, () => piecesOf(/** @type {Float32Array[]} */ (rows), heads));
  }
  return /** @type {Tensors} */ (whole);
}

/** @param {Record<string, unknown>} tensors @param {string} name @param {() => unknown} make called once */
function lazily(tensors, name, make) {
  const is = { configurable: true, enumerable: true };
  Object.defineProperty(tensors, name, {
    ...is,
    get() {
      const value = make();
      Object.defineProperty(tensors, name, { ...is, value });
      return value;
    },
  });
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
