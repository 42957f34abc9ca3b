/** The lever of Train: start, pause, continue, stop; how far the run is. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { isOn } from '../state/train-settings.js';
import { expectedText, percentDone, progressText } from './train-finding.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TrainingCommand} Command */

/** @param {import('../types.js').Act} act */
export function createTrainRun(act) {
  const title = el('h2', { id: 'training-title' });
  const text = el('span', { class: 'train-progress' });
  const bar = el('span', { class: 'train-bar', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100 }, el('i'));
  /** @type {Command} */
  let command = 'start';
  const lead = el('button', { type: 'button', class: 'button train-lead', onclick: () => lead.ariaDisabled !== 'true' && act.askTraining(command) });
  const stop = el('button', { type: 'button', class: 'button', onclick: stopRun });
  const buttons = el('div', { class: 'lab-line train-buttons' }, lead, stop);
  const element = el('div', { class: 'lab-levers' }, el('div', { class: 'lab-line' }, title, text, bar), buttons);

  /** It goes with the run; the focus stays in the strip. */
  function stopRun() {
    lead.focus();
    act.askTraining('stop');
  }

  return {
    element,
    buttons,
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).train;
      const { training, train } = state;
      command = commandOf(training?.status ?? 'idle');
      setText(title, t.title);
      setText(text, progressText(state) || expectedText(state));
      const percent = percentDone(training);
      bar.hidden = percent === null;
      set(bar, { 'aria-label': t.progress, 'aria-valuenow': percent ?? 0 });
      bar.style.setProperty('--done', `${percent ?? 0}%`);
      setText(lead, t.commands[command]);
      // Not disabled: that would take the focus away from whoever has just pressed it.
      const isWaiting = !training || train.asked !== null || training.status === 'starting';
      set(lead, { 'aria-disabled': isWaiting && 'true', title: command !== 'start' ? null : training?.run ? t.restartHint : t.startHint });
      stop.hidden = !isOn(training);
      setText(stop, t.commands.stop);
      set(stop, { title: t.stopHint });
    },
  };
}

/** What the leading button asks for. @param {import('../types.js').TrainingStatus} status @returns {Command} */
function commandOf(status) {
  if (status === 'running' || status === 'starting') return 'pause';
  return status === 'paused' ? 'continue' : 'start';
}
