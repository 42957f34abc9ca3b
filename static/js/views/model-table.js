/** One row for each model there is; a click opens it. */
import { el, fill, set } from '../dom.js';
import { count, short } from '../format/numbers.js';
import { title as titled } from '../i18n/frame.js';
import { words } from '../i18n/all.js';
import { languageOf, serverSentence } from '../i18n/server-sentences.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../types/models.js').ListedModel} ListedModel */
/** @typedef {ReturnType<typeof words>['models']} Words */

const COLUMNS = /** @type {const} */ (['parameters', 'sizes', 'context', 'vocabulary', 'precision', 'validation']);
const DECIMALS = 4;

/** @param {Act} act */
export function createModelTable(act) {
  const head = el('tr');
  const body = el('tbody');
  const element = el('table', { class: 'models-table', 'aria-labelledby': 'models-title' }, el('thead', {}, head), body);
  /** @type {unknown[]} */
  let drawn = [];

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { list } = state.models;
      const depends = [list, state.modelName, state.opening, state.lang, state.training?.saved, state.training?.selected, state.step];
      if (depends.every((part, i) => part === drawn[i]) && drawn.length) return;
      drawn = depends;
      const t = words(state.lang).models;
      fill(head, el('th', { scope: 'col' }, t.columns.model), ...COLUMNS.map((name) => el('th', { scope: 'col' }, t.columns[name])));
      fill(body, ...(list?.models ?? []).flatMap((model, place) => rowsOf(model, place === 0, state, t)));
    },
  };

  /** @param {ListedModel} model @param {boolean} isFirst the server was started with it, and needs no name for it @param {State} state @param {Words} t */
  function rowsOf(model, isFirst, state, t) {
    const name = isFirst ? null : model.name;
    const isOwn = state.modelName === name || state.modelName === model.name;
    const { training } = state;
    const isOn = isOwn && state.step === null;
    const loaded = row(model, isOn, { title: titled(model.title), note: noteOf(model, t), validation: model.trained?.validation ?? null, open: () => (isOwn ? act.showStep(null) : act.openModel(name)) });
    if (state.opening === (name ?? '') || state.opening === model.name) set(loaded, { 'aria-busy': 'true' });
    const saved = training?.saved.length ?? 0;
    const rows = model.missing === null ? [loaded] : [loaded, el('tr', { class: 'missing', onclick: () => act.openModel(name) }, el('td', { colspan: COLUMNS.length + 1, lang: languageOf(model.missing, state.lang) }, serverSentence(model.missing, state.lang)))];
    if (!isOwn || !training || !saved) return rows;
    const selected = training.selected ?? training.saved.at(-1) ?? null;
    const validation = training.curve.find(({ step }) => step === selected)?.validation ?? null;
    return [...rows, row(model, state.step !== null, { title: t.here(titled(model.title)), note: t.states(saved, selected), validation, open: () => act.showStep(selected) })];
  }

  /**
   * @param {ListedModel} model @param {boolean} isOn
   * @param {{title: string, note: string, validation: number | null, open: () => void}} told
   */
  function row({ parameters, blocks, heads, width, context_length, vocabulary_size, dtype }, isOn, { title, note, validation, open }) {
    const button = el('button', { class: 'models-open', 'aria-current': isOn ? 'true' : null, onclick: (/** @type {Event} */ event) => (event.stopPropagation(), open()) }, title);
    const cells = [count(parameters), `${blocks} × ${heads} × ${width}`, context_length, count(vocabulary_size), dtype, validation === null ? '—' : short(validation, DECIMALS)];
    const name = el('th', { scope: 'row' }, button, el('p', {}, note));
    return el('tr', { class: isOn ? 'on' : null, onclick: open }, name, ...cells.map((cell) => el('td', {}, cell)));
  }
}

/** What it is, where it came from, how it was trained. @param {ListedModel} model @param {Words} t */
function noteOf({ name, source, trained }, t) {
  const origin = (source === 'preset' && t.about[name]) || t.sources[source];
  const training = !trained ? t.untrained : source === 'imported' && !trained.step ? t.unsaid : t.trained(trained.step);
  return `${origin} ${training}`;
}
