/** Where in a long text the record on show stands: moved by a slider, by windows, or to words; or a person's own text instead. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { languageOf, serverSentence } from '../i18n/server-sentences.js';
import { isWindowOpen, windowLength, wishedFrom } from '../state/text-window.js';
import { createPatientButton } from './patient-button.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createTextWindow(root, act) {
  const title = el('h2');
  const place = el('span', { class: 'text-place' });
  const slider = el('input', { type: 'range', min: 0, step: 1, oninput: () => act.placeWindow(Number(slider.value)) });
  const back = createPatientButton('button', () => act.moveWindow(-1));
  const on = createPatientButton('button', () => act.moveWindow(1));
  const own = el('button', { class: 'button', 'data-kin': 'own', onclick: writeOwn });
  const query = el('input', { type: 'search', class: 'text-find', maxlength: 200 });
  const find = el('form', { role: 'search', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), act.findInText(query.value)) }, query);
  const told = el('p', { class: 'text-told', role: 'status' });
  const tools = el('div', { class: 'text-window' }, el('p', {}, title, ' ', place), slider, el('div', { class: 'text-buttons' }, back.element, on.element, own, find), told);
  const toText = el('button', { class: 'link', 'data-kin': 'own', onclick: () => act.backToText() });
  root.append(tools, toText);
  root.setAttribute('aria-live', 'off');

  return {
    /** @param {State} state */
    update(state) {
      const isOpen = isWindowOpen(state);
      root.hidden = !isOpen && (state.text.left === null || state.aside !== null);
      if (root.hidden) return;
      tools.hidden = !isOpen;
      toText.hidden = isOpen;
      const t = words(state.lang).text;
      setText(toText, t.toText);
      if (isOpen) draw(state, t);
    },
  };

  /** Whoever asks for it means to type: letters would be commands elsewhere. */
  function writeOwn() {
    act.writeOwn();
    /** @type {HTMLElement | null} */ (document.querySelector('.record-text'))?.focus();
  }

  /** @param {State & {window: import('../types.js').TextWindow}} state @param {ReturnType<typeof words>['text']} t */
  function draw(state, t) {
    const { window, text, lang } = state;
    const length = windowLength(state);
    const from = wishedFrom(state);
    const last = Math.max(0, window.total - length);
    setText(title, t.title);
    setText(place, t.place(length, window.total, t.splits[window.split], from));
    set(slider, { max: last, 'aria-label': t.slider, 'aria-valuetext': t.place(length, window.total, t.splits[window.split], from), disabled: last === 0 });
    if (slider.value !== String(from)) slider.value = String(from);
    set(back.element, { 'aria-label': t.backLong(length) });
    back.allow(from > 0);
    set(on.element, { 'aria-label': t.onLong(length) });
    on.allow(from < last);
    setText(back.element, t.back(length));
    setText(on.element, t.on(length));
    setText(own, t.own);
    set(query, { placeholder: t.find, 'aria-label': t.find });
    const isNowhere = text.refusal?.code === 'not_found';
    const refused = isNowhere ? undefined : text.refusal?.message;
    set(told, { lang: refused === undefined ? null : languageOf(refused, lang) });
    setText(told, isNowhere ? t.notFound : refused !== undefined ? serverSentence(refused, lang) : window.split === 'sample' ? t.sample : '');
  }
}
