/** The target of a position that is not scored. */
export const IGNORED = -100;

/**
 * What each position is asked for: the input of the next one, and EOS at the end.
 * @param {number[]} ids [T]
 * @param {number} eosId
 * @param {boolean} [isOpen] the record goes on: its last position is asked for nothing
 * @returns {number[]} [T]
 */
export function targetsOf(ids, eosId, isOpen = false) {
  return [...ids.slice(1), isOpen ? IGNORED : eosId];
}

/**
 * How many targets are scored: what the mean loss is divided by.
 * @param {number[][]} targets [T] of each record
 */
export function scoredIn(targets) {
  return targets.flat().filter((target) => target !== IGNORED).length;
}
