/** What a difference on the loom is between, in the words of its mode: a mistake, parts taken out, two states. */
import { wordsOf } from '../i18n/all.js';
import { isApart } from '../state/apart.js';
import { isBroken } from '../state/in-force.js';
import { stateName } from './state-name.js';

/** @typedef {import('../types.js').State} State */

/** One number in both. @param {State} state @returns {{nothing: string, where: (place: string, other: string, one: string) => string}} */
export function besideWords(state) {
  const { apart, bugs, compare } = wordsOf(state);
  return state.traced?.fault ? bugs.tear : isApart(state) ? apart.tear : compare.tear;
}

/** What less what is shown. @param {State} state */
export function lessWords(state) {
  const { apart, compare, share } = wordsOf(state);
  const { traced } = state;
  if (traced?.fault) return share.difference;
  return traced && isBroken(traced) ? apart.lessIntact : compare.lessThan(stateName(state, state.train.against));
}
