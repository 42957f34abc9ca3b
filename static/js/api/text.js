/** Pieces of a model's text: a window with what stands around it, by its place or by words in it. */
import { Refused } from './refused.js';

/** @typedef {import('../types/models.js').TextPiece} TextPiece */
/** @typedef {import('../types/models.js').TextPlace} TextPlace */
/** @typedef {string | null} Model */

/**
 * @typedef {object} Ports
 * @property {(model: Model, place: TextPlace) => Promise<TextPiece>} getText
 * @property {(model: Model, sought: {split: string, query: string, after: number}) => Promise<{from: number}>} findText
 * @property {(found: number, length: number, total: number) => number} standBefore
 * @property {number} around tokens shown before and behind
 */

/** @param {Ports} ports */
export function createTextPieces({ getText, findText, standBefore, around }) {
  /**
   * Where a token is not a character, nothing tells which characters of a longer piece are the window's.
   * @param {Model} model @param {TextPlace} place @param {boolean} isByCharacter @returns {Promise<TextPiece>}
   */
  async function at(model, place, isByCharacter) {
    if (!isByCharacter) return getText(model, place);
    const from = Math.max(0, place.from - around);
    const before = place.from - from;
    const piece = await getText(model, { ...place, from, length: before + place.length + around });
    const characters = [...piece.text];
    const end = before + place.length;
    const part = (/** @type {number} */ start, /** @type {number} */ stop) => characters.slice(start, stop).join('');
    return { ...piece, from: place.from, before: part(0, before), text: part(before, end), after: part(end, characters.length), ids: piece.ids.slice(before, end), next: piece.ids[end] ?? piece.next };
  }

  return {
    at,
    /** By its place where it is here, or else a page of it that always is. @param {Model} model @param {TextPlace} place @param {boolean} isByCharacter @returns {Promise<TextPiece>} */
    async atOrSample(model, place, isByCharacter) {
      try {
        return await at(model, place, isByCharacter);
      } catch (reason) {
        if (!(reason instanceof Refused) || reason.error.code === 'unreachable') throw reason;
        return at(model, { split: 'sample', from: 0, length: place.length }, isByCharacter);
      }
    },
    /** @param {Model} model @param {{split: TextPlace['split'], query: string, after: number}} sought @param {number} length @param {number} total @param {boolean} isByCharacter @returns {Promise<TextPiece>} */
    async of(model, sought, length, total, isByCharacter) {
      const { from } = await next(model, sought);
      const piece = await at(model, { split: sought.split, from: standBefore(from, length, total), length }, isByCharacter);
      return { ...piece, at: from };
    },
  };

  /** Behind the last place the first one comes again. @param {Model} model @param {{split: string, query: string, after: number}} sought */
  async function next(model, sought) {
    try {
      return await findText(model, sought);
    } catch (reason) {
      if (!(reason instanceof Refused) || reason.error.code !== 'not_found' || sought.after < 0) throw reason;
      return findText(model, { ...sought, after: -1 });
    }
  }
}
