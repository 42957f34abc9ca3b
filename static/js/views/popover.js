/** What lies over the page on request: help, the model's data, the comparison of all tensors, or what can be taken along. */
import { el, fill } from '../dom.js';
import { count } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { stepOf } from './model-step.js';
import { renderPiece } from './piece.js';
import { verificationParts } from './verification-table.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../dom.js').Child} Child */

/** @typedef {{element: HTMLElement, update: (state: State) => void}} Share */

/** @param {HTMLElement} root @param {Act} act @param {Share} share */
export function createPopover(root, act, share) {
  const dialog = el('dialog', { 'aria-labelledby': 'popover-title', onclose: () => closed(), onclick: closeOutside });
  root.append(dialog);
  /** @type {unknown[]} */
  let shown = [];
  /** @type {State['popover']} */
  let open = null;

  /** What is open in its place by now stays. */
  function closed() {
    if (open !== 'models') act.openPopover(null);
  }

  /** @param {Event} event */
  function closeOutside(event) {
    if (event.target === dialog) dialog.close();
  }

  return {
    /** @param {State} state */
    update(state) {
      open = state.popover;
      if (!state.popover || state.popover === 'models') {
        if (dialog.open) dialog.close();
        return;
      }
      if (state.popover === 'share') share.update(state);
      const needed = [state.popover, state.lang, state.model, state.vocabulary, state.letterKeys, state.popover === 'verification' && state.verification];
      if (needed.some((value, i) => value !== shown[i])) {
        shown = needed;
        fill(dialog, ...partsOf(state.popover, state, act, share));
      }
      if (!dialog.open) dialog.showModal();
    },
  };
}

/** @param {NonNullable<State['popover']>} which @param {State} state @param {Act} act @param {Share} share @returns {Child[]} */
function partsOf(which, state, act, share) {
  if (which === 'help') return helpParts(state, act);
  if (which === 'share') return [heading(wordsOf(state).share.title, words(state.lang).help.close), share.element];
  if (which !== 'verification') return modelParts(state);
  const { help, verification } = words(state.lang);
  return [heading(verification.title, help.close), ...verificationParts(state, act)];
}

/** @param {string} title @param {string} close @returns {Child} */
function heading(title, close) {
  const button = el('button', { class: 'link', onclick: () => button.closest('dialog')?.close() }, close);
  return el('header', {}, el('h2', { id: 'popover-title' }, title), button);
}

/** @param {State} state @param {Act} act @returns {Child[]} */
function helpParts(state, act) {
  const { frame, help } = wordsOf(state);
  const letters = el('input', { type: 'checkbox', checked: state.letterKeys, onchange: () => act.setLetterKeys(letters.checked) });
  const keys = help.keys.map(([key, meaning]) => row(el('kbd', {}, key), meaning));
  return [
    heading(frame.help, help.close),
    el('h3', {}, help.keysTitle),
    el('table', {}, el('tbody', {}, ...keys)),
    el('label', { class: 'setting' }, letters, help.letterKeys),
    el('h3', {}, help.signsTitle),
    el('table', {}, el('tbody', {}, ...signs(state))),
  ];
}

/** @param {State} state */
function signs(state) {
  const { signs: meanings } = wordsOf(state).help;
  const entry = /** @param {string} hex */ (hex) => state.vocabulary?.find((one) => one.hex === hex);
  const [space, byte] = ['20', 'e7'].map(entry); // a vocabulary of characters has no lone bytes
  // A sign may be a mere pattern, which heads nothing for those who hear the table.
  const line = /** @param {Child} sign @param {string} meaning */ (sign, meaning) => el('tr', {}, el('td', {}, sign), el('td', {}, meaning));
  return [
    line(el('span', { class: 'sample masked' }), meanings.masked),
    line(el('span', { class: 'sample pad' }), meanings.pad),
    ...(space ? [line(renderPiece(space), meanings.space)] : []),
    ...(byte ? [line(renderPiece(byte), meanings.byte)] : []),
    line('0', meanings.zero),
  ];
}

/** @param {State} state @returns {Child[]} */
function modelParts({ model, lang, step }) {
  if (!model) return [];
  const { frame, help } = words(lang);
  return [
    heading(frame.modelName(model.name, model.config.seed, stepOf({ model, step })), help.close),
    el(
      'div',
      { class: 'columns' },
      el('div', {}, el('h3', {}, help.config), facts(model.config)),
      el('div', {}, el('h3', {}, help.parametersTitle), parameterTable(model, help), el('h3', {}, help.versions), facts(model.versions)),
    ),
    el('h3', {}, help.identities),
    facts(model.identities),
  ];
}

/** @param {object} values */
function facts(values) {
  const rows = Object.entries(values).map(([name, value]) => row(name, el('code', {}, String(value))));
  return el('table', {}, el('tbody', {}, ...rows));
}

/** @param {import('../types.js').ModelInfo} model @param {ReturnType<typeof words>['help']} help */
function parameterTable({ parameters }, help) {
  const amount = /** @param {number} value */ (value) => el('td', { class: 'amount' }, count(value));
  const rows = parameters.components.map(({ component, shape, count: size }) =>
    el('tr', {}, el('th', { scope: 'row' }, component), el('td', {}, shape), amount(size)),
  );
  const head = el('tr', {}, el('th', {}, help.component), el('th', {}, help.shape), el('th', { class: 'amount' }, help.count));
  const total = el('tr', {}, el('th', { scope: 'row', colspan: 2 }, help.total), amount(parameters.total));
  return el('table', { id: 'parameter-table' }, el('thead', {}, head), el('tbody', {}, ...rows), el('tfoot', {}, total));
}

/** @param {Child} name @param {Child} value */
function row(name, value) {
  return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value));
}
