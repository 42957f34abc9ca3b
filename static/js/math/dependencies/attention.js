/** Stage 3 in the dependency table. The mask cuts terms off here, and nowhere else. */
import { headWidth, isVisible, term } from './terms.js';
import { product } from './variants.js';

/** @typedef {import('./terms.js').Entry} Entry */
/** @typedef {import('./terms.js').Place} Place */
/** @typedef {import('./terms.js').Context} Context */

/** Where a head's coordinate lies in the row of all heads. @param {Place} place @param {Context} context */
export const inRow = (place, context) => (place.h ?? 0) * headWidth(place, context) + (place.j ?? 0);
/** @param {Place} place @param {Context} context */
export const headOf = (place, context) => Math.floor((place.c ?? 0) / headWidth(place, context));
/** @param {Place} place @param {Context} context */
export const withinHead = (place, context) => (place.c ?? 0) % headWidth(place, context);

/** @type {(place: Place, context: Context) => boolean} */
export const maskedKey = (place, context) => !isVisible(place, 's', context);

/** @param {'q' | 'k' | 'v'} letter @returns {Entry[]} */
function projection(letter) {
  return [
    ...product(
      {
        name: `${letter}_projection`,
        scope: 'block',
        axes: ['t', 'c'],
        each: [term('norm1', ['t', 'i'], 'row'), term(`parameters.block.w${letter}`, ['i', 'c'], 'weight')],
        over: ['i'],
      },
      'attention_bias', term(`parameters.block.b${letter}`, ['c'], 'bias'),
    ),
    {
      name: `${letter}_heads`,
      scope: 'block',
      axes: ['h', 't', 'j'],
      formula: 'copy',
      once: [term(`${letter}_projection`, ['t', inRow], 'part')],
      each: [],
    },
  ];
}

/** @type {Entry[]} */
export const ATTENTION = [
  ...projection('q'),
  ...projection('k'),
  ...projection('v'),
  {
    name: 'visible',
    scope: 'block',
    axes: ['o', 't', 's'],
    formula: 'visible',
    once: [term('position', ['s'], 'key'), term('position', ['t'], 'query'), term('config.mask', [], 'mask')],
    each: [],
  },
  {
    name: 'q·k',
    scope: 'block',
    axes: ['h', 't', 's'],
    formula: 'dot',
    once: [],
    each: [term('q_heads', ['h', 't', 'j'], 'query'), term('k_heads', ['h', 's', 'j'], 'key')],
    over: ['j'],
    cut: maskedKey,
    absent: maskedKey,
  },
  {
    name: 'scores',
    scope: 'block',
    axes: ['h', 't', 's'],
    formula: 'scaled',
    once: [term('q·k', ['h', 't', 's'], 'product'), term('config.head_width', [], 'width'), term('visible', [() => 0, 't', 's'], 'visible')],
    each: [],
    cut: maskedKey,
    absent: maskedKey,
  },
  {
    name: 'weights',
    scope: 'block',
    axes: ['h', 't', 'k'],
    formula: 'softmax',
    once: [term('scores', ['h', 't', 'k'], 'own')],
    each: [term('scores', ['h', 't', 's'], 'score')],
    over: ['s'],
    cut: (place, context) => !isVisible(place, place.s === undefined ? 'k' : 's', context),
  },
  {
    name: 'mixtures',
    scope: 'block',
    axes: ['h', 't', 'j'],
    formula: 'dot',
    once: [],
    each: [term('weights', ['h', 't', 's'], 'weight'), term('v_heads', ['h', 's', 'j'], 'value')],
    over: ['s'],
    cut: maskedKey,
  },
  {
    name: 'joined',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'copy',
    once: [term('mixtures', [headOf, 't', withinHead], 'part')],
    each: [],
  },
  ...product(
    {
      name: 'attention_output',
      scope: 'block',
      axes: ['t', 'c'],
      each: [term('joined', ['t', 'i'], 'row'), term('parameters.block.wo', ['i', 'c'], 'weight')],
      over: ['i'],
    },
    'attention_bias', term('parameters.block.bo', ['c'], 'bias'),
  ),
];
