/** The docked strip in Train: the run, the steps it has saved, and one sentence that is true of both. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { trainFinding } from './train-finding.js';
import { createPlay } from './train-play.js';
import { createSays } from './strip-says.js';
import { createTrainRun } from './train-run.js';
import { createTimeline } from './train-timeline.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createTrainStrip(root, act) {
  const run = createTrainRun(act);
  const play = createPlay(act);
  const timeline = createTimeline(act);
  const lead = el('strong');
  const text = el('span');
  const sentence = el('p', { class: 'lab-sentence' }, lead, ' ', text);
  const says = createSays(sentence);
  // The sentence changes ten times a second while a run is on; what is read out are its turns.
  const spoken = el('p', { class: 'spoken', role: 'status' });
  root.classList.add('lab');
  run.buttons.append(play.element);
  root.append(run.element, timeline.element, says.element, spoken);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'train';
      play.update(state);
      if (root.hidden) return;
      timeline.update(state);
      const depends = [state.training, state.train, state.step, state.model, state.window, state.lang, state.panel];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      set(root, { 'aria-labelledby': 'training-title' });
      root.classList.toggle('under-panel', state.panel);
      run.update(state);
      says.update(state);
      const found = trainFinding(state);
      lead.hidden = !found.lead;
      lead.classList.toggle('alert', found.isAlert);
      setText(lead, found.lead);
      setText(text, found.text);
      setText(spoken, found.lead || turnOf(state));
    },
  };
}

/** Where a run begins, rests or ends. @param {State} state */
function turnOf({ training, lang }) {
  const t = words(lang).train;
  if (!training || training.run === null) return '';
  const steps = (training.config ?? training.defaults).steps;
  if (training.status === 'paused') return t.paused(training.step, steps);
  if (training.status === 'stopped') return t.stopped(training.step, steps);
  if (training.status === 'finished') return t.took(steps, t.time(training.seconds));
  return training.status === 'starting' ? t.starting : '';
}
