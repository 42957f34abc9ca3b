/** Stage 4 in the dependency table: both residual sums, and the FFN between them. */
import { term } from './terms.js';
import { activationIn, product } from './variants.js';

/** @typedef {import('./terms.js').Entry} Entry */

/** @param {string} activation @param {Entry['formula']} formula @returns {Entry} */
const activated = (activation, formula) => ({
  name: 'ffn_relu', // so called whichever it is
  scope: 'block',
  axes: ['t', 'f'],
  formula,
  when: (_, context) => activationIn(context) === activation,
  once: [term('ffn_linear', ['t', 'f'], 'x')],
  each: [],
});

/** @type {Entry[]} */
export const TRANSFORM = [
  {
    name: 'residual1',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'add',
    once: [term('block_input', ['t', 'c'], 'kept'), term('attention_output', ['t', 'c'], 'added')],
    each: [],
  },
  ...product(
    {
      name: 'ffn_linear',
      scope: 'block',
      axes: ['t', 'f'],
      each: [term('norm2', ['t', 'i'], 'row'), term('parameters.block.w1', ['i', 'f'], 'weight')],
      over: ['i'],
    },
    'ffn_bias', term('parameters.block.b1', ['f'], 'bias'),
  ),
  activated('relu', 'relu'),
  activated('gelu', 'gelu'),
  activated('gelu_tanh', 'geluTanh'),
  ...product(
    {
      name: 'ffn_output',
      scope: 'block',
      axes: ['t', 'c'],
      each: [term('ffn_relu', ['t', 'f'], 'row'), term('parameters.block.w2', ['f', 'c'], 'weight')],
      over: ['f'],
    },
    'ffn_bias', term('parameters.block.b2', ['c'], 'bias'),
  ),
  {
    name: 'block_output',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'add',
    once: [term('residual1', ['t', 'c'], 'kept'), term('ffn_output', ['t', 'c'], 'added')],
    each: [],
  },
];
