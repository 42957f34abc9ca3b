/** One line on the candidate that is looked at: who it is, its logit, probability and rank. */
import { el, fill, setText } from '../dom.js';
import { probability, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { currentCandidate } from './candidate-current.js';
import { createNumberButton } from './number-button.js';
import { renderPiece } from './piece.js';
import { scoresOf } from './position-scores.js';

/** @typedef {import('../types.js').State} State */

/** @param {import('../types.js').Act} act */
export function createCandidateReading(act) {
  const logit = createNumberButton(act);
  const chance = createNumberButton(act);
  const [who, logitWord, chanceWord, rankWord, rank, bytesWord, bytes] = /** @type {HTMLElement[]} */ (Array.from({ length: 7 }, () => el('span')));
  const element = el(
    'p', { class: 'candidate-reading' },
    el('b', {}, /** @type {HTMLElement} */ (who)),
    pair(logitWord, logit.element), pair(chanceWord, chance.element), pair(rankWord, rank), pair(bytesWord, bytes),
  );
  let whom = '';

  return {
    element,
    /** @param {State} state */
    update(state) {
      const record = shownRecord(state);
      if (!record) return;
      const t = words(state.lang).output;
      const id = currentCandidate(state);
      const entry = state.vocabulary?.[id];
      const scores = scoresOf(record.tensors.logits[state.pos] ?? []);
      const role = id === record.targets[state.pos] ? t.target : id === scores.softmax.argmax ? t.highest : t.candidate;
      const key = `${role} ${id} ${entry !== undefined}`;
      if (key !== whom && who) fill(who, `${role} ${id} `, entry && renderPiece(entry));
      whom = key;
      say(logitWord, t.logit);
      say(chanceWord, t.probability);
      say(rankWord, t.rank);
      say(bytesWord, t.bytes);
      logit.update(short(scores.logit(id), 6), scores.logit(id), { name: 'logits', index: [state.pos, id] }, state.number);
      const p = scores.probability(id);
      chance.update(probability(p, 6), p, { name: 'probability', index: [state.pos, id] }, state.number);
      say(rank, t.rankOf(scores.place(id) + 1, scores.logits.length));
      say(bytes, entry?.hex ? (entry.hex.match(/../g) ?? []).join(' ') : '—');
    },
  };
}

/** @param {HTMLElement | undefined} word @param {HTMLElement | undefined} value */
function pair(word, value) {
  return el('span', { class: 'pair' }, word, ' ', value);
}

/** @param {HTMLElement | undefined} node @param {string} text */
function say(node, text) {
  if (node) setText(node, text);
}
