/**
 * Stage 5: the final norm's row, and a score for every candidate, with how one
 * score comes about said in words.
 */
import { el, setText } from '../dom.js';
import { largest } from '../draw/scale.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { createCandidateBars } from './candidate-bars.js';
import { candidatePhrases, currentCandidate, targetOf } from './candidate-current.js';
import { createCandidateReading } from './candidate-reading.js';
import { createCandidateTable } from './candidate-table.js';
import { createCandidateTools } from './candidate-tools.js';
import { scoresOf } from './position-scores.js';
import { highlights } from './highlights.js';
import { createStrip } from './strip.js';

/** @typedef {import('../types.js').State} State */

/** @type {import('./detail.js').CreateStage} */
export function createStageCandidates(root, act) {
  const norm = createStrip(act, { name: 'final_norm' });
  const tools = createCandidateTools(act);
  const bars = createCandidateBars(act);
  const reading = createCandidateReading(act);
  const table = createCandidateTable(act);
  const product = el('p');
  const shapes = el('p');
  root.append(
    el('div', { class: 'strips' }, norm.element),
    tools.element, bars.element, reading.element,
    el('div', { class: 'candidate-foot' }, table.element, el('div', { class: 'candidate-words' }, product, shapes)),
  );
  /** @type {import('../types.js').Matrix | null} */
  let measured = null;
  let most = 0;

  return {
    sentence,
    update(state) {
      const record = shownRecord(state);
      if (!record) return;
      const t = words(state.lang).output;
      const { final_norm: rows } = record.tensors;
      const row = rows[state.pos] ?? [];
      if (rows !== measured) most = largest(rows);
      measured = rows;
      norm.setLabel(t.norm);
      const ref = { name: 'final_norm', index: [state.pos] };
      norm.update(row, ref, most, state.number, highlights(state).inRow(ref));
      tools.update(state);
      bars.update(state);
      reading.update(state);
      table.update(state);
      setText(product, t.dotProduct(state.pos, currentCandidate(state), row.length, headOf(state)));
      setText(shapes, t.shapes(row.length, record.tensors.logits[state.pos]?.length ?? 0, headOf(state)));
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
  const scores = scoresOf(logits);
  return words(state.lang).output.scoresSentence(
    state.pos, candidatePhrases(state, target), scores.place(target) + 1, logits.length, candidatePhrases(state, scores.softmax.argmax),
  );
}

/** Which output matrix there is, and whether a bias. @param {import('../types.js').State} state */
function headOf({ model }) {
  return { isTied: model?.config.tied_head ?? false, hasBias: model?.config.head_bias ?? true };
}
