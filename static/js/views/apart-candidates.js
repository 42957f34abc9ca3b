/** All candidates of the selected position: solid as they are now, hollow as the intact model has them. Few enough, each is labelled. */
import { el, fill, set, setText } from '../dom.js';
import { createSurface } from '../draw/canvas.js';
import { palette, watchPalette } from '../draw/palette.js';
import { paintTwoProbabilities } from '../draw/two-probabilities.js';
import { probability } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { renderPiece } from './piece.js';
import { scoresOf } from './position-scores.js';
import { tokenName } from './token-name.js';

/** @typedef {import('../types.js').State} State */

/** Candidates whose pieces still fit below their bars. */
const LABELLED = 80;

export function createApartCandidates() {
  const title = el('h3');
  const hint = el('span', { class: 'apart-hint' });
  const canvas = el('canvas', { class: 'apart-bars', role: 'img' });
  const labels = el('div', { class: 'apart-bar-labels', 'aria-hidden': 'true' });
  /** @type {import('../draw/two-probabilities.js').TwoPicture | null} */
  let picture = null;
  /** @type {unknown} */
  let labelled = null;
  const surface = createSurface(canvas, (pen, width, height) => picture && paintTwoProbabilities(pen, width, height, palette(), picture));
  watchPalette(surface.repaint);

  return {
    element: el('section', { class: 'apart-candidates' }, el('p', { class: 'apart-lens-head' }, title, ' ', hint), canvas, labels),
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).apart;
      const record = shownRecord(state);
      const row = record?.tensors.logits[state.pos];
      const before = comparedWith(state)?.trace.records[shownIndex(state)]?.tensors.logits[state.pos];
      if (!row) return;
      const now = scoresOf(row);
      const intact = before ? scoresOf(before) : null;
      picture = { now: now.probabilities, intact: intact?.probabilities ?? null, target: record?.targets[state.pos] ?? -1 };
      setText(title, t.candidates(row.length));
      setText(hint, intact ? t.solidHollow : '');
      const best = (/** @type {import('./position-scores.js').PositionScores} */ scores) => `${tokenName(state, scores.softmax.argmax)} ${probability(scores.probability(scores.softmax.argmax), 3)}`;
      set(canvas, { 'aria-label': t.candidatesLabel(state.pos, best(now), best(intact ?? now)) });
      if (labelled !== state.vocabulary) fill(labels, ...labelsOf(state, row.length));
      labelled = state.vocabulary;
      surface.repaint();
    },
  };
}

/** @param {State} state @param {number} count */
function labelsOf({ vocabulary }, count) {
  return count > LABELLED ? [] : (vocabulary ?? []).map((entry) => el('span', {}, renderPiece(entry)));
}
