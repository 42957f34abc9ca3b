/** The panel of Take apart: all heads in small, the logit lens and all candidates of the selected position. */
import { el, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { changesOf, isApart } from '../state/apart.js';
import { createApartCandidates } from './apart-candidates.js';
import { createApartHeads } from './apart-heads.js';
import { createApartLens } from './apart-lens.js';
import { partName } from './apart-words.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createApartPanel(root, act) {
  const title = el('h2', { id: 'apart-title' });
  const sentence = el('p', { class: 'apart-sentence' });
  const heads = createApartHeads(act);
  const lens = createApartLens();
  const candidates = createApartCandidates();
  root.setAttribute('aria-labelledby', 'apart-title');
  root.append(el('div', { class: 'apart-top' }, title, sentence), el('div', { class: 'apart-body' }, heads.element, el('div', {}, lens.element, candidates.element)));
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !isApart(state) || !state.panel;
      if (root.hidden) return;
      const depends = [state.off, state.swap, state.traced, state.healthyTraced, state.ablations, state.pos, state.rec, state.block, state.head, state.lang, state.vocabulary];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      setText(title, wordsOf(state).apart.title);
      setText(sentence, sentenceOf(state));
      heads.update(state);
      lens.update(state);
      candidates.update(state);
    },
  };
}

/** @param {State} state */
function sentenceOf(state) {
  const t = wordsOf(state).apart;
  const parts = [];
  if (state.off.length) parts.push(t.isOff(state.off.map((part) => partName(state, part))));
  if (state.swap.length) parts.push(t.exchanged(state.swap.length));
  if (!changesOf(state)) parts.push(t.idle);
  parts.push(state.ablations?.reply === null ? t.unasked : state.ablations ? t.intro : t.asking);
  return parts.join(state.lang === 'zh' ? '' : ' ');
}
