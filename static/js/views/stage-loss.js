/** Stage 6: softmax over all candidates, from logit to loss step by step, and the losses of all targets. */
import { el } from '../dom.js';
import { probability, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { createCandidateBars } from './candidate-bars.js';
import { candidatePhrases, targetOf } from './candidate-current.js';
import { createCandidateReading } from './candidate-reading.js';
import { createCandidateTools } from './candidate-tools.js';
import { createLadder } from './ladder.js';
import { createLosses } from './losses.js';
import { scoresOf } from './position-scores.js';

/** @typedef {import('../types.js').State} State */

/** @type {import('./detail.js').CreateStage} */
export function createStageLoss(root, act) {
  const views = [createCandidateTools(act), createCandidateBars(act), createCandidateReading(act), createLadder(act), createLosses(act)];
  const [tools, bars, reading, ladder, losses] = views.map((view) => view.element);
  root.append(...[tools, bars, reading].filter((node) => node !== undefined), el('div', { class: 'loss-foot' }, ladder, losses));
  return {
    sentence,
    update(state) {
      for (const view of views) view.update(state);
    },
  };
}

/** @param {State} state */
function sentence(state) {
  const record = shownRecord(state);
  const logits = record?.tensors.logits[state.pos];
  const target = targetOf(state);
  if (!logits) return [];
  if (target === null) return [words(state.lang).output.noTarget(state.pos)];
  const loss = record.losses[state.pos] ?? NaN;
  const who = candidatePhrases(state, target);
  return words(state.lang).output.lossSentence(state.pos, who, probability(scoresOf(logits).probability(target), 6), short(loss, 6));
}
