/**
 * The gradient of each parameter: it is used at every position of every record,
 * so what comes back to it is added up over all of them.
 */
import { idThere } from '../embedding.js';
import { term } from '../terms.js';
import { having, lacking } from '../variants.js';
import { isInRecord } from './embedding.js';

/** @typedef {import('../terms.js').Entry} Entry */
/** @typedef {import('../terms.js').Letter} Letter */
/** @typedef {import('../../family.js').Part} Part */

/** @param {string} name @returns {Pick<Entry, 'name' | 'scope' | 'once' | 'over'>} */
function parameter(name) {
  return { name: `∂parameters.${name}`, scope: name.startsWith('block.') ? 'batch block' : 'batch', once: [], over: ['r', 't'] };
}

/** Of x @ w: what went in, times what comes back. @param {string} name @param {string} input @param {Letter} row @param {string} output @param {Letter} column @returns {Entry} */
function matrix(name, input, row, output, column) {
  return { ...parameter(name), axes: [row, column], formula: 'dot', each: [term(input, ['t', row], 'row'), term(`∂${output}`, ['t', column], 'slope')] };
}

/** Of what is added, where the model adds it: what comes back. @param {string} name @param {Part} part @param {string} output @param {Letter} place @returns {Entry} */
function bias(name, part, output, place) {
  return { ...parameter(name), axes: [place], formula: 'sum', when: having(part), each: [term(`∂${output}`, ['t', place], 'slope')] };
}

/** @param {string} name @param {string} output @returns {Entry[]} */
function norm(name, output) {
  const scale = term(`${output}.unit`, ['t', 'c'], 'unit');
  return [
    { ...parameter(`${name}.scale`), axes: ['c'], formula: 'dot', each: [scale, term(`∂${output}`, ['t', 'c'], 'slope')] },
    bias(`${name}.offset`, 'norm_bias', output, 'c'),
  ];
}

/** Every slot that holds the ID. @type {Entry} */
const lookUps = {
  ...parameter('token_embedding'),
  axes: ['v', 'c'],
  formula: 'sum',
  each: [term('∂token_embedding', ['t', 'c'], 'slope')],
  among: (place, context) => idThere({ ...place, record: place.r ?? 0 }, context) === place.v,
};

/** @type {Entry[]} */
export const PARAMETER_GRADIENTS = [
  { ...matrix('lm_head', 'final_norm', 'i', 'logits', 'v'), when: lacking('tied_head') },
  bias('lm_bias', 'head_bias', 'logits', 'v'),
  ...norm('final_norm', 'final_norm'),
  matrix('block.w2', 'ffn_relu', 'f', 'ffn_output', 'c'),
  bias('block.b2', 'ffn_bias', 'ffn_output', 'c'),
  matrix('block.w1', 'norm2', 'i', 'ffn_linear', 'f'),
  bias('block.b1', 'ffn_bias', 'ffn_linear', 'f'),
  ...norm('block.norm2', 'norm2'),
  matrix('block.wo', 'joined', 'i', 'attention_output', 'c'),
  bias('block.bo', 'attention_bias', 'attention_output', 'c'),
  ...['q', 'k', 'v'].flatMap((letter) => [
    matrix(`block.w${letter}`, 'norm1', 'i', `${letter}_projection`, 'c'),
    bias(`block.b${letter}`, 'attention_bias', `${letter}_projection`, 'c'),
  ]),
  ...norm('block.norm1', 'norm1'),
  { ...lookUps, name: '∂parameters.token_embedding', when: lacking('tied_head') },
  // A tied table is used twice: looked up as rows, and multiplied as the head.
  { ...lookUps, name: '∂table.rows', when: having('tied_head') },
  { ...matrix('', 'final_norm', 'c', 'logits', 'v'), name: '∂table.head', axes: ['v', 'c'], when: having('tied_head') },
  {
    name: '∂parameters.token_embedding',
    scope: 'batch',
    axes: ['v', 'c'],
    formula: 'add',
    when: having('tied_head'),
    once: [term('∂table.rows', ['v', 'c'], 'asRows'), term('∂table.head', ['v', 'c'], 'asHead')],
    each: [],
  },
  {
    ...parameter('position_embedding'),
    axes: ['p', 'c'],
    formula: 'sum',
    each: [term('∂block_input', ['p', 'c'], 'slope', () => 0)],
    over: ['r'],
    among: isInRecord,
  },
];
