/** A place where a piece is shown: drawn anew only when the token changes. */
import { fill } from '../dom.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/** @type {WeakMap<HTMLElement, VocabularyEntry | null>} */
const shown = new WeakMap();

/**
 * @param {HTMLElement} place
 * @param {VocabularyEntry | null | undefined} entry none while the vocabulary is not here
 */
export function showPiece(place, entry) {
  const wanted = entry ?? null;
  if (shown.get(place) === wanted) return;
  shown.set(place, wanted);
  fill(place, wanted && renderPiece(wanted));
}
