/** What is learned from: the corpus by name, and its records once somebody opens it. */
import { el, fill, setText } from '../dom.js';
import { words } from '../i18n/all.js';

/** @typedef {import('../types.js').State} State */

export function createTrainCorpus() {
  const title = el('h3', { id: 'train-corpus-title' });
  const summary = el('summary');
  const lists = el('div', { class: 'train-records', tabindex: 0, role: 'group', 'aria-labelledby': 'train-corpus-title' });
  const details = el('details', { ontoggle: () => shown && draw(shown) }, summary, lists);
  const element = el('section', { class: 'train-corpus', 'aria-labelledby': 'train-corpus-title' }, title, details);
  /** @type {State | null} */
  let shown = null;
  /** @type {unknown[]} */
  let drawn = [];

  /** @param {State} state */
  function draw({ corpus, lang }) {
    const depends = [corpus, lang];
    if (!details.open || depends.every((part, i) => part === drawn[i])) return;
    drawn = depends;
    const t = words(lang).train;
    const splits = /** @type {const} */ (['train', 'validation']);
    fill(lists, ...splits.flatMap((split) => [el('h4', {}, t.split(t.splits[split], corpus?.[split].length ?? 0)), el('ol', {}, ...(corpus?.[split] ?? []).map(({ text }) => el('li', {}, text)))]));
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { corpus, lang } = state;
      shown = state;
      const t = words(lang).train;
      setText(title, t.corpus);
      setText(summary, corpus ? t.corpusName(corpus.version, corpus.train.length + corpus.validation.length) : '');
      element.hidden = !corpus?.train.length;
      draw(state);
    },
  };
}
