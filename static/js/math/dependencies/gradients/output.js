/** Where the way back begins: the mean loss, each loss, softmax less one-hot, and through the LM head. */
import { term } from '../terms.js';
import { having, lacking } from '../variants.js';

/** @typedef {import('../terms.js').Place} Place */
/** @typedef {import('../terms.js').Context} Context */

/** @param {Place} place @param {Context} context */
const isUnscored = (place, { trace }) => (trace.records[place.record]?.targets[place.t ?? -1] ?? -1) < 0;
/** @param {Place} place @param {Context} context */
const isScored = (place, context) => !isUnscored(place, context);

/** @param {import('../terms.js').Term} weight of the output matrix @param {import('../terms.js').Entry['when']} when @returns {import('../terms.js').Entry} */
const throughHead = (weight, when) => ({
  name: '∂final_norm',
  scope: 'record',
  axes: ['t', 'i'],
  formula: 'dot',
  when,
  once: [],
  each: [term('∂logits', ['t', 'v'], 'slope'), weight],
  over: ['v'],
});

/** @type {import('../terms.js').Entry[]} */
export const OUTPUT_GRADIENTS = [
  {
    name: '∂loss',
    scope: 'record',
    axes: ['t'],
    formula: 'share',
    once: [term('∂mean_loss', [], 'begin'), term('scored_events', [], 'count')],
    each: [],
    absent: isUnscored,
  },
  {
    name: 'one_hot',
    scope: 'record',
    axes: ['t', 'v'],
    formula: 'equal',
    once: [term('candidate', ['v'], 'candidate'), term('targets', ['t'], 'target')],
    each: [],
  },
  {
    name: '∂logits',
    scope: 'record',
    axes: ['t', 'v'],
    formula: 'excess',
    when: isScored,
    once: [term('probability', ['t', 'v'], 'probability'), term('one_hot', ['t', 'v'], 'oneHot'), term('∂loss', ['t'], 'ofLoss')],
    each: [],
  },
  { name: '∂logits', scope: 'record', axes: ['t', 'v'], formula: 'unscored', when: isUnscored, once: [term('targets', ['t'], 'target')], each: [] },
  throughHead(term('parameters.lm_head', ['i', 'v'], 'weight'), lacking('tied_head')),
  throughHead(term('parameters.token_embedding', ['v', 'i'], 'weight'), having('tied_head')),
];
