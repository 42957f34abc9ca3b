/** What the readout and the pointer say of the lens: probability and rank of the target after a block, and how far they have moved. */
import { full, probability, short } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { besideWords, lessWords } from './difference-words.js';
import { codeOf, placeOf } from './number-name.js';
import { tokenName } from './token-name.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../types.js').TracedRecord} TracedRecord
 * @typedef {{p: number, rank: number}} Seen of the target
 */

/** @param {NumberRef} ref a lens's @param {State} state */
export function lensReading(ref, state) {
  const { lens: t, detail } = wordsOf(state);
  const { block: after = -1, index: [position = 0] } = ref;
  const { now, before } = lensAt(state, after, position);
  const target = shownRecord(state)?.targets[position] ?? -1;
  const place = [placeOf(ref, state, shownRecord(state)?.ids ?? []), target < 0 ? t.noTarget : t.target(tokenName(state, target)), now && ranks(state, now, before)];
  const said = { code: codeOf(ref, state).replace('blocks[-1]', 'embedding'), form: '', place: place.filter(Boolean).join(detail.list) };
  if (!now) return { ...said, label: t.label(after), value: detail.readout.absent, digits: '', meaning: t.meaning };
  if (!before) return { ...said, label: t.label(after), value: probability(now.p, 6), digits: full(now.p), meaning: t.meaning };
  const meaning = `${t.meaning} ${t.changed} ${lessWords(state)}`;
  return { ...said, label: t.change(after), value: short(now.p - before.p, 6), digits: besideWords(state).where('', full(before.p), full(now.p)), meaning };
}

/** Beside a number of the residual stream that leaves a block: the lens there, which may have no column of its own. @param {NumberRef} ref @param {State} state */
export function lensBeside({ name, block, index: [position = 0] }, state) {
  if (name !== 'block_output' || block === undefined) return '';
  const { lens: t } = words(state.lang);
  const { now, before } = lensAt(state, block, position);
  if (!now) return '';
  const p = probability(now.p, 4);
  return before ? t.thereChanged(short(now.p - before.p, 4), p, ranks(state, now, before)) : t.there(p, ranks(state, now, null));
}

/** @param {State} state @param {number} after @param {number} position @returns {{now: Seen | null, before: Seen | null}} before: in what the loom shows the difference from */
function lensAt(state, after, position) {
  const other = state.show === 'difference' ? comparedWith(state)?.trace.records[shownIndex(state)] : undefined;
  return { now: seenIn(shownRecord(state), after, position), before: seenIn(other, after, position) };
}

/** @param {TracedRecord | null | undefined} record @param {number} after @param {number} position @returns {Seen | null} */
function seenIn(record, after, position) {
  const lens = record?.lens?.find((one) => one.after === after);
  const [p, rank] = [lens?.probability[position], lens?.rank[position]];
  return typeof p === 'number' && typeof rank === 'number' ? { p, rank } : null;
}

/** @param {State} state @param {Seen} now @param {Seen | null} before */
function ranks(state, now, before) {
  const { lens: t } = words(state.lang);
  const of = shownRecord(state)?.tensors.logits[0]?.length ?? 0;
  return before ? t.ranks(before.rank, now.rank, of) : t.rank(now.rank, of);
}
