/** How a piece was merged: a tree from the token down to bytes, read off the vocabulary. */
import { el, fill, set } from '../dom.js';
import { words } from '../i18n/all.js';
import { renderPiece } from './piece.js';
import { tokensOnShow } from './tokens.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createMerges(root, act) {
  /** @type {unknown[]} */
  let shown = [];
  set(root, { role: 'group' });

  return {
    /** @param {State} state */
    update(state) {
      const { vocabulary, lang, piece } = state;
      const id = piece === null ? undefined : tokensOnShow(state)?.ids[piece];
      const needed = [vocabulary, lang, piece, id];
      if (needed.every((value, i) => value === shown[i])) return;
      shown = needed;
      const entry = id === undefined ? undefined : vocabulary?.[id];
      root.hidden = !entry;
      if (!entry || !vocabulary) return;
      const { merges, table } = words(lang).detail;
      const close = el('button', { class: 'link', onclick: () => act.openPiece(null) }, table.close);
      set(root, { 'aria-label': merges.title(entry.id) });
      fill(root, el('h2', {}, merges.title(entry.id), close), el('ul', {}, branch(entry, vocabulary, lang)), note(entry, lang));
      placeUnder(root, document.querySelector(`#chips [data-slot="${piece}"]`));
    },
  };
}

/** Under its chip, and inside the row: measured only when it opens. @param {HTMLElement} root @param {Element | null} chip */
function placeUnder(root, chip) {
  const row = root.offsetParent?.getBoundingClientRect();
  if (!row || !chip) return;
  const place = chip.getBoundingClientRect();
  root.style.setProperty('--from', `${Math.max(0, Math.min(place.left - row.left, row.width - root.offsetWidth))}px`);
  root.style.setProperty('--below', `${place.bottom - row.top + 4}px`);
}

/** @param {VocabularyEntry} entry @param {VocabularyEntry[]} vocabulary @param {State['lang']} lang @returns {HTMLElement} */
function branch(entry, vocabulary, lang) {
  const { merges } = words(lang).detail;
  const origin = entry.rank === null ? merges.id(entry.id) : `${merges.id(entry.id)} · ${merges.merge(entry.rank)}`;
  const made = el('div', { class: 'made' }, renderPiece(entry), el('small', {}, origin));
  const parts = [entry.left, entry.right].flatMap((id) => (id === null ? [] : (vocabulary[id] ?? [])));
  return el('li', {}, made, parts.length > 0 && el('ul', {}, ...parts.map((part) => branch(part, vocabulary, lang))));
}

/** @param {VocabularyEntry} entry @param {State['lang']} lang */
function note({ kind }, lang) {
  const { merges } = words(lang).detail;
  if (kind !== 'byte' && kind !== 'special') return null;
  return el('p', {}, kind === 'byte' ? merges.isByte : merges.isSpecial);
}
