/** Which token the latest lab edit has put in; hidden while there is none. */
import { el, fill, set } from '../dom.js';
import { name } from '../format/pieces.js';
import { wordsOf } from '../i18n/all.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {{position: number | null, id: number}} Edit position null is the padding */

/** @param {import('../types.js').Act} act */
export function createLabSelect(act) {
  const element = el('select', { class: 'button lab-select', hidden: true });
  /** @type {Edit | null} */
  let edit = null;
  /** @type {State['vocabulary']} */
  let listed = null;

  element.addEventListener('change', () => {
    if (!edit) return;
    if (edit.position === null) act.fillPadding(Number(element.value));
    else act.replaceToken(edit.position, Number(element.value));
  });

  return {
    element,
    /** @param {State} state */
    update(state) {
      edit = latestEdit(state);
      element.hidden = edit === null || state.vocabulary === null;
      if (!edit || !state.vocabulary) return;
      if (listed !== state.vocabulary) list(element, state.vocabulary);
      listed = state.vocabulary;
      const t = wordsOf(state).lab;
      set(element, { 'aria-label': edit.position === null ? t.filling : t.replacement(edit.position) });
      if (element.value !== String(edit.id)) element.value = String(edit.id);
    },
  };
}

/** Merges first: they are what a reader recognises. @param {HTMLSelectElement} element @param {import('../types.js').VocabularyEntry[]} vocabulary */
function list(element, vocabulary) {
  const ordered = [...vocabulary].sort((a, b) => Number(b.kind === 'merge') - Number(a.kind === 'merge') || a.id - b.id);
  fill(element, ...ordered.map((entry) => el('option', { value: entry.id }, `${name(entry)} (${entry.id})`)));
}

/** @param {State} state @returns {Edit | null} */
function latestEdit({ drafts, rec }) {
  const draft = drafts[rec];
  const swap = draft?.replace.at(-1);
  if (swap) return swap;
  return draft && draft.paddingId !== null ? { position: null, id: draft.paddingId } : null;
}
