/** Below the prompt: records to take it from, and keeping what was drawn as one. */
import { el, fill, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { readsTexts } from '../i18n/index.js';
import { promptOf } from '../state/aside.js';
import { MOST_RECORDS } from '../state/drafts.js';
import { drawnCount, drawnText, generated } from '../state/generation.js';
import { createPatientButton } from './patient-button.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createPromptLine(root, act) {
  const label = el('span');
  const uses = el('span', { class: 'prompt-uses' });
  const keep = createPatientButton('link', () => act.keepAsRecord());
  const kept = el('span', { role: 'status' });
  root.append(label, uses, keep.element, kept);
  /** @type {unknown[]} */
  let seen = [];
  let held = 0;

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'generate';
      const depends = [state.aside, state.model, state.lang, drawnCount(state) > 0, root.hidden];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      if (root.hidden || !state.aside) return;
      const t = wordsOf(state).generation;
      const { drafts } = state.aside;
      // A window of the text has no number.
      const isText = readsTexts(state.model);
      const generation = generated(state);
      setText(label, t.prompt);
      fill(uses, ...drafts.map(({ text }, i) => el('button', { type: 'button', class: 'link', title: promptOf(text), onclick: () => act.setPrompt(promptOf(text)) }, isText && drafts.length === 1 ? t.useText : t.useRecord(i))));
      setText(keep.element, t.keep);
      keep.allow(drawnCount(state) > 0 && drafts.length < MOST_RECORDS);
      setText(kept, held && drafts.length > held ? (generation && !drawnText(state, generation).isWhole ? t.keptText : t.kept) : '');
      held = drafts.length;
    },
  };
}
