/** The states of the run that have a name: each with its losses, each a click away from the whole page. */
import { el, fill, set, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { namedStates } from './learning-facts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** As many as there are names. */
const ROWS = 3;

/** @param {Act} act */
export function createTrainStates(act) {
  const title = el('h3', { id: 'train-states-title' });
  const caption = el('caption', { class: 'spoken' });
  const heads = [0, 1, 2, 3].map(() => el('th', { scope: 'col' }));
  const rows = Array.from({ length: ROWS }, () => createRow(act));
  const table = el('table', { class: 'train-table' }, caption, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows.map((row) => row.element)));
  const none = el('p', { class: 'note' });
  const compare = el('button', { type: 'button', class: 'button', onclick: () => act.openCompare() });
  const element = el('section', { class: 'train-states', 'aria-labelledby': 'train-states-title' }, title, table, none, compare);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { training, step, model, lang } = state;
      const depends = [model, training?.curve, training?.saved, training?.selected, training?.status, step, lang];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const t = words(lang).train;
      setText(title, t.states);
      setText(caption, t.statesCaption);
      [t.state, t.step, t.series.train, t.series.validation].forEach((text, i) => heads[i] && setText(heads[i], text));
      const states = training ? namedStates(training) : [];
      rows.forEach((row, i) => row.update(states[i], state));
      table.hidden = states.length === 0;
      none.hidden = states.length > 0;
      setText(none, t.noStates);
      compare.hidden = states.length < 2;
      setText(compare, t.compare);
    },
  };
}

/** @param {Act} act */
function createRow(act) {
  let step = 0;
  const name = el('button', { type: 'button', onclick: () => act.showStep(step) });
  const at = el('td');
  const losses = [el('td'), el('td')];
  const element = el('tr', {}, el('th', { scope: 'row' }, name), at, ...losses);
  return {
    element,
    /** @param {ReturnType<typeof namedStates>[number] | undefined} named @param {State} state */
    update(named, state) {
      element.hidden = !named;
      if (!named) return;
      step = named.step;
      const t = words(state.lang).train;
      const isShown = state.step === step || (step === 0 && state.step === null && !state.model?.trained_step);
      setText(name, t.named[named.name]);
      set(name, { 'aria-label': t.show(t.named[named.name], step), 'aria-pressed': String(isShown) });
      element.classList.toggle('shown', isShown);
      setText(at, step);
      const values = named.evaluation ? [named.evaluation.train, named.evaluation.validation] : [];
      losses.forEach((cell, i) => {
        const value = values[i];
        fill(cell, value === undefined ? '–' : short(value, 4));
        set(cell, { title: value === undefined ? null : full(value) });
      });
    },
  };
}
