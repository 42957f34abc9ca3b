/** The three norms in the dependency table, with the mean and the variance they divide by. */
import { term } from './terms.js';
import { having, lacking } from './variants.js';

/** @typedef {import('./terms.js').Entry} Entry */
/** @typedef {import('./terms.js').Term} Term */

/** @type {NonNullable<Term['block']>} */
export const lastBlock = (place, { trace }) => (trace.records[place.record]?.tensors.blocks.length ?? 0) - 1;

/**
 * @param {string} name @param {Entry['scope']} scope @param {string} from the tensor whose rows it reads
 * @param {string} parameters before the names of its own @param {Term['block']} [block] of `from`
 * @returns {Entry[]}
 */
function norm(name, scope, from, parameters, block) {
  const row = term(from, ['t', 'i'], 'x', block);
  /** @type {Entry} */
  const scaled = {
    name,
    scope,
    axes: ['t', 'c'],
    formula: 'norm',
    once: [
      term(from, ['t', 'c'], 'x', block),
      term(`${name}.mean`, ['t'], 'mean'),
      term(`${name}.variance`, ['t'], 'variance'),
      term('config.norm_epsilon', [], 'epsilon'),
      term(`${parameters}.scale`, ['c'], 'scale'),
    ],
    each: [],
  };
  return [
    { name: `${name}.mean`, scope, axes: ['t'], formula: 'mean', once: [], each: [row], over: ['i'] },
    { name: `${name}.variance`, scope, axes: ['t'], formula: 'variance', once: [term(`${name}.mean`, ['t'], 'mean')], each: [row], over: ['i'] },
    { ...scaled, once: [...scaled.once, term(`${parameters}.offset`, ['c'], 'offset')], when: having('norm_bias') },
    { ...scaled, when: lacking('norm_bias') },
  ];
}

/** @type {Entry[]} */
export const NORMS = [
  ...norm('norm1', 'block', 'block_input', 'parameters.block.norm1'),
  ...norm('norm2', 'block', 'residual1', 'parameters.block.norm2'),
  ...norm('final_norm', 'record', 'block_output', 'parameters.final_norm', lastBlock),
];
