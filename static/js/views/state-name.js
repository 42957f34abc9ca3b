/** What a state of the model is called: by what it is, or by its step. */
import { words } from '../i18n/all.js';
import { isApart, onLine } from '../state/timeline.js';
import { namedStates } from './learning-facts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../i18n/train.js').Named} Named */

/** What a step is beside being a step. @param {State} state @param {number | null} step @returns {Named | null} */
export function kindOf(state, step) {
  const { training } = state;
  if (isApart(state, step)) return 'loaded';
  const named = training && namedStates(training).find((one) => one.step === onLine(state, step));
  return named?.name ?? (onLine(state, step) === 0 ? 'untrained' : null);
}

/** In a list: selected, 100. @param {State} state @param {number | null} step */
export function stateLabel(state, step) {
  const { compare, train } = words(state.lang);
  const kind = kindOf(state, step);
  if (kind === 'loaded') return train.named.loaded;
  return kind ? compare.labelled(train.named[kind], onLine(state, step)) : compare.step(onLine(state, step));
}

/** In a sentence. @param {State} state @param {number | null} step */
export function stateName(state, step) {
  const { compare, train } = words(state.lang);
  const kind = kindOf(state, step);
  return kind ? train.named[kind] : compare.step(onLine(state, step));
}
