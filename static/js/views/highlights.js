/**
 * What feeds the number whose derivation is open, for every picture to mark
 * where it shows it. Pure; read from the dependency table alone.
 */
import { operands } from '../math/dependencies/derivation.js';
import { completed } from '../math/dependencies/table.js';
import { onceForEachName } from '../math/dependencies/terms.js';
import { shownIndex } from '../state/shown.js';
import { contextOf } from './derivation-context.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 *
 * @typedef {object} Highlights a new one only where something else feeds the number
 * @property {readonly NumberRef[]} refs of the record on show, and of no record's own
 * @property {(row: NumberRef) => ReadonlySet<number>} inRow which numbers of a row feed it; a row's index lacks the last place
 * @property {(ref: NumberRef) => boolean} has
 */

/** @type {ReadonlySet<number>} */
const NONE = new Set();

/** @type {Highlights} */
const NOTHING = { refs: [], inRow: () => NONE, has: () => false };

/** @type {{inputs: unknown[], found: Highlights}} */
let latest = { inputs: [], found: NOTHING };

/** @param {State} state @returns {Highlights} */
export function highlights(state) {
  const of = state.trail.at(-1);
  const context = contextOf(state);
  if (!of || !context) return NOTHING;
  const inputs = [of, context];
  if (inputs.every((input, i) => input === latest.inputs[i])) return latest.found;
  const shown = shownIndex(state);
  const all = operands(of, context).flatMap(({ cut, ref }) => (cut ? [] : [ref]));
  const refs = all.filter((ref) => ref.record === undefined || ref.record === shown);
  const rows = rowsByTensor(all);
  /** @param {NumberRef} ref @param {number[]} index */
  const row = (ref, index) => {
    const whole = { ...completed(ref, context), index };
    return rows(whole.name).get(rowKey(whole)) ?? NONE;
  };
  latest = {
    inputs,
    found: {
      refs,
      inRow: (ref) => row(ref, ref.index),
      has: (ref) => row(ref, ref.index.slice(0, -1)).has(ref.index.at(-1) ?? -1),
    },
  };
  return latest.found;
}

/**
 * Each tensor's rows are made when first asked for: a column of a matrix is as many rows as it has numbers.
 * @param {readonly NumberRef[]} refs @returns {(name: string) => Map<string, Set<number>>}
 */
function rowsByTensor(refs) {
  /** @type {Map<string, NumberRef[]>} */
  const tensors = new Map();
  for (const ref of refs) {
    const known = tensors.get(ref.name);
    if (known) known.push(ref);
    else tensors.set(ref.name, [ref]);
  }
  return onceForEachName((name) => byRow(tensors.get(name) ?? []));
}

/** @param {readonly NumberRef[]} refs @returns {Map<string, Set<number>>} last places of the index, by the rest of it */
function byRow(refs) {
  /** @type {Map<string, Set<number>>} */
  const rows = new Map();
  for (const ref of refs) {
    const key = rowKey({ ...ref, index: ref.index.slice(0, -1) });
    const places = rows.get(key) ?? new Set();
    rows.set(key, places.add(ref.index.at(-1) ?? -1));
  }
  return rows;
}

/** @param {NumberRef} ref */
function rowKey({ name, record, block, index }) {
  return `${name}|${record ?? ''}|${block ?? ''}|${index.join()}`;
}
