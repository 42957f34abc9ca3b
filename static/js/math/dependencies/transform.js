/** Stage 4 in the dependency table: both residual sums, and the FFN between them. */
import { term } from './terms.js';

/** @type {import('./terms.js').Entry[]} */
export const TRANSFORM = [
  {
    name: 'residual1',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'add',
    once: [term('block_input', ['t', 'c'], 'kept'), term('attention_output', ['t', 'c'], 'added')],
    each: [],
  },
  {
    name: 'ffn_linear',
    scope: 'block',
    axes: ['t', 'f'],
    formula: 'affine',
    once: [term('parameters.block.b1', ['f'], 'bias')],
    each: [term('norm2', ['t', 'i'], 'row'), term('parameters.block.w1', ['i', 'f'], 'weight')],
    over: ['i'],
  },
  { name: 'ffn_relu', scope: 'block', axes: ['t', 'f'], formula: 'relu', once: [term('ffn_linear', ['t', 'f'], 'x')], each: [] },
  {
    name: 'ffn_output',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'affine',
    once: [term('parameters.block.b2', ['c'], 'bias')],
    each: [term('ffn_relu', ['t', 'f'], 'row'), term('parameters.block.w2', ['f', 'c'], 'weight')],
    over: ['f'],
  },
  {
    name: 'block_output',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'add',
    once: [term('residual1', ['t', 'c'], 'kept'), term('ffn_output', ['t', 'c'], 'added')],
    each: [],
  },
];
