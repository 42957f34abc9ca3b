/** Stages 1 and 2 in the dependency table: targets, the rows of both tables, and their sum. */
import { term } from './terms.js';

/** @typedef {import('./terms.js').Entry} Entry */
/** @typedef {import('./terms.js').Place} Place */
/** @typedef {import('./terms.js').Context} Context */

/** @param {Place} place @param {Context} context */
export const idThere = (place, { trace }) => trace.records[place.record]?.ids[place.t ?? -1] ?? -1;
/** @param {Place} place */
const next = (place) => (place.t ?? -1) + 1;

/** @type {Entry[]} */
export const EMBEDDING = [
  {
    name: 'targets',
    scope: 'record',
    axes: ['t'],
    formula: 'copy',
    // Behind the last token nothing stands: its target is the end sign, which comes from nowhere.
    when: (place, { trace }) => next(place) < (trace.records[place.record]?.valid_count ?? 0),
    once: [term('ids', [next], 'id')],
    each: [],
  },
  {
    name: 'token_embedding',
    scope: 'record',
    axes: ['t', 'c'],
    formula: 'copy',
    once: [term('ids', ['t'], 'id'), term('parameters.token_embedding', [idThere, 'c'], 'entry')],
    each: [],
  },
  {
    name: 'position_embedding',
    scope: 'record',
    axes: ['t', 'c'],
    formula: 'copy',
    once: [term('parameters.position_embedding', ['t', 'c'], 'entry')],
    each: [],
  },
  {
    name: 'block_input',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'add',
    when: ({ block }) => block === 0,
    once: [term('token_embedding', ['t', 'c'], 'token'), term('position_embedding', ['t', 'c'], 'position')],
    each: [],
  },
  {
    name: 'block_input',
    scope: 'block',
    axes: ['t', 'c'],
    formula: 'copy',
    when: ({ block }) => block > 0,
    once: [term('block_output', ['t', 'c'], 'before', ({ block }) => block - 1)],
    each: [],
  },
];
