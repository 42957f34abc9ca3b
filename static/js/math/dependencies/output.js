/**
 * Stages 5 and 6 in the dependency table, step by step as the ladder shows
 * them. The model itself takes the loss straight from the shifted logits; no
 * tensor stores what lies between.
 */
import { term } from './terms.js';

/** @typedef {import('./terms.js').Place} Place */
/** @typedef {import('./terms.js').Context} Context */

/** @param {Place} place @param {Context} context */
const target = (place, { trace }) => trace.records[place.record]?.targets[place.t ?? -1] ?? -1;

/** @type {import('./terms.js').Entry[]} */
export const OUTPUT = [
  {
    name: 'logits',
    scope: 'record',
    axes: ['t', 'v'],
    formula: 'affine',
    once: [term('parameters.lm_bias', ['v'], 'bias')],
    each: [term('final_norm', ['t', 'i'], 'row'), term('parameters.lm_head', ['i', 'v'], 'weight')],
    over: ['i'],
  },
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
