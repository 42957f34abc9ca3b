/** Which candidate is looked at, and how one is called: in a sentence, and aloud. */
import { probability, short } from '../format/numbers.js';
import { name } from '../format/pieces.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { scoresOf } from './position-scores.js';

/** @typedef {import('../types.js').State} State */

/** The selected position's target. @param {State} state @returns {number | null} null where nothing is scored */
export function targetOf(state) {
  const target = shownRecord(state)?.targets[state.pos] ?? -1;
  return target < 0 ? null : target;
}

/** The chosen candidate; the target while none is chosen, and the highest where there is none. @param {State} state @returns {number} */
export function currentCandidate(state) {
  return state.candidates.id ?? targetOf(state) ?? scoresOf(shownRecord(state)?.tensors.logits[state.pos] ?? [0]).softmax.argmax;
}

/** A candidate in a sentence. @param {State} state @param {number} id @returns {import('./detail.js').Phrase[]} */
export function candidatePhrases(state, id) {
  const piece = state.vocabulary?.[id];
  return piece ? [{ piece }, ` (${id})`] : [String(id)];
}

/** @param {State} state @param {number} id */
export function spokenCandidate(state, id) {
  const record = shownRecord(state);
  const entry = state.vocabulary?.[id];
  if (!record || !entry) return String(id);
  const t = words(state.lang).output;
  const scores = scoresOf(record.tensors.logits[state.pos] ?? []);
  const rank = t.rankOf(scores.place(id) + 1, scores.logits.length);
  const marks = [id === record.targets[state.pos] && t.target, id === scores.softmax.argmax && t.highest];
  const said = marks.filter(Boolean).map((mark) => `, ${mark}`).join('');
  return t.spoken(name(entry), id, short(scores.logit(id), 6), probability(scores.probability(id), 6), rank, said);
}
