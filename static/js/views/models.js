/**
 * Over the lower half: all models there are, with what each is, and reading a
 * checkpoint. The loom above stays the open model's until another is here.
 */
import { el, fill, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { serverSentence } from '../i18n/server-sentences.js';
import { createCheckpointChoice } from './checkpoint-choice.js';
import { createImportReport } from './import-report.js';
import { createModelFacts } from './model-facts.js';
import { nameOf } from './model-name.js';
import { createModelTable } from './model-table.js';
import { createWaitingClock } from './waiting-clock.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act */
export function createModels(root, act) {
  const title = el('h2', { id: 'models-title' });
  const keeps = el('span', { class: 'panel-sentence' });
  const close = el('button', { class: 'link', onclick: () => act.openPopover(null) });
  const told = el('p', { class: 'models-told', role: 'status' });
  const table = createModelTable(act);
  const choice = createCheckpointChoice(act);
  const report = createImportReport(act);
  const facts = createModelFacts(act);
  const side = el('aside', { class: 'models-side' }, report.element, facts.element);
  root.append(el('div', { class: 'models-list' }, el('header', {}, title, keeps, close), told, table.element, choice.element), side);
  root.setAttribute('aria-labelledby', 'models-title');
  const clock = createWaitingClock((seconds) => setText(waited, seconds));
  const waited = el('span', { class: 'models-waited' });
  const cancel = el('button', { class: 'link', onclick: () => act.modelNotOpened() });
  let wasOpen = false;
  /** What had the focus when it opened. @type {Element | null} */
  let opener = null;

  return {
    /** @param {State} state */
    update(state) {
      const isOpen = state.popover === 'models';
      if (isOpen !== wasOpen) moveFocus(isOpen);
      wasOpen = isOpen;
      const t = words(state.lang).models;
      if (state.opening === null) clock.stop();
      else clock.run(t.waited);
      if (!isOpen) return;
      setText(title, t.title);
      setText(keeps, t.keeps(nameOf(state)));
      setText(close, t.close);
      setText(cancel, t.cancel);
      tell(state, t);
      table.update(state);
      choice.update(state);
      report.update(state);
      facts.update(state);
      facts.element.hidden = !report.element.hidden;
    },
  };

  /** Into what opens; and back, from what closes. @param {boolean} isOpen */
  function moveFocus(isOpen) {
    const has = document.activeElement;
    if (isOpen) opener = has;
    const wasInside = root.contains(has);
    root.hidden = !isOpen;
    if (isOpen) root.focus({ preventScroll: true });
    else if (wasInside && opener instanceof HTMLElement) opener.focus();
  }

  /** @param {State} state @param {ReturnType<typeof words>['models']} t */
  function tell({ opening, openRefusal, models, ...state }, t) {
    const title = models.list?.models.find(({ name }) => name === opening)?.title ?? opening;
    if (opening !== null) fill(told, t.opening(title || models.list?.models[0]?.title || ''), ' ', waited, ' ', cancel);
    else setText(told, openRefusal ? t.notOpened(nameOf(state), serverSentence(openRefusal.message, state.lang)) : models.list ? '' : t.waiting);
    set(told, { class: openRefusal && opening === null ? 'models-told refused' : 'models-told' });
  }
}
