/** How the selected position's ID came to be: its bytes, joined merge by merge. */
import { el, fill, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { renderPiece } from './piece.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').VocabularyEntry} VocabularyEntry
 */

/** @param {HTMLElement} root */
export function createBatchMerges(root) {
  const title = el('h3');
  const steps = el('ol', { class: 'made-steps' });
  const note = el('p', { class: 'note' });
  root.append(title, note, steps);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      const id = shownRecord(state)?.ids[state.pos];
      const { vocabulary, lang } = state;
      const depends = [id, vocabulary, lang];
      if (id === undefined || depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const text = words(lang).detail.batch;
      const entry = vocabulary?.[id];
      setText(title, text.made(id));
      setText(note, noteOn(entry, text));
      note.hidden = note.textContent === '';
      fill(steps, ...mergesOf(entry, vocabulary ?? []).map((step) => renderStep(step, vocabulary ?? [], text)));
    },
  };
}

/** @param {VocabularyEntry | undefined} entry @param {import('../i18n/all.js').Words['detail']['batch']} text */
function noteOn(entry, text) {
  if (entry?.kind === 'byte') return text.byte(entry.hex);
  if (entry?.kind === 'special') return text.special;
  return text.kinds[entry?.kind ?? ''] ?? '';
}

/**
 * A merge's parts first, then itself.
 * @param {VocabularyEntry | undefined} entry @param {VocabularyEntry[]} vocabulary
 * @returns {VocabularyEntry[]}
 */
function mergesOf(entry, vocabulary) {
  if (!entry || entry.left === null || entry.right === null) return [];
  return [...mergesOf(vocabulary[entry.left], vocabulary), ...mergesOf(vocabulary[entry.right], vocabulary), entry];
}

/**
 * @param {VocabularyEntry} merge @param {VocabularyEntry[]} vocabulary
 * @param {import('../i18n/all.js').Words['detail']['batch']} text
 */
function renderStep(merge, vocabulary, text) {
  const parts = [merge.left, merge.right].map((id) => renderToken(vocabulary[id ?? -1]));
  const number = el('span', { class: 'made-number' }, text.merge((merge.rank ?? 0) + 1));
  return el('li', {}, ...parts.flatMap((part, i) => (i ? [' + ', part] : [part])), ' → ', renderToken(merge), ' ', number);
}

/** @param {VocabularyEntry | undefined} entry */
function renderToken(entry) {
  return el('span', { class: 'made-token' }, entry && renderPiece(entry), ' ', el('span', { class: 'id' }, entry?.id));
}
