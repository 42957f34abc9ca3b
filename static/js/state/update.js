/**
 * One update of one parameter, open in the margin: which one, and whether the
 * step on show has such an update. Pure.
 */
import { clamped, MOST_RECORDS, sameDrafts } from './drafts.js';
import { draft } from './initial.js';
import { setMode, setShow } from './mode.js';
import { isPanelOpen } from './panel.js';
import { placeInTraining } from './text-window.js';
import { learnsNothing } from './train.js';
import { restoreUpdate } from './update-link.js';
import { isComparing } from './wanted.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Update} Update */
/** @typedef {import('../types.js').RecordsUpdate} RecordsUpdate */
/** @typedef {Pick<Update, 'step' | 'parameter' | 'index'> & {model?: string | null}} Asked */

/** Of a batch's windows, that many are listed. */
export const MOST_WINDOWS = 128;

/**
 * The number's update in the margin, in Train; a derivation that led here closes,
 * and so does a comparison, which has the margin to itself.
 * @param {State} state @param {string} parameter its name in the model @param {number[]} index @returns {State}
 */
export function openUpdate(state, parameter, index) {
  const inTrain = setMode(state, 'train');
  const there = isComparing(inTrain) ? setShow(inTrain, 'values') : inTrain;
  return { ...there, trail: [], train: { ...there.train, parameter: { parameter, index } } };
}

/**
 * Whether the margin is its. A derivation takes its place, and so does an open
 * stage's table unless a parameter was asked for.
 * @param {State} state
 */
export function isUpdateOpen(state) {
  const { mode, trail, train } = state;
  return mode === 'train' && trail.length === 0 && !isComparing(state) && ((isPanelOpen(state) && !learnsNothing(state)) || train.parameter !== null);
}

/** @param {State} state @returns {State} */
export function closeUpdate(state) {
  return state.train.parameter ? { ...state, train: { ...state.train, parameter: null } } : state;
}

/**
 * Why the step on show has no update: there was no run, the model as loaded is
 * no step of one, or the run stands there or has not come so far.
 * @param {State} state @returns {'no_run' | 'loaded' | 'last' | 'coming' | null} null where it has one
 */
export function lacksUpdate({ training, step }) {
  if (!training || training.run === null) return 'no_run';
  if (step === null) return 'loaded';
  if (step < training.step) return null;
  return training.status === 'running' || training.status === 'starting' ? 'coming' : 'last';
}

/** The saved step after the one on show that has an update too. @param {State} state @returns {number | null} */
export function nextUpdate({ training, step }) {
  if (!training || step === null) return null;
  return training.saved.find((saved) => saved > step && saved < training.step) ?? null;
}

/** @param {State} state @returns {Asked | null} */
export function wantedUpdate(state) {
  const { mode, modelName: model, step, train } = state;
  if (mode !== 'train' || !train.parameter || step === null || lacksUpdate(state) || shownUpdate(state)) return null;
  const asked = { model, step, ...train.parameter };
  return train.updateRefusal && isOf(train.updateRefusal.asked, asked) ? null : asked;
}

/** The update of the chosen parameter at the step on show. @param {State} state @returns {Update | null} */
export function shownUpdate({ step, train: { parameter, update } }) {
  return parameter && step !== null && update && isOf(update, { step, ...parameter }) ? update : null;
}

/** Why the server had none. @param {State} state @returns {import('../types.js').ApiError | null} */
export function updateRefusal({ step, train: { parameter, updateRefusal: refused } }) {
  return parameter && step !== null && refused && isOf(refused.asked, { step, ...parameter }) ? refused.error : null;
}

/** That of a model that was left meanwhile is nobody's. @param {State} state @param {Asked} asked @param {Update} update @returns {State} */
export function updateArrived(state, asked, update) {
  return (asked.model ?? null) !== state.modelName ? state : { ...state, train: { ...state.train, update, updateRefusal: null } };
}

/** @param {State} state @param {Asked} asked @param {import('../types.js').ApiError} error @returns {State} */
export function updateRefused(state, asked, error) {
  return { ...state, train: { ...state.train, updateRefusal: { asked, error } } };
}

/** Whether the records on show are the update's batch, one for one. @param {State} state @param {RecordsUpdate} update */
export function showsBatch({ drafts }, { records }) {
  return sameDrafts(drafts, records.map(({ text }, i) => draft(text, drafts[i]?.key ?? -1)));
}

/** Whether the page has room for the whole batch. @param {RecordsUpdate} update */
export function fitsPage({ records }) {
  return records.length <= MOST_RECORDS;
}

/**
 * The update's batch in place of the records, in its order: the gradients on
 * show are then those that the update was made with.
 * @param {State} state @param {RecordsUpdate} update @returns {State}
 */
export function showBatch(state, update) {
  const shown = setShow(state, 'gradients');
  if (!fitsPage(update) || showsBatch(state, update)) return shown;
  const key = Math.max(...state.drafts.map((record) => record.key)) + 1;
  const drafts = update.records.map(({ text }, i) => draft(text, key + i));
  return clamped({ ...shown, drafts, baseline: drafts, rec: 0, piece: null });
}

/** The window of the training text that begins there, as the page's text. @param {State} state @param {number} start @returns {State} */
export function showWindow(state, start) {
  return placeInTraining(state, start);
}

/** Whether it is. @param {State} state @param {number} start */
export function showsWindow({ window }, start) {
  return window?.split === 'train' && window.from === start;
}

/** @param {Asked} a @param {Asked} b */
function isOf(a, b) {
  return a.step === b.step && a.parameter === b.parameter && a.index.join() === b.index.join();
}

/** Bound late, with the views that use them. */
export const updateTransitions = { closeUpdate, openUpdate, restoreUpdate, showBatch, showWindow, updateArrived, updateRefused };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof updateTransitions]: (typeof updateTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} UpdateAct
 */
