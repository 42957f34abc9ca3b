/** Through stage 4: a sum hands its gradient on to both terms, ReLU only where it let the value through, GELU by its slope. */
import { lastBlock } from '../norms.js';
import { term } from '../terms.js';
import { activationIn } from '../variants.js';

/** @typedef {import('../terms.js').Entry} Entry */

/** @param {string} activation @param {Entry['formula']} formula @returns {Entry} */
const slope = (activation, formula) => ({
  name: '∂ffn_linear',
  scope: 'block',
  axes: ['t', 'f'],
  formula,
  when: (_, context) => activationIn(context) === activation,
  once: [term('∂ffn_relu', ['t', 'f'], 'onward'), term('ffn_linear', ['t', 'f'], 'x')],
  each: [],
});

/** @type {Entry[]} */
export const TRANSFORM_GRADIENTS = [
  {
    name: '∂block_output',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'copy',
    when: (place, context) => place.block === lastBlock(place, context),
    once: [term('∂final_norm.input', ['t', 'c'], 'throughNorm')],
    each: [],
  },
  {
    name: '∂block_output',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'copy',
    when: (place, context) => place.block < lastBlock(place, context),
    once: [term('∂block_input', ['t', 'c'], 'after', ({ block }) => block + 1)],
    each: [],
  },
  { name: '∂ffn_output', scope: 'block', axes: ['t', 'c'], formula: 'copy', once: [term('∂block_output', ['t', 'c'], 'ofSum')], each: [] },
  {
    name: '∂ffn_relu',
    scope: 'block',
    axes: ['t', 'f'],
    formula: 'dot',
    once: [],
    each: [term('∂ffn_output', ['t', 'c'], 'slope'), term('parameters.block.w2', ['f', 'c'], 'weight')],
    over: ['c'],
  },
  slope('relu', 'gate'),
  slope('gelu', 'geluSlope'),
  slope('gelu_tanh', 'geluTanhSlope'),
  {
    name: '∂norm2',
    scope: 'block',
    axes: ['t', 'i'],
    formula: 'dot',
    once: [],
    each: [term('∂ffn_linear', ['t', 'f'], 'slope'), term('parameters.block.w1', ['i', 'f'], 'weight')],
    over: ['f'],
  },
  {
    name: '∂residual1',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'add',
    once: [term('∂block_output', ['t', 'c'], 'straight'), term('∂norm2.input', ['t', 'c'], 'throughNorm')],
    each: [],
  },
];
