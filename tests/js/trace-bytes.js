/** The bytes of a trace's file, put together by the format's own description. */

const SIZES = { F32: 4, F64: 8, I32: 4, BOOL: 1 };

/** @typedef {Record<string, {dtype: 'F32' | 'F64' | 'I32' | 'BOOL', shape: number[], values: number[]}>} Tensors */

/**
 * @param {object} document @param {Tensors} tensors
 * @param {number} [padding] spaces after the header, so that numbers may lie anywhere
 */
export function file(document, tensors, padding = 0) {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { dtype, shape, values }]) => {
    const from = end;
    end += SIZES[dtype] * values.length;
    return [name, { dtype, shape, data_offsets: [from, end] }];
  });
  const header = new TextEncoder().encode(JSON.stringify({ __metadata__: { document: JSON.stringify(document) }, ...Object.fromEntries(entries) }) + ' '.repeat(padding));
  const bytes = new ArrayBuffer(8 + header.length + end);
  const view = new DataView(bytes);
  view.setBigUint64(0, BigInt(header.length), true);
  new Uint8Array(bytes).set(header, 8);
  let at = 8 + header.length;
  for (const { dtype, values } of Object.values(tensors)) {
    for (const value of values) {
      if (dtype === 'F32') view.setFloat32(at, value, true);
      else if (dtype === 'F64') view.setFloat64(at, value, true);
      else if (dtype === 'I32') view.setInt32(at, value, true);
      else view.setUint8(at, value);
      at += SIZES[dtype];
    }
  }
  return bytes;
}

/**
 * A trace of one record as the files that a first answer and a later slice bring: the second has the last block alone.
 * @param {import('../../static/js/types.js').Trace} trace
 */
export function filesOf({ records: [record], ...around }) {
  if (!record) throw new Error('no record');
  const { tensors: { blocks, ...outside }, ...said } = record;
  /** @param {object} group @param {string} under */
  const named = (group, under) => Object.fromEntries(Object.entries(group).filter(([name]) => !DERIVED.includes(name)).map(([name, values]) => [`records.0.${under}${name}`, packed(name, values)]));
  const last = blocks.length - 1;
  const inBlocks = blocks.map((block, b) => named(block, `blocks.${b}.`));
  const document = { ...around, records: [{ ...said, left_out: [{ name: 'norm1', block: last, shape: [] }] }] };
  return [file(document, Object.assign(named(outside, ''), ...inBlocks.slice(0, last))), file(document, inBlocks[last] ?? {})];
}

/** Pieces of others, which no file has. */
const DERIVED = ['q_heads', 'k_heads', 'v_heads', 'mixtures'];

/** @param {string} name @param {any} values nested; null where there is none @returns {Tensors[string]} */
function packed(name, values) {
  const shape = [];
  for (let part = values; Array.isArray(part); part = part[0]) shape.push(part.length);
  return { dtype: name === 'visible' ? 'BOOL' : 'F64', shape, values: values.flat(shape.length).map((/** @type {number | boolean | null} */ value) => (value === null ? NaN : Number(value))) };
}
