/** What the next run is told; while one is on, what that was told, locked. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { RANGES, SETTINGS, isOffered, isOn, settingsOf } from '../state/train-settings.js';
import { rangeText } from './train-finding.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../state/train-settings.js').Setting} Setting */

/** @param {Act} act */
export function createTrainSettings(act) {
  const title = el('h3', { id: 'train-settings-title' });
  const fields = SETTINGS.map((setting) => createField(setting, act));
  const note = el('p', { class: 'note' });
  const reset = el('button', { type: 'button', class: 'link', onclick: () => act.resetSettings() });
  const element = el('section', { class: 'train-settings', 'aria-labelledby': 'train-settings-title' }, title, ...fields.map((field) => field.element), note, reset);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { training, train, lang } = state;
      const isLocked = isOn(training);
      const depends = [training?.config, training?.defaults, isLocked, train.settings, train.refusal, lang];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const t = words(lang).train;
      setText(title, isLocked ? t.settingsOfRun : t.settings);
      const { config, wrong } = settingsOf(state);
      for (const field of fields) field.update(state, isLocked, wrong);
      setText(note, noteOf(training, lang));
      note.hidden = !note.textContent;
      setText(reset, t.reset);
      reset.hidden = isLocked || (!wrong.length && !Object.keys(config).length);
    },
  };
}

/** @param {Setting} setting @param {Act} act */
function createField(setting, act) {
  const id = `train-${setting.replaceAll('_', '-')}`;
  // Both betas stand on one line, under one visible name.
  const label = el('label', { for: id, class: setting === 'beta2' && 'spoken' });
  const input = el('input', { id, type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': `${id}-range`, oninput: () => act.writeSetting(setting, input.value), onkeydown: start });
  const range = el('p', { class: 'train-range', id: `${id}-range`, role: 'alert' });
  const element = el('div', { class: 'train-field', 'data-setting': setting }, label, input, range);

  /** @param {KeyboardEvent} event */
  function start({ key, isComposing }) {
    if (key === 'Enter' && !isComposing && !input.readOnly) act.askTraining('start');
  }

  return {
    element,
    /** @param {State} state @param {boolean} isLocked @param {Setting[]} wrong */
    update({ training, train, lang }, isLocked, wrong) {
      element.hidden = !isOffered(training, setting);
      if (element.hidden) return;
      const { names } = words(lang).train;
      setText(label, setting === 'beta1' ? names.betas : names[setting]);
      const text = isLocked ? String(training?.config?.[setting] ?? '') : (train.settings[setting] ?? '');
      const byDefault = String(training?.defaults[setting] ?? '');
      // Whoever clears a field sees the default in its place; it is not written back under the fingers.
      const shown = setting in train.settings || isLocked ? text : byDefault;
      if (input.value !== shown) input.value = shown;
      const refused = !isLocked && train.refusal?.details.field === setting ? train.refusal : null;
      const isWrong = !isLocked && (wrong.includes(setting) || refused !== null);
      set(input, { 'aria-label': setting === 'beta1' && names.beta1, placeholder: byDefault, readonly: isLocked, 'aria-invalid': isWrong && 'true' });
      setText(range, isWrong ? rangeText(lang, { ...RANGES[setting], ...rangeOf(refused) }) : '');
    },
  };
}

/** That nothing can be changed now, and how often states are kept where the server had to spare some. @param {State['training']} training @param {State['lang']} lang */
export function noteOf(training, lang) {
  const t = words(lang).train;
  const every = training?.config ? training.save_every : 0;
  const isSparing = every > (training?.defaults.save_every ?? every);
  return [isOn(training) ? t.locked : '', isSparing ? t.keptEvery(every) : ''].filter(Boolean).join(lang === 'zh' ? '' : ' ');
}

/** How far the server's own range goes, where that is less than ours. @param {import('../types.js').ApiError | null} refused */
function rangeOf(refused) {
  const most = refused?.details.most;
  return typeof most === 'number' ? { most } : {};
}
