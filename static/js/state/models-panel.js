/** The list of models, and the checkpoint that is being read beside it. Pure; bound late. */
import { openModel } from './models.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types/models.js').ModelsSlice} ModelsSlice */
/** @typedef {import('../types/models.js').ListedModels} ListedModels */
/** @typedef {NonNullable<ModelsSlice['asked']>} Asked */

/** @param {State} state @param {Partial<ModelsSlice>} change @returns {State} */
function withPanel(state, change) {
  return { ...state, models: { ...state.models, ...change } };
}

/** The panel over the lower half, or away with it. @param {State} state @returns {State} */
export function toggleModels(state) {
  return { ...state, popover: state.popover === 'models' ? null : 'models' };
}

/** @param {State} state @param {ListedModels} list @returns {State} */
export function modelsArrived(state, list) {
  const { file } = state.models;
  const isThere = list.files.some(({ name }) => name === file);
  return withPanel(state, { list, file: isThere ? file : (list.files[0]?.name ?? null) });
}

/** @param {State} state @param {string} file @returns {State} */
export function chooseCheckpoint(state, file) {
  return withPanel(state, { file, answers: file === state.models.file ? state.models.answers : {} });
}

/** Read the chosen file's names and shapes, and say what it is. @param {State} state @returns {State} */
export function readCheckpoint(state) {
  const { file } = state.models;
  return file === null ? state : asking(state, 'read', file, {});
}

/**
 * What the file can't tell, told by a person; an empty answer takes one back. The report is made anew with it.
 * @param {State} state @param {string} what @param {import('../types/models.js').Choice | null} value @returns {State}
 */
export function answerImport(state, what, value) {
  const { report, answers } = state.models;
  if (!report) return state;
  const { [what]: _, ...others } = answers;
  return asking(state, 'read', report.file, value === null ? others : { ...others, [what]: value });
}

/** @param {State} state @returns {State} */
export function openCheckpoint(state) {
  const { report, answers } = state.models;
  return report?.ready ? asking(state, 'open', report.file, answers) : state;
}

/** @param {State} state @param {Asked['command']} command @param {string} file @param {import('../types/models.js').ImportAnswers} answers */
function asking(state, command, file, answers) {
  return withPanel(state, { answers, asked: { command, file, answers }, refusal: null });
}

/** Whether the model on show is the file of the report, opened with these answers. @param {State} state */
export function isReportOpen({ models, model }) {
  return models.opened === models.answers && models.report !== null && models.report.file === model?.imported?.file;
}

/** What the panel still waits for. @param {State} state @returns {Asked | null} */
export function wantedOfImport(state) {
  return state.models.asked;
}

/**
 * A report; or the name of a model that is among the others from now on, and is opened.
 * @param {State} state @param {Asked} asked @param {import('../types/models.js').ImportReport | {name: string}} reply @returns {State}
 */
export function importAnswered(state, asked, reply) {
  if (state.models.asked !== asked) return state;
  const done = withPanel(state, { asked: null, ...('name' in reply && { opened: asked.answers }) });
  return 'name' in reply ? openModel(done, reply.name) : withPanel(done, { report: reply });
}

/** A report that stands is of the file as it was read last. @param {State} state @param {Asked} asked @param {import('../types.js').ApiError} error @returns {State} */
export function importRefused(state, asked, error) {
  if (state.models.asked !== asked) return state;
  const { report } = state.models;
  return withPanel(state, { asked: null, refusal: { file: asked.file, error }, report: report?.file === asked.file ? report : null });
}

/** Bound late, with the panel. */
export const modelsPanelTransitions = { answerImport, chooseCheckpoint, importAnswered, importRefused, modelsArrived, openCheckpoint, readCheckpoint, toggleModels };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof modelsPanelTransitions]: (typeof modelsPanelTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} ModelsPanelAct
 */
