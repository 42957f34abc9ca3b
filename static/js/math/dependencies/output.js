/**
 * Stages 5 and 6 in the dependency table, step by step as the ladder shows
 * them. The model itself takes the loss straight from the shifted logits; no
 * tensor stores what lies between.
 */
import { term } from './terms.js';
import { having, lacking, product } from './variants.js';

/** @typedef {import('./terms.js').Place} Place */
/** @typedef {import('./terms.js').Context} Context */

/** @param {Place} place @param {Context} context */
const target = (place, { trace }) => trace.records[place.record]?.targets[place.t ?? -1] ?? -1;

/**
 * @param {import('./terms.js').Term} weight of the output matrix @param {import('./terms.js').Entry['when']} when
 * @returns {import('./terms.js').Entry[]}
 */
function logits(weight, when) {
  const each = [term('final_norm', ['t', 'i'], 'row'), weight];
  return product({ name: 'logits', scope: 'record', axes: ['t', 'v'], each, over: ['i'], when }, 'head_bias', term('parameters.lm_bias', ['v'], 'bias'));
}

/** @type {import('./terms.js').Entry[]} */
export const OUTPUT = [
  ...logits(term('parameters.lm_head', ['i', 'v'], 'weight'), lacking('tied_head')),
  // The token table, read the other way.
  ...logits(term('parameters.token_embedding', ['v', 'i'], 'weight'), having('tied_head')),
  { name: 'max_logit', scope: 'record', axes: ['t'], formula: 'largest', once: [], each: [term('logits', ['t', 'u'], 'logit')], over: ['u'] },
  {
    name: 'shifted_logit',
    scope: 'record',
    axes: ['t', 'v'],
    formula: 'difference',
    once: [term('logits', ['t', 'v'], 'logit'), term('max_logit', ['t'], 'largest')],
    each: [],
  },
  { name: 'exponential', scope: 'record', axes: ['t', 'v'], formula: 'exponential', once: [term('shifted_logit', ['t', 'v'], 'power')], each: [] },
  { name: 'exp_sum', scope: 'record', axes: ['t'], formula: 'sum', once: [], each: [term('exponential', ['t', 'u'], 'exponential')], over: ['u'] },
  {
    name: 'probability',
    scope: 'record',
    axes: ['t', 'v'],
    formula: 'share',
    once: [term('exponential', ['t', 'v'], 'exponential'), term('exp_sum', ['t'], 'whole')],
    each: [],
  },
  {
    name: 'loss',
    scope: 'record',
    axes: ['t'],
    formula: 'surprise',
    once: [term('targets', ['t'], 'target'), term('probability', ['t', target], 'probability')],
    each: [],
  },
];
