/** How a piece was merged: a tree from the token down to bytes, read off the vocabulary. */
import { el, fill, set } from '../dom.js';
import { words } from '../i18n/index.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/** @param {import('../types.js').Act} act */
export function createMerges(act) {
  const node = el('div', { class: 'merges', hidden: true });
  /** @type {unknown[]} */
  let shown = [];

  return {
    node,
    /** @param {State} state @param {number | undefined} id the token whose merges are open */
    update({ vocabulary, lang }, id) {
      const entry = id === undefined ? undefined : vocabulary?.[id];
      node.hidden = !entry;
      const needed = [vocabulary, lang, id];
      if (!entry || !vocabulary || needed.every((value, i) => value === shown[i])) return;
      shown = needed;
      const { records } = words(lang);
      const close = el('button', { class: 'link', onclick: () => act.openPiece(null) }, records.close);
      set(node, { role: 'group', 'aria-label': records.mergesTitle(entry.id) });
      fill(node, el('h2', {}, records.mergesTitle(entry.id), close), el('ul', {}, branch(entry, vocabulary, lang)), note(entry, lang));
    },
    /** Under its chip, and inside the page: measured only when it opens. @param {HTMLElement} list @param {HTMLElement | undefined} chip */
    place(list, chip) {
      const free = list.offsetLeft + list.clientWidth - node.offsetWidth;
      const wished = (chip?.offsetLeft ?? 0) - list.scrollLeft;
      node.style.setProperty('--from', `${Math.max(0, Math.min(wished, free))}px`);
    },
  };
}

/** @param {VocabularyEntry} entry @param {VocabularyEntry[]} vocabulary @param {State['lang']} lang @returns {HTMLElement} */
function branch(entry, vocabulary, lang) {
  const { records } = words(lang);
  const origin = entry.rank === null ? records.id(entry.id) : `${records.id(entry.id)} · ${records.merge(entry.rank)}`;
  const made = el('div', { class: 'made' }, renderPiece(entry), el('small', {}, origin));
  const parts = [entry.left, entry.right].flatMap((id) => (id === null ? [] : (vocabulary[id] ?? [])));
  return el('li', {}, made, parts.length > 0 && el('ul', {}, ...parts.map((part) => branch(part, vocabulary, lang))));
}

/** @param {VocabularyEntry} entry @param {State['lang']} lang */
function note({ kind }, lang) {
  const { records } = words(lang);
  if (kind === 'merge') return null;
  return el('p', {}, kind === 'byte' ? records.isByte : records.isSpecial);
}
