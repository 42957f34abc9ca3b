/**
 * The docked strip in Break: the fault's switch and its name, the checks with
 * what each says, and one sentence that is true of both.
 */
import { el, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { isApart } from '../state/apart.js';
import { createBugChooser } from './bug-chooser.js';
import { bugFinding } from './bug-finding.js';
import { rove } from './roving.js';
import { createSays } from './strip-says.js';
import { SIGNS, checkOnShow, statusOf } from './verdicts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act */
export function createBugStrip(root, act) {
  const chooser = createBugChooser(act);
  const axis = createAxis(act);
  const lead = el('strong');
  const text = el('span');
  const says = createSays(el('p', { class: 'lab-sentence', role: 'status' }, lead, ' ', text));
  root.classList.add('lab');
  root.append(chooser.element, axis.element, says.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'break' || isApart(state);
      if (root.hidden) return;
      const depends = [state.fault, state.mended, state.faults, state.checks, state.check, state.verdicts, state.traced, state.healthyTraced, state.refusal, state.lang, state.panel];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      set(root, { 'aria-label': wordsOf(state).bugs.title });
      root.classList.toggle('under-panel', state.panel);
      chooser.update(state);
      axis.update(state);
      says.update(state);
      const found = bugFinding(state);
      lead.hidden = !found.lead;
      setText(lead, found.lead);
      setText(text, found.text);
    },
  };
}

/** One tab stop. @param {Act} act */
function createAxis(act) {
  const element = el('div', { class: 'check-cells', role: 'group' });
  /** @type {ReturnType<typeof createCell>[]} */
  let cells = [];
  const { settle } = rove(element, () => cells.map((cell) => [cell.element]));

  return {
    element,
    /** @param {State} state */
    update(state) {
      set(element, { 'aria-label': wordsOf(state).bugs.axis });
      const checks = state.checks ?? [];
      if (cells.length !== checks.length) {
        cells = checks.map((check) => createCell(check, act));
        element.replaceChildren(...cells.map((cell) => cell.element));
        settle();
      }
      for (const cell of cells) cell.update(state);
    },
  };
}

/** @param {string} check @param {Act} act */
function createCell(check, act) {
  const name = el('span', { class: 'check-name' });
  const sign = el('span', { class: 'sign', 'aria-hidden': 'true' });
  const word = el('span');
  const element = el('button', { type: 'button', class: 'check-cell', tabindex: -1, 'data-check': check, onclick: () => act.openCheck(check) }, name, el('span', { class: 'check-says' }, sign, ' ', word));
  return {
    element,
    /** @param {State} state */
    update(state) {
      const { bugs, checks } = wordsOf(state);
      const title = checks[check]?.title ?? check;
      const status = state.fault ? statusOf(state, state.fault, check) : 'unasked';
      const said = status === 'unasked' ? bugs.unasked : status === 'asking' ? bugs.asking : bugs.status[status];
      setText(name, title);
      setText(sign, status === 'unasked' ? '' : SIGNS[status]);
      setText(word, status === 'unasked' ? '' : status === 'asking' ? '…' : status === 'not_applicable' ? '–' : bugs.status[status]);
      set(element, { 'data-status': status, 'aria-label': bugs.cell(title, said), title: bugs.cell(title, said), 'aria-current': checkOnShow(state) === check && 'true', disabled: !state.fault });
    },
  };
}
