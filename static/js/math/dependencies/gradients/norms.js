/**
 * Through the three norms. Each row's mean and spread depend on the whole row:
 * shifting it all, or stretching it along itself, changes nothing behind the
 * norm, so those two parts are taken out of what comes back.
 */
import { lastBlock } from '../norms.js';
import { term } from '../terms.js';

/** @typedef {import('../terms.js').Entry} Entry */
/** @typedef {import('../terms.js').Term} Term */

/**
 * @param {string} name @param {Entry['scope']} scope @param {string} from the tensor whose rows it reads
 * @param {string} scale the parameter @param {Term['block']} [block] of `from`
 * @returns {Entry[]}
 */
function norm(name, scope, from, scale, block) {
  const spread = [term(`${name}.variance`, ['t'], 'variance'), term('config.norm_epsilon', [], 'epsilon')];
  return [
    {
      name: `${name}.unit`,
      scope,
      axes: ['t', 'c'],
      formula: 'standardised',
      once: [term(from, ['t', 'c'], 'x', block), term(`${name}.mean`, ['t'], 'mean'), ...spread],
      each: [],
    },
    {
      name: `∂${name}.unit`,
      scope,
      axes: ['t', 'c'],
      formula: 'product',
      once: [term(`∂${name}`, ['t', 'c'], 'onward'), term(scale, ['c'], 'scale')],
      each: [],
    },
    { name: `∂${name}.shift`, scope, axes: ['t'], formula: 'mean', once: [], each: [term(`∂${name}.unit`, ['t', 'i'], 'slope')], over: ['i'] },
    {
      name: `∂${name}.stretch`,
      scope,
      axes: ['t'],
      formula: 'meanProduct',
      once: [],
      each: [term(`∂${name}.unit`, ['t', 'i'], 'slope'), term(`${name}.unit`, ['t', 'i'], 'unit')],
      over: ['i'],
    },
    {
      name: `∂${name}.input`,
      scope,
      axes: ['t', 'c'],
      formula: 'freed',
      once: [
        term(`∂${name}.unit`, ['t', 'c'], 'ofUnit'),
        term(`∂${name}.shift`, ['t'], 'shift'),
        term(`${name}.unit`, ['t', 'c'], 'unit'),
        term(`∂${name}.stretch`, ['t'], 'stretch'),
        ...spread,
      ],
      each: [],
    },
  ];
}

/** @type {Entry[]} */
export const NORM_GRADIENTS = [
  ...norm('final_norm', 'record', 'block_output', 'parameters.final_norm.scale', lastBlock),
  ...norm('norm2', 'block', 'residual1', 'parameters.block.norm2.scale'),
  ...norm('norm1', 'block', 'block_input', 'parameters.block.norm1.scale'),
];
