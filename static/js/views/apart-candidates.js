/** All candidates of the selected position: solid as they are now, hollow as the intact model has them. Few enough, each is labelled. */
import { el, fill, set, setText } from '../dom.js';
import { layBars } from '../draw/bars.js';
import { createSurface } from '../draw/canvas.js';
import { palette, watchPalette } from '../draw/palette.js';
import { paintTwoProbabilities } from '../draw/two-probabilities.js';
import { probability } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { barLabels, labelLines } from './bar-labels.js';
import { scoresOf } from './position-scores.js';
import { tokenName } from './token-name.js';

/** @typedef {import('../types.js').State} State */

export function createApartCandidates() {
  const title = el('h3');
  const hint = el('span', { class: 'apart-hint' });
  const canvas = el('canvas', { class: 'apart-bars', role: 'img' });
  const labels = el('div', { class: 'apart-bar-labels', 'aria-hidden': 'true' });
  /** @type {import('../draw/two-probabilities.js').TwoPicture | null} */
  let picture = null;
  /** @type {State['vocabulary']} */
  let vocabulary = null;
  /** @type {unknown[]} */
  let labelled = [];
  const surface = createSurface(canvas, (pen, width, height) => {
    if (!picture) return;
    paintTwoProbabilities(pen, width, height, palette(), picture);
    name(width);
  });
  watchPalette(surface.repaint);

  /** @param {number} width */
  function name(width) {
    if (labelled[0] === vocabulary && labelled[1] === width) return;
    labelled = [vocabulary, width];
    const entries = vocabulary ?? [];
    const layout = layBars(width, entries.length, []);
    const lines = labelLines(entries, layout.step);
    labels.style.setProperty('--lines', String(lines));
    fill(labels, ...(lines ? barLabels(entries, layout, lines) : []));
  }

  return {
    element: el('section', { class: 'apart-candidates' }, el('p', { class: 'apart-lens-head' }, title, ' ', hint), canvas, labels),
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).apart;
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
      vocabulary = state.vocabulary;
      surface.repaint();
    },
  };
}
