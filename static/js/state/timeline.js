/** Along the saved steps of the training run: the step on show goes from one to the next, by hand or played. Pure. */
import { setStep } from './mode.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state @returns {readonly number[]} steps that can be shown, rising */
export function savedSteps({ training }) {
  return training?.saved ?? [];
}

/** Updates behind a state: those of the model as loaded are none, or as many as it came with. @param {Pick<State, 'model'>} state @param {number | null} step */
export function onLine({ model }, step) {
  return step ?? model?.trained_step ?? 0;
}

/** A model that came trained is none of the run's states, not even its first. @param {Pick<State, 'model'>} state @param {number | null} step */
export function isApart({ model }, step) {
  return step === null && Boolean(model?.trained_step);
}

/** The saved step nearest to a place on the line; the earlier of two. @param {State} state @param {number} place @returns {number | null} */
export function nearestSaved(state, place) {
  const saved = savedSteps(state);
  /** @type {number | null} */
  let nearest = null;
  for (const step of saved) if (nearest === null || Math.abs(step - place) < Math.abs(nearest - place)) nearest = step;
  return nearest;
}

/** The saved step so many before or after one, as far as they go. @param {State} state @param {number | null} step @param {number} by @returns {number | undefined} */
export function beside(state, step, by) {
  const saved = savedSteps(state);
  const place = onLine(state, step);
  const all = by < 0 ? saved.filter((one) => one < place).reverse() : saved.filter((one) => one > place);
  return all[Math.min(Math.abs(by), all.length) - 1];
}

/** By hand: what was being played stands still. @param {State} state @param {number | null} step @returns {State} */
export function showStep(state, step) {
  return setStep(playing(state, false), step);
}

/** To the saved step before or after the one on show. @param {State} state @param {number} by @returns {State} */
export function stepAlong(state, by) {
  const next = beside(state, state.step, by);
  return next === undefined ? playing(state, false) : showStep(state, next);
}

/** Play from where it stands; from the beginning where it stands at the end. @param {State} state @returns {State} */
export function togglePlaying(state) {
  const saved = savedSteps(state);
  if (state.train.playing || saved.length < 2) return playing(state, false);
  return playing(onLine(state, state.step) >= (saved.at(-1) ?? 0) ? setStep(state, saved[0] ?? null) : state, true);
}

/** The next one of what is being played; at the end, or in another mode, it stands still. @param {State} state @returns {State} */
export function playOn(state) {
  if (!state.train.playing) return state;
  const next = state.mode === 'train' ? beside(state, state.step, 1) : undefined;
  return next === undefined ? playing(state, false) : setStep(state, next);
}

/** @param {State} state @param {boolean} isPlaying @returns {State} */
function playing(state, isPlaying) {
  return state.train.playing === isPlaying ? state : { ...state, train: { ...state.train, playing: isPlaying } };
}

/** Bound late, with the views that use them. */
export const timelineTransitions = { playOn, showStep, stepAlong, togglePlaying };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof timelineTransitions]: (typeof timelineTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} TimelineAct
 */
