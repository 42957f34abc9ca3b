/** Parts and exchanges in words, and the mean losses with and without them. Pure. */
import { short } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {'head' | 'ffn' | 'block'} Kind */

/** @param {string} part as in `off` @returns {{kind: Kind, block: number, head: number}} */
export function readPart(part) {
  const [first = 0, head = 0] = (part.match(/\d+/g) ?? []).map(Number);
  const kind = part.startsWith('ffn') ? 'ffn' : part.startsWith('block') ? 'block' : 'head';
  return { kind, block: first, head };
}

/** @param {State} state @param {string} part */
export function partName({ lang }, part) {
  const { kind, block, head } = readPart(part);
  return words(lang).apart.part(kind, block, head);
}

/** Where an exchanged row comes from: a record, another place of the text, or words of a person's own. @param {State} state @param {number} from */
export function sourceName(state, from) {
  const t = wordsOf(state);
  if (!state.window) return t.apart.fromRecord(from);
  const at = state.drafts[from]?.at;
  return at ? t.apart.fromPlace(t.text.splits[at.split], at.from) : t.apart.fromOwn;
}

/** With its sign. @param {number} value @param {number} [decimals] */
export function signed(value, decimals = 3) {
  return `${value > 0 ? '+' : ''}${short(value, decimals)}`;
}

/** What is different, as the beginning of a sentence. @param {State} state */
export function withoutWhat(state) {
  return wordsOf(state).apart.changedBy(state.off.map((part) => partName(state, part)), state.swap.length);
}

/**
 * The losses on show beside those of the intact model, of one record.
 * @param {State} state
 * @returns {{position: number, intact: number, now: number, change: number}[] | null} scored positions; null until both are here
 */
export function lossChanges(state) {
  const record = shownRecord(state);
  const before = comparedWith(state)?.trace.records[shownIndex(state)];
  if (!record || !before) return null;
  return record.losses.flatMap((now, position) => {
    const intact = before.losses[position];
    return typeof now === 'number' && typeof intact === 'number' ? [{ position, intact, now, change: now - intact }] : [];
  });
}

/** @param {readonly number[]} values */
export function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
