/**
 * What the position's table holds, row by row: the rows of Table 20.4, and each
 * head's scores and weights as in Table 20.5. Reads the state; draws nothing.
 */
import { wordsOf } from '../i18n/all.js';
import { inBlock, rowOf, tensorOf, TABLE_ROWS } from '../math/rows.js';
import { activationLabel } from './activation-label.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 *
 * @typedef {object} Line what one row of the table shows
 * @property {string} key tensor, and the head where it has one
 * @property {string} label
 * @property {string} code
 * @property {readonly (number | null)[]} values null where masked
 * @property {NumberRef} ref of the row; a value's own index adds its place
 * @property {boolean} share whether values are weights
 */

const HEAD_TENSORS = ['scores', 'weights'];

/** @param {State} state @param {import('../types.js').TracedRecord} record @returns {Line[]} */
export function representations(state, record) {
  const { tensors } = wordsOf(state).detail;
  return TABLE_ROWS.map((name) => ({
    key: name,
    label: name === 'ffn_relu' ? activationLabel(state) : labelOf(tensors, name),
    code: name,
    values: rowOf(record.tensors, name, state.block, state.pos),
    ref: { name, ...(inBlock(name) && { block: state.block }), index: [state.pos] },
    share: false,
  }));
}

/** @param {State} state @param {import('../types.js').TracedRecord} record @returns {Line[]} */
export function attention(state, record) {
  const { tensors, table } = wordsOf(state).detail;
  const visible = record.tensors.blocks[state.block]?.visible[0]?.[state.pos] ?? [];
  return HEAD_TENSORS.flatMap((name) => {
    const heads = /** @type {(number | null)[][][]} */ (tensorOf(record.tensors, name, state.block) ?? []);
    return heads.map((rows, head) => ({
      key: `${name}.${head}`,
      label: table.head(labelOf(tensors, name), head),
      code: `${name}[${head}]`,
      // A row that a file brought can hold numbers alone.
      values: Array.from(rows[state.pos] ?? [], (value, key) => (visible[key] ? value : null)),
      ref: { name, block: state.block, index: [head, state.pos] },
      share: name === 'weights',
    }));
  });
}

/** @param {Record<string, {label: string}>} tensors @param {string} name */
function labelOf(tensors, name) {
  return tensors[name]?.label ?? name;
}

/** @param {Line} line @param {NumberRef | null} number @returns {number} -1 when another number is read */
export function currentPlace(line, number) {
  if (!number || number.name !== line.ref.name || number.block !== line.ref.block) return -1;
  if (number.index.length !== line.ref.index.length + 1) return -1;
  return line.ref.index.every((place, i) => place === number.index[i]) ? (number.index.at(-1) ?? -1) : -1;
}

/** @param {Line} line @param {number} place @returns {NumberRef} */
export function valueRef(line, place) {
  return { ...line.ref, index: [...line.ref.index, place] };
}
