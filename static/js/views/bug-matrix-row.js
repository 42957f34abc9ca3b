/** One fault of the matrix: its name, and a cell for each check. */
import { el, set, setText } from '../dom.js';
import { words, wordsOf } from '../i18n/all.js';
import { SIGNS, statusOf } from './verdicts.js';

/** @typedef {import('../types.js').State} State */

/**
 * @param {import('../types.js').FaultInfo} fault @param {string[]} checks
 * @param {boolean} isFirst of its stage @param {import('../types.js').Act} act
 */
export function createMatrixRow({ name, stage }, checks, isFirst, act) {
  const number = el('td', { class: 'stage' }, isFirst && el('span', {}, stage));
  const title = el('button', { type: 'button', class: 'fault', tabindex: -1, 'data-fault': name, onclick: () => act.setFault(name) });
  const cells = checks.map((check, i) => createCell(name, check, i, act));
  const element = el('tr', { class: isFirst && 'first', 'data-fault': name }, number, el('th', { scope: 'row' }, title), ...cells.map(({ cell }) => cell));
  /** @type {unknown[]} */
  let seen = [];
  return {
    element,
    buttons: [title, ...cells.map(({ button }) => button)],
    /** @param {State} state @param {string | null} shown the check whose evidence is open */
    update(state, shown) {
      const isChosen = state.fault === name;
      const depends = [isChosen, shown, state.verdicts[name], state.lang];
      if (depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const text = words(state.lang).faults[name];
      setText(title, text?.title ?? name);
      set(title, { title: text?.wrong, 'aria-pressed': String(isChosen) });
      element.classList.toggle('chosen', isChosen);
      for (const cell of cells) cell.update(state, shown, isChosen);
    },
  };
}

/** @param {string} fault @param {string} check @param {number} column @param {import('../types.js').Act} act */
function createCell(fault, check, column, act) {
  const sign = el('span', { 'aria-hidden': 'true' });
  const button = el('button', { type: 'button', tabindex: -1, 'data-check': check, onclick: open }, sign);
  const cell = el('td', { class: 'said' }, button);
  // Verdicts of a row arrive together, and come to sight from left to right.
  sign.style.setProperty('--place', String(column));

  function open() {
    act.setFault(fault);
    act.openCheck(check);
  }

  return {
    cell,
    button,
    /** @param {State} state @param {string | null} shown @param {boolean} isChosen */
    update(state, shown, isChosen) {
      const { bugs, checks, faults } = wordsOf(state);
      const status = statusOf(state, fault, check);
      const said = status === 'asking' ? bugs.asking : bugs.status[status];
      setText(sign, SIGNS[status]);
      set(button, {
        'data-status': status,
        'aria-label': bugs.verdict(faults[fault]?.title ?? fault, checks[check]?.title ?? check, said),
        'aria-current': isChosen && check === shown && 'true',
      });
      cell.classList.toggle('current', check === shown);
    },
  };
}
