/** Which tokens the chips show: those of the trace, or of a record too long to have one. */
import { contextLength, shownRecord } from '../state/shown.js';

/** @typedef {import('../types.js').State} State */

/**
 * @typedef {object} Tokens
 * @property {number[]} ids by slot
 * @property {number[]} targets by slot
 * @property {number} limit slots of the context; those from here on do not fit
 * @property {number} rest how many more there are, which are only counted
 */

/** A pasted book has a million tokens too many; as chips they would stop the browser. */
const MOST_BEYOND = 192;

/** Chips of more tokens would be a line that nobody reads: they stand as running text. */
const MOST_CHIPS = 64;

/** Whether a record is shown as running text. @param {State} state @param {Tokens | null} tokens */
export function isRunning({ window, aside }, tokens) {
  return (window !== null && aside === null) || (tokens !== null && Math.min(tokens.limit, tokens.ids.length) > MOST_CHIPS);
}

/** @type {WeakMap<object, Tokens>} */
const known = new WeakMap();

/**
 * @param {State} state
 * @returns {Tokens | null} null until there is something to show
 */
export function tokensOnShow(state) {
  const limit = contextLength(state);
  const { overlong, vocabulary } = state;
  if (overlong?.record === state.rec && vocabulary) return overlongTokens(overlong, vocabulary, limit ?? 0);
  const record = shownRecord(state);
  return record && limit !== null ? { ids: record.ids, targets: record.targets, limit, rest: 0 } : null;
}

/**
 * BOS before the text's tokens, EOS behind, shifted once: as batch_records would. As many as are worth seeing.
 * @param {NonNullable<State['overlong']>} overlong
 * @param {import('../types.js').VocabularyEntry[]} vocabulary
 * @param {number} limit
 */
function overlongTokens(overlong, vocabulary, limit) {
  const held = known.get(overlong);
  if (held?.limit === limit) return held;
  const special = /** @param {string} name */ (name) =>
    vocabulary.filter((entry) => entry.kind === 'special' && entry.name === name).map((entry) => entry.id);
  const shown = limit + MOST_BEYOND;
  const ids = overlong.ids.slice(0, shown);
  const tokens = {
    ids: [...special('BOS'), ...ids].slice(0, shown),
    targets: [...ids, ...special('EOS')].slice(0, shown),
    limit,
    rest: Math.max(0, overlong.ids.length + 1 - shown),
  };
  known.set(overlong, tokens);
  return tokens;
}
