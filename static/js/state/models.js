/**
 * One model after another on the same page. The one on show stays, with all its
 * numbers, until everything of the next is here; then all of it changes in one
 * transition. Pure; bound late.
 */
import { traceArrived } from './arrivals.js';
import { withPrompt, withRecords } from './aside.js';
import { clamped } from './drafts.js';
import { openApart } from './apart-link.js';
import { openGeneration } from './generation-link.js';
import { initialState } from './initial.js';
import { tellUnread } from './unread-link.js';
import { restoreUpdate } from './update-link.js';
import { fromHash } from './url.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */
/** @typedef {import('../types/models.js').OpenedModel} OpenedModel */

/** How `opening` names the model that the server was started with. */
export const STARTED_WITH = '';

/**
 * Ask for another model; null is the one that the server was started with.
 * @param {State} state @param {string | null} name @param {string} [link] what its address says beside the name
 * @returns {State}
 */
export function openModel(state, name, link = '') {
  return { ...state, opening: name ?? STARTED_WITH, openingLink: link, missing: null, openRefusal: null };
}

/** Stop waiting for it; the one on show stays. @param {State} state @returns {State} */
export function modelNotOpened(state) {
  return state.opening === null ? state : { ...state, opening: null, openingLink: '' };
}

/** The server has none of that name. @param {State} state @param {string} name @returns {State} */
export function modelMissing(state, name) {
  return { ...modelNotOpened(state), missing: name };
}

/** It can't be opened; the one on show stays. @param {State} state @param {import('../types.js').ApiError} openRefusal @returns {State} */
export function modelRefused(state, openRefusal) {
  return { ...modelNotOpened(state), openRefusal };
}

/** @param {State} state @returns {State} */
export function dismissMissing(state) {
  return state.missing === null ? state : { ...state, missing: null };
}

/** What a link said and cannot be has been read. @param {State} state @returns {State} */
export function dismissLeftOut(state) {
  return state.leftOut ? { ...state, leftOut: null } : state;
}

/** What of the state is of a model, as it is before anything of it has arrived. */
function untouched() {
  const { traced, healthyTraced, baselineTraced, againstTraced, graded, gradedRefusal, verification, parameters, training, train, generation, probes, faults, checks, verdicts, trail, number, piece, row, step, fault, mended, check, off, swap, ablations, before, show, missing, openRefusal, opening, openingLink, overlong, refusal, pending, rec, blockWish, outcomes, text } = initialState();
  return { traced, healthyTraced, baselineTraced, againstTraced, graded, gradedRefusal, verification, parameters, training, train, generation, probes, faults, checks, verdicts, trail, number, piece, row, step, fault, mended, check, off, swap, ablations, before, show, missing, openRefusal, opening, openingLink, overlong, refusal, pending, rec, blockWish, outcomes, text };
}

/**
 * The page with the model, before its records have a trace.
 * @param {State} state @param {OpenedModel} opened @returns {State}
 */
export function withModel(state, { name, info, vocabulary, corpus, drafts, window, link }) {
  const plain = { ...withRecords(state), ...untouched(), leftOut: null, drafts, baseline: drafts, modelName: name, model: info, vocabulary, corpus, window };
  if (!link) return state.mode === 'generate' ? withPrompt(plain) : plain;
  const { opening: _, openingLink: __, train, ...fields } = fromHash(link);
  const records = hasRecords(link) ? {} : { drafts: withEdits(drafts, fields.drafts ?? []), baseline: drafts };
  const there = { ...plain, ...fields, ...records, train: { ...plain.train, against: train?.against ?? null } };
  return restoreUpdate(openGeneration(openApart(there, link), link), link);
}

/** Whether a link writes its records out. @param {string} link */
export function hasRecords(link) {
  return new URLSearchParams(link.replace(/^#/, '')).has('r');
}

/** The link's lab edits, of records that it does not write out. @param {State['drafts']} drafts @param {State['drafts']} linked */
function withEdits(drafts, linked) {
  const isEdited = linked.some(({ replace, paddingId }) => replace.length || paddingId !== null);
  return isEdited ? drafts.map((record, i) => ({ ...record, replace: linked[i]?.replace ?? [], paddingId: linked[i]?.paddingId ?? null })) : drafts;
}

/**
 * All of it at once; without a trace where the records have none, as a text that the model can't read.
 * @param {State} state @param {OpenedModel} opened @param {Traced | null} traced its records' first trace @returns {State}
 */
export function modelOpened(state, opened, traced) {
  const next = withModel(state, opened);
  const told = (/** @type {State} */ there) => tellUnread(there, opened.link ?? '');
  if (!traced) return told(next);
  // Built anew from the link, they are equal to those that the trace is of; from here on they are the same.
  const baseline = next.baseline === next.drafts ? traced.drafts : next.baseline;
  return told(traceArrived({ ...next, drafts: traced.drafts, baseline }, traced, false));
}

/** Open a block, once it is here; the one before folds. @param {State} state @param {number} block @returns {State} */
export function openBlock(state, block) {
  const isInside = block >= 0 && block < (state.model?.config.blocks ?? 0);
  return isInside ? clamped({ ...state, blockWish: block === state.block ? null : block }) : state;
}

/** Bound late, with the views that use them. */
export const modelsTransitions = { dismissLeftOut, dismissMissing, modelMissing, modelNotOpened, modelOpened, modelRefused, openBlock, openModel };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof modelsTransitions]: (typeof modelsTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} ModelsAct
 */
