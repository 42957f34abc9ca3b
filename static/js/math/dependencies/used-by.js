/**
 * The dependency table read backwards: what is computed from a number. Letters
 * that the number's own index settles are set; the rest are tried, and each
 * trial is checked forwards, so that both directions cannot disagree.
 */
import { isCut } from './derivation.js';
import { completed, keyOf, TABLE } from './table.js';
import { refOf, sizeOf } from './terms.js';

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
  for (const entry of TABLE) {
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
  return name === wanted || name === wanted.replace(/^parameters\.blocks\.\d+\./, 'parameters.block.');
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
  const own = ref.record === undefined ? records.map((_, record) => record) : [ref.record];
  const blocks = scope === 'block' ? (records[0]?.tensors.blocks.map((_, block) => block) ?? []) : [context.block];
  return (scope === 'batch' ? own.slice(0, 1) : own).flatMap((record) =>
    blocks.flatMap((block) => {
      /** @type {Place} */
      const place = { record, block, ...(over?.includes('r') && ref.record !== undefined && { r: ref.record }) };
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
  const isInside = entry.axes.every((letter) => /** @type {number} */ (place[letter]) < sizeOf(letter, place, context));
  if (!isInside || (entry.when && !entry.when(place, context))) return false;
  return !isCut(term, entry, place, context) && keyOf(refOf(term, place, context)) === wanted;
}

/** @param {Entry} entry @param {Place} place @param {Context} context @returns {NumberRef} */
function userAt({ name, axes }, place, context) {
  const index = axes.map((letter) => /** @type {number} */ (place[letter]));
  return completed({ name, index, record: place.record, block: place.block }, context);
}
