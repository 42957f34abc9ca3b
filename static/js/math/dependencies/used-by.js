/**
 * The dependency table read backwards: what is computed from a number. Letters
 * that the number's own index settles are set; the rest are tried, and each
 * trial is checked forwards, so that both directions cannot disagree.
 */
import { completed, entriesFor, keyOf } from './table.js';
import { isCut, refOf, sizeOf, withBlock, withoutBlock } from './terms.js';

/**
 * @typedef {import('./terms.js').Context} Context
 * @typedef {import('./terms.js').Entry} Entry
 * @typedef {import('./terms.js').Term} Term
 * @typedef {import('./terms.js').Place} Place
 * @typedef {import('../../types.js').NumberRef} NumberRef
 */

/**
 * @param {NumberRef} of
 * @param {Context} context
 * @returns {NumberRef[]} completed, in pipeline order, each once
 */
export function usedBy(of, context) {
  const ref = completed(of, context);
  /** @type {Map<string, NumberRef>} */
  const found = new Map();
  for (const entry of entriesFor(ref.name, context)) {
    const terms = new Set([...entry.once, ...entry.each]);
    for (const term of terms) {
      if (!isNamed(term, ref.name)) continue;
      for (const user of usersIn(entry, term, ref, context)) found.set(keyOf(user), user);
    }
  }
  return [...found.values()];
}

/** @param {Term} term @param {string} wanted */
function isNamed({ name }, wanted) {
  return name === wanted || name === withoutBlock(wanted).name;
}

/** @param {Entry} entry @param {Term} term @param {NumberRef} ref @param {Context} context @returns {NumberRef[]} */
function usersIn(entry, term, ref, context) {
  const wanted = keyOf(ref);
  return startingPlaces(entry, term, ref, context)
    .flatMap((start) => tried(entry, term, start, context))
    .filter((place) => isStanding(entry, term, place, wanted, context))
    .map((place) => userAt(entry, place, context));
}

/**
 * Records and blocks to look in, with the letters that the index settles.
 * @param {Entry} entry @param {Term} term @param {NumberRef} ref @param {Context} context @returns {Place[]}
 */
function startingPlaces({ scope, over }, term, ref, context) {
  const { records } = context.trace;
  const isOverRecords = over?.includes('r') === true;
  const own = ref.record === undefined || isOverRecords ? records.map((_, record) => record) : [ref.record];
  const blocks = scope.endsWith('block') ? (records[0]?.tensors.blocks.map((_, block) => block) ?? []) : [context.block];
  return (scope.startsWith('batch') ? own.slice(0, 1) : own).flatMap((record) =>
    blocks.flatMap((block) => {
      /** @type {Place} */
      const place = { record, block, ...(isOverRecords && ref.record !== undefined && { r: ref.record }) };
      for (const [i, at] of term.at.entries()) {
        if (typeof at !== 'string') continue;
        if (place[at] !== undefined && place[at] !== ref.index[i]) return [];
        place[at] = ref.index[i];
      }
      return [place];
    }),
  );
}

/** @param {Entry} entry @param {Term} term @param {Place} start @param {Context} context @returns {Place[]} */
function tried({ axes, each, over = [] }, term, start, context) {
  let all = [start];
  for (const letter of new Set([...axes, ...(each.includes(term) ? over : [])])) {
    if (start[letter] !== undefined) continue;
    all = all.flatMap((place) => Array.from({ length: sizeOf(letter, place, context) }, (_, i) => ({ ...place, [letter]: i })));
  }
  return all;
}

/** @param {Entry} entry @param {Term} term @param {Place} place @param {string} wanted @param {Context} context */
function isStanding(entry, term, place, wanted, context) {
  const { r: _, ...own } = place; // what runs over the records does not say how long the user's own is
  const isInside = entry.axes.every((letter) => /** @type {number} */ (place[letter]) < sizeOf(letter, own, context));
  if (!isInside || entry.when?.(place, context) === false || (entry.each.includes(term) && entry.among?.(place, context) === false)) return false;
  return !isCut(term, entry, place, context) && keyOf(refOf(term, place, context)) === wanted;
}

/** @param {Entry} entry @param {Place} place @param {Context} context @returns {NumberRef} */
function userAt({ name, axes }, place, context) {
  const index = axes.map((letter) => /** @type {number} */ (place[letter]));
  return completed({ name: withBlock(name, place.block), index, record: place.record, block: place.block }, context);
}
