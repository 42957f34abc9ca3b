/**
 * The docked strip of the causal-mask lab: lever, axis, sentence. The mask can
 * be switched and any input changed; the strip shows what that moved against
 * the remembered records, and the sentence says it.
 */
import { el, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { isEdited } from '../state/drafts.js';
import { finding } from './lab-finding.js';
import { createLabSelect } from './lab-select.js';
import { createLabStrip } from './lab-strip.js';
import { createSays } from './strip-says.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act */
export function createLab(root, act) {
  const levers = createLevers(act);
  const reading = el('p', { class: 'lab-reading', 'aria-hidden': 'true' });
  const lead = el('strong', { class: 'lab-lead' });
  const text = el('span');
  const sentence = el('p', { class: 'lab-sentence', role: 'status' }, lead, ' ', text);
  const strip = createLabStrip(act, (said) => {
    setText(reading, said);
    root.classList.toggle('reading', said !== '');
  });
  const says = createSays(sentence, reading);
  root.classList.add('lab');
  root.append(levers.element, strip.element, says.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'explore';
      if (root.hidden) return;
      const depends = [
        state.drafts, state.baseline, state.traced, state.baselineTraced, state.rec, state.pos,
        state.mask, state.lang, state.vocabulary, state.refusal, state.model,
      ];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      root.setAttribute('aria-label', wordsOf(state).lab.label);
      levers.update(state);
      strip.update(state);
      says.update(state);
      const found = finding(state);
      lead.hidden = !found.lead;
      setText(lead, found.lead);
      setText(text, found.text);
    },
  };
}

/** @param {Act} act */
function createLevers(act) {
  const title = el('h2', { id: 'lab-title' });
  const onOff = el('b');
  const mask = el('button', { type: 'button', class: 'lab-switch', role: 'switch', 'aria-labelledby': 'lab-title', onclick: () => act.toggleMask() }, el('span', { class: 'track' }), onOff);
  const change = el('button', { type: 'button', class: 'button lab-change', onclick: () => act.changeFuture() });
  const undo = el('button', { type: 'button', class: 'link lab-undo', onclick: () => act.undoEdits() });
  const remember = el('button', { type: 'button', class: 'link lab-remember', onclick: () => act.remember() });
  const select = createLabSelect(act);
  const element = el(
    'div', { class: 'lab-levers' },
    el('div', { class: 'lab-line' }, title, mask, el('span', { class: 'lab-baseline' }, undo, remember)),
    el('div', { class: 'lab-line' }, change, select.element),
  );
  return {
    element,
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).lab;
      const isOn = state.mask === 'causal';
      setText(title, t.title);
      setText(onOff, isOn ? t.on : t.off);
      mask.setAttribute('aria-checked', String(isOn));
      const isChanged = isFutureChanged(state);
      setText(change, isChanged ? t.undo : t.change);
      change.setAttribute('aria-pressed', String(isChanged));
      setText(undo, t.undoAll);
      set(undo, { 'aria-disabled': !isEdited(state) && 'true' });
      setText(remember, t.remember);
      set(remember, { title: t.rememberHint });
      select.update(state);
    },
  };
}

/** Whether what `changeFuture` changes is changed already. @param {State} state */
function isFutureChanged({ drafts, rec, pos, traced }) {
  const draft = drafts[rec];
  const place = traced?.drafts.findIndex((other) => other.key === draft?.key) ?? -1;
  const count = traced?.trace.records[place]?.valid_count ?? Infinity;
  if (pos + 1 >= count) return (draft?.paddingId ?? null) !== null;
  return draft?.replace.some((swap) => swap.position === pos + 1) ?? false;
}
