/**
 * Through stage 3: output matrix, mixtures, softmax, scores, and the three
 * projections. What the mask cut off on the way there is cut off on the way back.
 */
import { headOf, inRow, maskedKey, withinHead } from '../attention.js';
import { isVisible, term } from '../terms.js';

/** @typedef {import('../terms.js').Entry} Entry */

const LETTERS = /** @type {const} */ (['q', 'k', 'v']);

/** @param {'q' | 'k' | 'v'} letter @returns {Entry[]} */
function projection(letter) {
  return [
    {
      name: `∂${letter}_projection`,
      scope: 'block',
      axes: ['t', 'c'],
      formula: 'copy',
      once: [term(`∂${letter}_heads`, [headOf, 't', withinHead], 'part')],
      each: [],
    },
    {
      name: `∂norm1.${letter}`,
      scope: 'block',
      axes: ['t', 'i'],
      formula: 'dot',
      once: [],
      each: [term(`∂${letter}_projection`, ['t', 'c'], 'slope'), term(`parameters.block.w${letter}`, ['i', 'c'], 'weight')],
      over: ['c'],
    },
  ];
}

/** @type {Entry[]} */
const FROM_OUTPUT_TO_SCORES = [
  { name: '∂attention_output', scope: 'block', axes: ['t', 'c'], formula: 'copy', once: [term('∂residual1', ['t', 'c'], 'ofSum')], each: [] },
  {
    name: '∂joined',
    scope: 'block',
    axes: ['t', 'i'],
    formula: 'dot',
    once: [],
    each: [term('∂attention_output', ['t', 'c'], 'slope'), term('parameters.block.wo', ['i', 'c'], 'weight')],
    over: ['c'],
  },
  { name: '∂mixtures', scope: 'block', axes: ['h', 't', 'j'], formula: 'copy', once: [term('∂joined', ['t', inRow], 'part')], each: [] },
  {
    name: '∂weights',
    scope: 'block',
    axes: ['h', 't', 's'],
    formula: 'dot',
    once: [],
    each: [term('∂mixtures', ['h', 't', 'j'], 'slope'), term('v_heads', ['h', 's', 'j'], 'value')],
    over: ['j'],
  },
  {
    name: '∂weights.mean',
    scope: 'block',
    axes: ['h', 't'],
    formula: 'dot',
    once: [],
    each: [term('weights', ['h', 't', 's'], 'weight'), term('∂weights', ['h', 't', 's'], 'slope')],
    over: ['s'],
    cut: maskedKey,
  },
  {
    name: '∂scores',
    scope: 'block',
    axes: ['h', 't', 'k'],
    formula: 'push',
    once: [term('weights', ['h', 't', 'k'], 'share'), term('∂weights', ['h', 't', 'k'], 'ofWeight'), term('∂weights.mean', ['h', 't'], 'meanOfRow')],
    each: [],
    cut: (place, context) => !isVisible(place, 'k', context),
    absent: (place, context) => !isVisible(place, 'k', context),
  },
  {
    name: '∂q·k',
    scope: 'block',
    axes: ['h', 't', 's'],
    formula: 'scaled',
    once: [term('∂scores', ['h', 't', 's'], 'ofScore'), term('config.head_width', [], 'width')],
    each: [],
    cut: maskedKey,
    absent: maskedKey,
  },
];

/** A query's row reads keys, a key's and a value's row is read by queries. @type {Entry[]} */
const HEADS = [
  {
    name: '∂q_heads',
    scope: 'block',
    axes: ['h', 't', 'j'],
    formula: 'dot',
    once: [],
    each: [term('∂q·k', ['h', 't', 's'], 'slope'), term('k_heads', ['h', 's', 'j'], 'key')],
    over: ['s'],
    cut: maskedKey,
  },
  {
    name: '∂k_heads',
    scope: 'block',
    axes: ['h', 's', 'j'],
    formula: 'dot',
    once: [],
    each: [term('∂q·k', ['h', 't', 's'], 'slope'), term('q_heads', ['h', 't', 'j'], 'query')],
    over: ['t'],
    cut: maskedKey,
  },
  {
    name: '∂v_heads',
    scope: 'block',
    axes: ['h', 's', 'j'],
    formula: 'dot',
    once: [],
    each: [term('weights', ['h', 't', 's'], 'weight'), term('∂mixtures', ['h', 't', 'j'], 'slope')],
    over: ['t'],
    cut: maskedKey,
  },
];

/** @type {Entry[]} */
export const ATTENTION_GRADIENTS = [
  ...FROM_OUTPUT_TO_SCORES,
  ...HEADS,
  ...LETTERS.flatMap(projection),
  {
    name: '∂norm1',
    scope: 'block',
    axes: ['t', 'i'],
    formula: 'add',
    once: LETTERS.map((letter) => term(`∂norm1.${letter}`, ['t', 'i'], `through_${letter}`)),
    each: [],
  },
  {
    name: '∂block_input',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'add',
    once: [term('∂residual1', ['t', 'c'], 'straight'), term('∂norm1.input', ['t', 'c'], 'throughNorm')],
    each: [],
  },
];
