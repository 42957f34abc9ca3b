/**
 * The one table that says what each number of the picture is computed from.
 * Panel, highlights, trail, short forms and tests read it; nothing else knows.
 */
import { ATTENTION } from './attention.js';
import { EMBEDDING } from './embedding.js';
import { GRADIENTS } from './gradients/table.js';
import { NORMS } from './norms.js';
import { OUTPUT } from './output.js';
import { isGradient, isPerBlock, isShared, onceForEachName, sizeOf, term, withoutBlock } from './terms.js';
import { TRANSFORM } from './transform.js';

/**
 * @typedef {import('./terms.js').Entry} Entry
 * @typedef {import('./terms.js').Place} Place
 * @typedef {import('./terms.js').Context} Context
 * @typedef {import('../../types.js').NumberRef} NumberRef
 */

/** The mean runs over all records, and in each over all its positions. @type {Entry} */
const MEAN_LOSS = { name: 'mean_loss', scope: 'batch', axes: [], formula: 'mean', once: [], each: [term('loss', ['t'], 'loss')], over: ['r', 't'] };

/** @type {readonly Entry[]} */
export const TABLE = [...EMBEDDING, ...NORMS, ...ATTENTION, ...TRANSFORM, ...OUTPUT, MEAN_LOSS];

/** @type {Map<string, Entry[]>} */
const byName = new Map();
for (const entry of [...TABLE, ...GRADIENTS]) byName.set(entry.name, [...(byName.get(entry.name) ?? []), entry]);

/** Numbers that come from no other: what a person typed, the place itself, a setting, and where the way back begins. */
const LEAVES = new Set(['ids', 'position', 'candidate', 'scored_events', '∂mean_loss', 'config.norm_epsilon', 'config.head_width', 'config.mask']);

/** Whether there are numbers of this name. */
export const isKnown = onceForEachName((name) => byName.has(withoutBlock(name).name) || LEAVES.has(name) || name.startsWith('parameters.'));

/** All that a number may be used in: the way back, only when its gradients were asked for. @param {string} name @param {Context} context */
export function entriesFor(name, { gradients }) {
  return gradients || isGradient(name) ? [...TABLE, ...GRADIENTS] : TABLE;
}

/**
 * A reference that says everything: record and block where its tensor has them, and nothing else.
 * @param {NumberRef} ref @param {Context} context @returns {NumberRef}
 */
export function completed({ name, index, record, block }, context) {
  if (isShared(name)) return { name, index };
  const own = { name, record: record ?? context.record, index };
  return isPerBlock(name) ? { ...own, block: block ?? context.block } : own;
}

/** The same text for the same number only. @param {NumberRef} ref a completed one */
export function keyOf({ name, record, block, index }) {
  return `${name}|${record ?? ''}|${block ?? ''}|${index.join()}`;
}

/**
 * How a number is computed, and what the letters stand for in it.
 * @param {NumberRef} ref a completed one
 * @param {Context} context
 * @returns {{entry: Entry, place: Place} | null} null for a leaf, and where there is no such number
 */
export function entryOf(ref, context) {
  const { name, block } = withoutBlock(ref.name);
  for (const entry of byName.get(name) ?? []) {
    /** @type {Place} */
    const place = { record: ref.record ?? context.record, block: block ?? ref.block ?? context.block };
    entry.axes.forEach((letter, i) => (place[letter] = ref.index[i]));
    if (!isInside(entry, ref, place, context)) return null;
    if (!entry.when || entry.when(place, context)) return { entry, place };
  }
  return null;
}

/** @param {Entry} entry @param {NumberRef} ref @param {Place} place @param {Context} context */
function isInside(entry, { index }, place, context) {
  const record = context.trace.records[place.record];
  if (index.length !== entry.axes.length || (entry.scope !== 'batch' && !record)) return false;
  if (entry.scope.endsWith('block') && !record?.tensors.blocks[place.block]) return false;
  return entry.axes.every((letter) => {
    const at = place[letter] ?? -1;
    return Number.isInteger(at) && at >= 0 && at < sizeOf(letter, place, context);
  });
}
