/**
 * The server's training run, as its events tell it, and what a person asks of
 * it. Pure. A run never moves the step on show; only a run that replaces it
 * takes it away, because its states are gone.
 */
import { setStep } from './mode.js';
import { settingsOf, writtenFor } from './train-settings.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Training} Training */
/** @typedef {import('../types.js').TrainingStatus} Status */
/** @typedef {{run: number, status: Status, step: number, seconds: number, from: number, losses: number[], saved: number[]}} Progress */
/** @typedef {{run: number, step: number, train: number, validation: number, selected: boolean}} Evaluated */
/** @typedef {{run: number, status: Status, step: number, seconds: number, failure: Training['failure']}} StatusChange */

/** Why a model that came as a checkpoint has no run; the reply has no defaults then. */
const NOTHING = { code: 'nothing_to_learn', message: '', record: null, details: {} };

/** Whether the model came without anything that it could learn from. @param {Pick<State, 'train'>} state */
export function learnsNothing({ train }) {
  return train.refusal?.code === NOTHING.code;
}

/** The whole run as the server has it. @param {State} state @param {Training} training @returns {State} */
export function trainingArrived(state, training) {
  if (!training.defaults) return withTrain(state, { refusal: NOTHING });
  const known = state.training;
  // Updates only ever come on: a failed run goes back a step, but forgets none.
  const isSame = known?.run === training.run && known.losses.length <= training.losses.length;
  // Who has written before the first of it was here has written for the next run: it stays.
  const settings = isSame ? state.train.settings : { ...writtenFor(training), ...(known ? null : state.train.settings) };
  const next = { ...state, training, train: { ...state.train, settings } };
  return known && known.run !== null && !isSame ? withoutReplaced(next) : next;
}

/**
 * The answer to a command. Events that are newer may have overtaken it.
 * @param {State} state @param {Training} training @returns {State}
 */
export function trainingAnswered(state, training) {
  const answered = { ...state, train: { ...state.train, asked: null } };
  return isOvertaken(state.training, training) ? answered : trainingArrived(answered, training);
}

/** @param {Training | null} known @param {Training} training */
function isOvertaken(known, training) {
  if (known?.run !== training.run) return false;
  const isLonger = known.losses.length > training.losses.length || known.curve.length > training.curve.length;
  return isLonger || (training.status === 'starting' && known.status !== 'starting');
}

/** @param {State} state @param {Progress} progress @returns {State} */
export function progressArrived(state, { run, status, step, seconds, from, losses, saved }) {
  const known = state.training;
  if (known?.run !== run || from > known.losses.length + 1) return state;
  const fresh = losses.slice(Math.max(0, known.losses.length + 1 - from));
  const more = saved.filter((one) => !known.saved.includes(one));
  return {
    ...state,
    training: {
      ...known,
      ...(step >= known.step && { status, step, seconds }),
      losses: fresh.length ? [...known.losses, ...fresh] : known.losses,
      saved: more.length ? [...known.saved, ...more].sort((a, b) => a - b) : known.saved,
    },
  };
}

/** @param {State} state @param {Evaluated} evaluated @returns {State} */
export function evaluatedArrived(state, { run, step, train, validation, selected }) {
  const known = state.training;
  if (known?.run !== run || step <= (known.curve.at(-1)?.step ?? -1)) return state;
  return { ...state, training: { ...known, curve: [...known.curve, { step, train, validation }], selected: selected ? step : known.selected } };
}

/** @param {State} state @param {StatusChange} change @returns {State} */
export function statusArrived(state, { run, status, step, seconds, failure }) {
  const known = state.training;
  if (known?.run !== run || (step < known.step && !failure)) return state;
  return { ...state, training: { ...known, status, step, seconds, failure } };
}

/** @param {State} state @param {boolean} connected @returns {State} */
export function connectionChanged(state, connected) {
  return connected === state.train.connected ? state : withTrain(state, { connected });
}

/**
 * One command at a time; what the last one was refused for is settled with it.
 * @param {State} state @param {import('../types.js').TrainingCommand} command @returns {State}
 */
export function askTraining(state, command) {
  const { config, wrong } = settingsOf(state);
  if (state.train.asked || learnsNothing(state) || (command === 'start' && wrong.length)) return state;
  return withTrain(state, { asked: { command, config: command === 'start' ? config : {} }, refusal: null });
}

/** @param {State} state @param {import('../types.js').ApiError} refusal @returns {State} */
export function trainingRefused(state, refusal) {
  return withTrain(state, { asked: null, refusal });
}

/** What was told has been read; that there is nothing to learn stays so. @param {State} state @returns {State} */
export function dismissRefusal(state) {
  return state.train.refusal && !learnsNothing(state) ? withTrain(state, { refusal: null }) : state;
}

/** @param {State} state @param {import('./train-settings.js').Setting} setting @param {string} text @returns {State} */
export function writeSetting(state, setting, text) {
  return withTrain(state, { settings: { ...state.train.settings, [setting]: text }, refusal: null });
}

/** Every setting as the server has it by default. @param {State} state @returns {State} */
export function resetSettings(state) {
  return withTrain(state, { settings: {}, refusal: null });
}

/** @param {State} state @param {number | null} step @returns {State} */
export function readStep(state, step) {
  return step === state.train.reading ? state : withTrain(state, { reading: step });
}

/**
 * Whatever is of a step is of a run that is gone: another run's step of the
 * same number is another model.
 * @param {State} state @returns {State}
 */
function withoutReplaced(state) {
  const { step, train, traced } = state;
  const refusal = step === null ? train.refusal : { code: 'step_replaced', message: '', record: null, details: { step } };
  const held = /** @type {const} */ (['healthyTraced', 'baselineTraced', 'againstTraced', 'graded']).filter((name) => state[name] && state[name]?.step !== null);
  const gone = Object.fromEntries(held.map((name) => [name, null]));
  // It stays on show until the next one comes, and answers for no step.
  const stale = traced && traced.step !== null ? { ...traced, step: NaN } : traced;
  return setStep({ ...state, ...gone, traced: stale, train: { ...train, refusal, against: null, update: null, reading: null } }, null);
}

/** @param {State} state @param {Partial<State['train']>} change @returns {State} */
function withTrain(state, change) {
  return { ...state, train: { ...state.train, ...change } };
}

/** Bound late, with the views that use them. */
export const trainTransitions = { askTraining, connectionChanged, dismissRefusal, evaluatedArrived, progressArrived, readStep, resetSettings, statusArrived, trainingAnswered, trainingArrived, trainingRefused, writeSetting };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof trainTransitions]: (typeof trainTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} TrainAct
 */
