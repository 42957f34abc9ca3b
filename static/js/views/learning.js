/** Train's panel: the learning curves, and beside them settings, states and corpus. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { isPanelOpen } from '../state/panel.js';
import { learnsNothing } from '../state/train.js';
import { isComparing } from '../state/wanted.js';
import { createLearningChart } from './learning-chart.js';
import { createLearningTable } from './learning-table.js';
import { createTrainCorpus } from './train-corpus.js';
import { refusalText, startText } from './train-finding.js';
import { createTrainSettings } from './train-settings.js';
import { createTrainStates } from './train-states.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createLearning(root, act) {
  const title = el('h2', { id: 'learning-title' });
  const intro = el('p', { class: 'sentence' });
  const empty = el('p', { class: 'curves-empty' }, el('b'), el('span'));
  const chart = createLearningChart(act);
  chart.element.append(empty);
  const views = [chart, createLearningTable(), createTrainSettings(act), createTrainStates(act), createTrainCorpus()];
  const [curves, table, ...beside] = views.map((view) => view.element);
  root.setAttribute('aria-labelledby', 'learning-title');
  const parts = el('div', { class: 'learning-parts' }, el('div', {}, curves, table), el('div', { class: 'learning-side' }, ...beside));
  root.append(el('div', { class: 'detail-head' }, title, intro), parts);

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'train' || !isPanelOpen(state) || isComparing(state);
      if (root.hidden) return;
      const t = words(state.lang).train;
      setText(title, t.panel);
      const { training } = state;
      // A chart and settings of a run that cannot be would be nothing but empty boxes.
      parts.hidden = learnsNothing(state);
      setText(intro, parts.hidden ? refusalText(state) : introOf(state));
      if (parts.hidden) return;
      empty.hidden = training?.status !== 'idle';
      if (empty.firstChild && empty.lastChild) {
        setText(empty.firstChild, state.model?.trained_step ? t.noRun : t.neverTrained);
        setText(empty.lastChild, startText(state));
      }
      set(root, { 'data-status': training?.status });
      for (const view of views) view.update(state);
    },
  };
}

/** What teaches, and what the points of the curves are. @param {State} state */
function introOf({ corpus, model, training, lang }) {
  const t = words(lang).train;
  if (training?.defaults.batch_windows) return t.introText;
  return corpus && model?.config.data !== 'stream' ? t.intro(corpus.train.length, corpus.validation.length) : '';
}
