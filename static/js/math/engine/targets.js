/**
 * What each position is asked for: the input of the next one, and EOS at the end.
 * @param {number[]} ids [T]
 * @param {number} eosId
 * @returns {number[]} [T]
 */
export function targetsOf(ids, eosId) {
  return [...ids.slice(1), eosId];
}
