/** The curves as a table, for whoever wants numbers or hears the page; made only while it is open. */
import { el, fill, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Evaluation} Evaluation */

/** More rows than anybody reads. */
const MOST = 250;

export function createLearningTable() {
  const summary = el('summary');
  const caption = el('caption');
  const head = el('tr');
  const body = el('tbody');
  const element = el('details', { class: 'learning-table', ontoggle: () => shown && draw(shown) }, summary, el('table', {}, caption, el('thead', {}, head), body));
  /** @type {State | null} */
  let shown = null;
  /** @type {unknown[]} */
  let drawn = [];

  /** @param {State} state */
  function draw(state) {
    const curve = state.training?.curve ?? [];
    const depends = [curve, state.lang];
    if (!element.open || depends.every((part, i) => part === drawn[i])) return;
    drawn = depends;
    const t = words(state.lang).train;
    const rows = thinned(curve, state.training?.selected ?? null);
    setText(caption, rows.length < curve.length ? t.thinned(rows.length, curve.length) : t.tableOf(curve.length));
    fill(head, ...[t.step, t.series.train, t.series.validation].map((text) => el('th', { scope: 'col' }, text)));
    fill(body, ...rows.map((one) => el('tr', {}, el('th', { scope: 'row' }, one.step), number(one.train), number(one.validation))));
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      shown = state;
      element.hidden = !state.training?.curve.length;
      setText(summary, words(state.lang).train.asTable);
      draw(state);
    },
  };
}

/** @param {number} value */
function number(value) {
  return el('td', { title: full(value) }, short(value, 6));
}

/** Evenly, but never without the first, the selected and the last. @param {Evaluation[]} curve @param {number | null} selected */
function thinned(curve, selected) {
  const every = Math.ceil(curve.length / MOST);
  return curve.filter(({ step }, i) => i % every === 0 || i === curve.length - 1 || step === selected);
}
