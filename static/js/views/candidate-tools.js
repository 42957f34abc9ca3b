/**
 * What a person sets for the candidates of a position: logits or
 * probabilities, order, and a search. Two stages show it; the state is one.
 */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { name } from '../format/pieces.js';
import { findCandidates } from './candidate-search.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {Act} act */
export function createCandidateTools(act) {
  const scale = createChoice(['logit', 'probability'], (value) => act.setCandidates({ scale: value }));
  const order = createChoice(['id', 'value'], (value) => act.setCandidates({ order: value }));
  const search = createSearch(act);
  const element = el('div', { class: 'candidate-tools' }, scale.element, order.element, search.element);
  return {
    element,
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).output;
      scale.update(state.candidates.scale, t.scale, { logit: t.logits, probability: t.probabilities });
      order.update(state.candidates.order, t.order, { id: t.byId, value: t.byValue });
      search.update(state);
    },
  };
}

/**
 * Two buttons, of which one is pressed.
 * @template {string} T
 * @param {T[]} values
 * @param {(value: T) => void} choose
 */
function createChoice(values, choose) {
  const buttons = values.map((value) => el('button', { type: 'button', class: 'button', 'data-value': value, onclick: () => choose(value) }));
  const element = el('div', { class: 'segmented', role: 'group' }, ...buttons);
  return {
    element,
    /** @param {T} current @param {string} label @param {Record<T, string>} names */
    update(current, label, names) {
      element.setAttribute('aria-label', label);
      for (const [i, value] of values.entries()) {
        const button = /** @type {HTMLElement} */ (buttons[i]);
        setText(button, names[value]);
        button.setAttribute('aria-pressed', String(value === current));
      }
    },
  };
}

/** @param {Act} act */
function createSearch(act) {
  const field = el('input', { type: 'search', class: 'candidate-find', autocomplete: 'off', spellcheck: 'false', 'data-find': true });
  const found = el('span', { class: 'candidate-found', role: 'status' });
  const element = el('form', { class: 'candidate-search', role: 'search', onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, field, found);
  /** @type {State | null} */
  let shown = null;

  const typed = () => {
    const query = field.value;
    const [first] = findCandidates(shown?.vocabulary ?? null, query);
    act.setCandidates(first === undefined ? { query } : { query, id: first });
  };
  field.addEventListener('input', (event) => {
    if (!(/** @type {InputEvent} */ (event).isComposing)) typed();
  });
  field.addEventListener('compositionend', typed);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229 || !shown) return;
    if (event.key === 'Enter') act.setCandidates({ id: following(shown, event.shiftKey ? -1 : 1) });
    else if (event.key === 'Escape' && field.value) act.setCandidates({ query: '' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    /** @param {State} state */
    update(state) {
      const before = shown;
      shown = state;
      if (before?.candidates === state.candidates && before.vocabulary === state.vocabulary && before.lang === state.lang) return;
      const t = words(state.lang).output;
      set(field, { placeholder: t.find, 'aria-label': t.find });
      if (field.value !== state.candidates.query) field.value = state.candidates.query;
      setText(found, state.candidates.query === '' ? '' : findings(state));
    },
  };
}

/** @param {State} state @param {number} by @returns {number | null} the next match, around the end */
function following(state, by) {
  const ids = findCandidates(state.vocabulary, state.candidates.query);
  const at = ids.indexOf(state.candidates.id ?? -1);
  return ids[(at + by + ids.length) % ids.length] ?? state.candidates.id;
}

/** @param {State} state */
function findings(state) {
  const t = words(state.lang).output;
  const ids = findCandidates(state.vocabulary, state.candidates.query);
  const at = ids.indexOf(state.candidates.id ?? -1);
  const entry = at < 0 ? undefined : state.vocabulary?.[ids[at] ?? -1];
  if (!entry) return t.found(ids.length);
  const which = `${entry.id} ${name(entry)}`;
  return ids.length === 1 ? `${t.found(1)}: ${which}` : `${which}: ${t.foundOf(at + 1, ids.length)}`;
}
