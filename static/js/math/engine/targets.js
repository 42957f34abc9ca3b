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
 * The same for a record as it was written. In a stream of text there is no end sign: what follows a piece of it
 * is said with it, or nothing is asked there.
 * @param {number[]} ids [T]
 * @param {{continued?: number[], next?: number | null} | undefined} draft
 * @param {{config: {data?: string}, eosId: number}} model
 */
export function targetsIn(ids, draft, { config, eosId }) {
  const targets = targetsOf(ids, eosId, draft?.continued !== undefined || config.data === 'stream'); // [T]
  return typeof draft?.next === 'number' ? [...targets.slice(0, -1), draft.next] : targets;
}

/**
 * How many targets are scored: what the mean loss is divided by.
 * @param {number[][]} targets [T] of each record
 */
export function scoredIn(targets) {
  return targets.flat().filter((target) => target !== IGNORED).length;
}
