/**
 * Where in its text a model's record stands, in the link: at=validation:40039; and what
 * lends it residual rows, record by record from 1 on: lend=validation:40167 or lend=text:<own words>.
 */
import { MOST_RECORDS } from './drafts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types/models.js').TextWindow} TextWindow */

export const PLACE = /^(train|validation|sample):(\d{1,9})$/;
const OWN = 'text:';

/** Where a link says nothing. */
const FIRST = { split: /** @type {const} */ ('validation'), from: 0 };

/** @param {URLSearchParams} hash written to @param {State} state */
export function writePlace(hash, state) {
  const { window } = state;
  if (!window) return;
  // The first page of the sample stands where nothing else is here.
  if (window.split !== 'sample' || window.from) hash.set('at', `${window.split}:${window.from}`);
  for (const { at, text } of (state.aside ?? state).drafts.slice(1)) hash.append('lend', at ? `${at.split}:${at.from}` : `${OWN}${text}`);
}

/** @param {string} link @returns {Pick<TextWindow, 'split' | 'from'>} */
export function placeIn(link) {
  return placeOf(fieldsOf(link).get('at') ?? '') ?? FIRST;
}

/** @param {string} link @returns {({text: string} | {at: import('../types/models.js').Place})[]} */
export function lendersIn(link) {
  const lend = fieldsOf(link).getAll('lend').slice(0, MOST_RECORDS - 1);
  return lend.map((text) => ({ text, at: placeOf(text) })).flatMap(({ text, at }) => (at ? { at } : text.startsWith(OWN) ? { text: text.slice(OWN.length) } : []));
}

/** @param {string} link */
function fieldsOf(link) {
  return new URLSearchParams(link.replace(/^#/, ''));
}

/** @param {string} text @returns {import('../types/models.js').Place | null} */
function placeOf(text) {
  const [, split, from] = PLACE.exec(text) ?? [];
  return split && from ? { split: /** @type {TextWindow['split']} */ (split), from: Number(from) } : null;
}
