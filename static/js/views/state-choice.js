/** A list of all states of the model, one of them chosen: the model as loaded, those with a name, every saved step. */
import { el, fill, set } from '../dom.js';
import { savedSteps } from '../state/timeline.js';
import { stateLabel } from './state-name.js';

/** @typedef {import('../types.js').State} State */

/** @param {string} letter @param {(step: number | null) => void} choose */
export function createStateChoice(letter, choose) {
  const select = el('select', { class: 'state-choice', onchange: () => choose(select.value === '' ? null : Number(select.value)) });
  /** @type {unknown[]} */
  let seen = [];
  return {
    element: el('label', {}, el('b', { 'aria-hidden': 'true' }, letter), ' ', select),
    /** @param {State} state @param {number | null} step @param {string} label */
    update(state, step, label) {
      const { training, model, lang } = state;
      // Untrained, the model as loaded is the run's step 0, before its first update.
      const isFirst = !model?.trained_step;
      const depends = [training?.saved, training?.selected, training?.status, training?.config, isFirst, lang];
      if (!depends.every((part, i) => part === seen[i]) || !seen.length) {
        seen = depends;
        set(select, { 'aria-label': label });
        const steps = [null, ...savedSteps(state).filter((one) => one !== 0 || !isFirst)];
        fill(select, ...steps.map((one) => el('option', { value: one ?? '' }, stateLabel(state, one))));
      }
      const value = step === null || (step === 0 && isFirst) ? '' : String(step);
      if (select.value !== value) select.value = value;
    },
  };
}
