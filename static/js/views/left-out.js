/** What a link has said and cannot be, in words. Pure. */
import { words } from '../i18n/all.js';

/** @typedef {import('../types.js').State} State */

/** More of them, or longer ones, would fill the page. */
const MOST = 4;
const LONGEST = 32;

/** @param {State} state empty where all of the link could be taken */
export function leftOutText({ lang, leftOut, window }) {
  if (!leftOut) return '';
  const { fault, places = [], rows = [], fields = [] } = leftOut;
  const { models, faults } = words(lang);
  const t = models.leftOut;
  const title = fault && faults[fault]?.title;
  const told = [
    fault && (title ? t.faultElsewhere(title) : t.fault(short(fault))),
    places.length && t.places(listOf(places)),
    rows.length && (window ? t.lenders : t.rows)(listOf(rows)),
    fields.length && t.fields(listOf(fields)),
  ];
  return told.filter(Boolean).join(' ');
}

/** @param {string[]} texts */
function listOf(texts) {
  return texts.slice(0, MOST).map(short).join(', ') + (texts.length > MOST ? ' …' : '');
}

/** @param {string} text */
function short(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
