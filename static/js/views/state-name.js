/** What a state of the model is called: by what it is, or by its step. */
import { words } from '../i18n/all.js';
import { onLine } from '../state/timeline.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {'untrained' | 'selected' | 'final'} Kind */

/** What a step is beside being a step. @param {State} state @param {number | null} step @returns {Kind | null} */
export function kindOf({ training }, step) {
  if (onLine(step) === 0) return 'untrained';
  if (step === training?.selected) return 'selected';
  return training && isOver(training) && step === training.saved.at(-1) ? 'final' : null;
}

/** @param {import('../types.js').Training} training */
function isOver({ status }) {
  return status === 'finished' || status === 'stopped' || status === 'failed';
}

/** In a list: selected, 100. @param {State} state @param {number | null} step */
export function stateLabel(state, step) {
  const { compare } = words(state.lang);
  const kind = kindOf(state, step);
  return kind ? compare.labelled(compare.kinds[kind], onLine(step)) : compare.step(onLine(step));
}

/** In a sentence. @param {State} state @param {number | null} step */
export function stateName(state, step) {
  const { compare } = words(state.lang);
  const kind = kindOf(state, step);
  return kind ? compare.kinds[kind] : compare.step(onLine(step));
}
