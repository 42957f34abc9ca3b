/** A window of a long text in place of the records: where it stands, moving it, and a person's own text instead. Pure; bound late. */
import { clamped, settled } from './drafts.js';
import { lent } from './lending.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').TextWindow} TextWindow */
/** @typedef {import('../types/models.js').TextWish} TextWish */
/** @typedef {import('../types/models.js').TextPiece} TextPiece */

/** Shown before and behind the window, in tokens. */
export const AROUND = 120;
/** Before a place that was found, so that the model has something to go on. */
const LEAD = 32;

/** Whether the window stands where the records would: Generate has its prompt there. @param {State} state @returns {state is State & {window: TextWindow}} */
export function isWindowOpen(state) {
  return state.window !== null && state.aside === null;
}

/** Positions of a window. @param {State} state */
export function windowLength({ model, window }) {
  return Math.min(model?.config.context_length ?? 0, window?.total ?? Infinity);
}

/** @param {State} state @param {number} from @returns {State} */
export function placeWindow(state, from) {
  const { window } = state;
  if (!window) return state;
  const place = Math.max(0, Math.min(window.total - windowLength(state), Math.round(from)));
  if (place === wishedFrom(state)) return state;
  // Back where it stands, nothing is asked for any more.
  return place === window.from ? { ...state, text: { ...state.text, wish: null, refusal: null } } : wishing(state, { split: window.split, from: place });
}

/** The same of what is learned from, whichever split or text of one's own is on show. @param {State} state @param {number} from @returns {State} */
export function placeInTraining(state, from) {
  return state.window?.split === 'train' ? placeWindow(state, from) : wishing(state, { split: 'train', from });
}

/** Where it stands, or is about to. @param {State} state */
export function wishedFrom({ window, text: { wish } }) {
  return wish && 'from' in wish && !wish.lend ? wish.from : (window?.from ?? 0);
}

/** So many windows on or back. @param {State} state @param {number} by @returns {State} */
export function moveWindow(state, by) {
  return state.window ? placeWindow(state, wishedFrom(state) + by * windowLength(state)) : state;
}

/** To the next place where these words are; from the beginning again behind the last. @param {State} state @param {string} query @returns {State} */
export function findInText(state, query) {
  const { window, text } = state;
  if (!window || query === '') return state;
  const isAgain = text.found?.query === query;
  return wishing(state, { split: window.split, query, after: isAgain && text.found ? text.found.from : -1 });
}

/** @param {State} state @param {TextWish} wish @returns {State} */
function wishing(state, wish) {
  return { ...state, text: { ...state.text, wish, refusal: null } };
}

/** The window's text becomes a record that can be written in. @param {State} state @returns {State} */
export function writeOwn(state) {
  const { window } = state;
  if (!window) return state;
  return { ...state, window: null, text: { ...state.text, wish: null, left: { split: window.split, from: window.from } } };
}

/** @param {State} state @returns {State} */
export function backToText(state) {
  return state.text.left && !state.window ? wishing(state, state.text.left) : state;
}

/** @param {State} state @returns {TextWish | null} */
export function wantedText(state) {
  return state.text.wish;
}

/** @param {State} state @param {TextWish} wish @param {TextPiece} piece @returns {State} */
export function textArrived(state, wish, piece) {
  if (state.text.wish !== wish) return state;
  if ('from' in wish && wish.lend) return lent({ ...state, text: { ...state.text, wish: null } }, wish.lend, { text: piece.text, next: piece.next, at: wish });
  const [first, ...others] = (state.aside ?? state).drafts;
  // What another place of the text lends, it lends the new window too.
  const drafts = [drafted(piece, first?.key ?? 0), ...(state.window ? others : [])];
  const text = { ...state.text, wish: null, refusal: null, found: 'query' in wish && piece.at !== undefined ? { query: wish.query, from: piece.at } : null };
  const pos = piece.at === undefined ? null : piece.at - piece.from;
  const at = pos === null ? null : { pos, key: pos };
  // The trace on show is of the window before; what is selected in it stays until the new one is here.
  const own = { drafts, baseline: drafts, rec: 0, ...at };
  const next = { ...state, window: windowOf(piece), text, piece: null, ...(state.aside ? { aside: { ...state.aside, ...own } } : own) };
  return settled(at ? next : clamped(next));
}

/** @param {State} state @param {TextWish} wish @param {import('../types.js').ApiError} refusal @returns {State} */
export function textRefused(state, wish, refusal) {
  return state.text.wish === wish ? { ...state, text: { ...state.text, wish: null, refusal } } : state;
}

/** @param {TextPiece} piece @param {number} key @returns {import('../types.js').Draft} */
export function drafted({ text, next }, key) {
  return { key, text, replace: [], paddingId: null, next };
}

/** @param {TextPiece} piece @returns {TextWindow} */
export function windowOf({ split, from, total, before = '', after = '' }) {
  return { split, from, total, before, after };
}

/** Where to stand, so that words found at a place have some before them. @param {number} found @param {number} length @param {number} total */
export function standBefore(found, length, total) {
  return Math.max(0, Math.min(found - Math.min(LEAD, length >> 2), total - length));
}

/** Bound late, with the view that uses them. */
export const textTransitions = { backToText, findInText, moveWindow, placeWindow, textArrived, textRefused, writeOwn };

/**
 * Every one of them, bound to the store.
 * @typedef {{ [K in keyof typeof textTransitions]: (typeof textTransitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} TextAct
 */
