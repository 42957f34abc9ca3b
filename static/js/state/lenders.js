/**
 * Records beside a window of a text. Nobody chooses them: each lends the window a
 * residual row, and goes when nothing is taken from it any more. Pure.
 */
import { MOST_RECORDS } from './drafts.js';
import { draft } from './initial.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Draft} Draft */
/** @typedef {import('../types/models.js').Place} Place */

/** Whether a window stands where the records would. @param {Pick<State, 'window' | 'aside'>} state */
function isInWindow({ window, aside }) {
  return window !== null && aside === null;
}

/** @param {{text: string, next?: number | null, at?: Place}} piece a place of the text, or words of a person's own @param {number} key @returns {Draft} */
export function lender({ text, next, at }, key) {
  return { ...draft(text, key), ...(next !== undefined && { next }), ...(at && { at: { split: at.split, from: at.from } }) };
}

/**
 * With one more, unless it is here already.
 * @param {State} state @param {{text: string, next?: number | null, at?: Place}} piece
 * @returns {{state: State, from: number} | null} and which record it is; null where there are as many as can be
 */
export function withLender(state, piece) {
  const { drafts, baseline } = state;
  const known = drafts.findIndex((own, i) => i > 0 && (piece.at ? own.at?.split === piece.at.split && own.at.from === piece.at.from : !own.at && own.text === piece.text));
  if (known > 0) return { state, from: known };
  if (drafts.length >= MOST_RECORDS) return null;
  const added = lender(piece, 1 + Math.max(...drafts.map(({ key }) => key)));
  return { state: { ...state, drafts: [...drafts, added], baseline: [...baseline, added] }, from: drafts.length };
}

/** Without those that lend nothing. @param {State} state @returns {State} */
export function withoutIdle(state) {
  const { drafts, baseline, swap } = state;
  const isKept = (/** @type {unknown} */ _, /** @type {number} */ i) => i === 0 || swap.some(({ from }) => from === i);
  if (!isInWindow(state) || drafts.every(isKept)) return state;
  const place = (/** @type {number} */ from) => drafts.slice(0, from).filter(isKept).length;
  return { ...state, drafts: drafts.filter(isKept), baseline: baseline.filter(isKept), swap: swap.map((one) => ({ ...one, from: place(one.from) })) };
}
