/**
 * Train's panel while two states are compared, "Before and after": which two,
 * what each target costs in both, and what each head attends to.
 */
import { el, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { isPanelOpen } from '../state/panel.js';
import { isComparing } from '../state/wanted.js';
import { createCompareHeads } from './compare-heads.js';
import { createLosses } from './losses.js';
import { createStateChoice } from './state-choice.js';
import { stateName } from './state-name.js';

/** @typedef {import('../types.js').State} State */

/** Whether the lower left shows it. @param {State} state */
export function isCompareOpen(state) {
  return isComparing(state) && isPanelOpen(state);
}

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createComparePanel(root, act) {
  const title = el('h2', { id: 'compare-title' });
  const sentence = el('p', { class: 'sentence' });
  const choices = createChoices(act);
  const body = el('div', { class: 'compare-body' });
  /** @type {{update: (state: State, other: import('../types.js').Traced) => void, element: HTMLElement}[]} made when first looked at */
  let parts = [];
  root.setAttribute('aria-labelledby', 'compare-title');
  root.append(el('div', { class: 'detail-head' }, title, sentence), choices.element, body);

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !isCompareOpen(state);
      if (root.hidden) return;
      const t = wordsOf(state).compare;
      const other = comparedWith(state);
      setText(title, t.title);
      setText(sentence, said(state));
      choices.update(state);
      body.hidden = !other;
      if (!other) return;
      if (!parts.length) {
        parts = [createLosses(act), createCompareHeads(act)];
        body.append(...parts.map(({ element }) => element));
      }
      for (const part of parts) part.update(state, other);
    },
  };
}

/** @param {State} state */
function said(state) {
  const t = wordsOf(state).compare;
  const { step, train, show } = state;
  if (step === train.against) return t.sameState;
  if (!comparedWith(state)) return t.waiting;
  const sentence = t.sentence(stateName(state, train.against), stateName(state, step), state.drafts.length);
  return show === 'both' ? sentence + t.sentenceBoth : sentence;
}

/** A, B, and their exchange. @param {import('../types.js').Act} act */
function createChoices(act) {
  const a = createStateChoice('A', (step) => act.setAgainst(step));
  const b = createStateChoice('B', (step) => act.showStep(step));
  const swap = el('button', { type: 'button', class: 'button compare-swap', onclick: () => act.swapStates() });
  const back = el('button', { type: 'button', class: 'link', onclick: () => act.setShow('values') });
  return {
    element: el('div', { class: 'compare-choices' }, a.element, swap, b.element, back),
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).compare;
      a.update(state, state.train.against, t.handles.a);
      b.update(state, state.step, t.handles.bOfTwo);
      setText(swap, `⇄ ${t.swap}`);
      set(swap, { title: t.swapTitle });
      setText(back, t.back);
    },
  };
}
