/**
 * The margin in Break: the evidence of one check about the fault that is on.
 * What must hold, both runs, and the number that betrays the fault or does not.
 */
import { el, fill, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { isApart } from '../state/apart.js';
import { isPanelOpen } from '../state/panel.js';
import { EVIDENCE } from './evidence-kinds.js';
import { isOfShownTrace } from './evidence-value.js';
import { checkOnShow, verdictOf } from './verdicts.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createEvidence(root, act) {
  const kicker = el('p', { class: 'kicker' });
  const name = el('span');
  const status = el('span');
  const must = el('p', { class: 'must' });
  const body = el('div', { class: 'evidence-body' });
  const note = el('p', { class: 'evidence-note' });
  root.setAttribute('aria-labelledby', 'evidence-title');
  const title = el('h2', { id: 'evidence-title' }, name, status);
  root.append(kicker, title, must, body, note);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      const check = checkOnShow(state);
      // A derivation takes its place, and so does an open stage's table unless a check was asked for.
      const isWanted = state.mode === 'break' && !isApart(state) && !state.trail.length && (isPanelOpen(state) || (state.fault !== null && state.check !== null));
      root.hidden = !isWanted;
      if (root.hidden) return;
      const depends = [state.fault, check, verdictOf(state, state.fault, check ?? ''), state.lang, state.vocabulary, isOfShownTrace(state), state.traced];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const { evidence: t, bugs, checks } = wordsOf(state);
      const verdict = check === null ? null : verdictOf(state, state.fault, check);
      title.hidden = check === null;
      setText(kicker, t.title);
      setText(name, check === null ? '' : t.heading(checks[check]?.title ?? check, ''));
      setText(status, verdict ? bugs.status[verdict.status] : '');
      set(status, { 'data-status': verdict?.status ?? 'asking' });
      setText(must, check === null ? t.none : `${t.must} ${checks[check]?.must ?? ''}`);
      fill(body, ...(verdict ? shown(state, act, verdict) : [check !== null && el('p', {}, t.waiting)]));
      setText(note, verdict && verdict.status !== 'not_applicable' ? t.records : '');
    },
  };
}

/** @param {State} state @param {import('../types.js').Act} act @param {import('../types.js').Verdict} verdict */
function shown(state, act, { evidence, status }) {
  const t = wordsOf(state).evidence;
  const draw = EVIDENCE[String(evidence.kind)];
  if (!draw) return [];
  const { sentences: [first, ...rest], nodes } = draw(evidence, { state, act, t, isShown: isOfShownTrace(state) });
  return [el('p', { class: 'betrays', 'data-status': status }, first), rest.length > 0 && el('p', { class: 'circumstances' }, rest.filter(Boolean).join(state.lang === 'zh' ? '' : ' ')), ...nodes];
}
