/** Through stage 2: the sum hands its gradient on to both rows; a position's row is every record's. */
import { term } from '../terms.js';

const FIRST = () => 0;

/** Whether a record is long enough to have the slot. @type {NonNullable<import('../terms.js').Entry['among']>} */
export const isInRecord = ({ r = 0, t, p }, { trace }) => /** @type {number} */ (t ?? p) < (trace.records[r]?.valid_count ?? 0);

/** @type {import('../terms.js').Entry[]} */
export const EMBEDDING_GRADIENTS = [
  { name: '∂token_embedding', scope: 'record', axes: ['t', 'c'], formula: 'copy', once: [term('∂block_input', ['t', 'c'], 'ofSum', FIRST)], each: [] },
  {
    name: '∂position_embedding',
    scope: 'record',
    axes: ['t', 'c'],
    formula: 'sum',
    once: [],
    each: [term('∂block_input', ['t', 'c'], 'slope', FIRST)],
    over: ['r'],
    among: isInRecord,
  },
];
