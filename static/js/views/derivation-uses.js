/** Forward again: what is computed from a number, tensor by tensor, found only when asked for. */
import { el, fill, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { usedBy } from '../math/dependencies/used-by.js';
import { codeOf } from './number-name.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 */

/** Of each tensor, so many at first. */
const FIRST = 8;

/** @param {(ref: NumberRef) => void} follow */
export function createUses(follow) {
  const title = el('summary');
  const list = el('div', { class: 'uses-list' });
  const element = el('details', { class: 'derivation-uses' }, title, list);
  /** @type {Map<HTMLElement, NumberRef>} */
  const buttons = new Map();
  /** @type {{ref: NumberRef, context: Context, state: State} | null} */
  let shown = null;
  /** @type {unknown[]} */
  let listed = [];
  const tabStop = rove(list, () => [...buttons.keys()].map((button) => [button]));

  element.addEventListener('toggle', show);
  list.addEventListener('click', ({ target }) => {
    const ref = buttons.get(/** @type {HTMLElement} */ (target));
    if (ref) follow(ref);
  });

  function show() {
    if (!shown || !element.open) return;
    const { ref, context, state } = shown;
    if (listed[0] === ref && listed[1] === context && listed[2] === state.lang) return;
    listed = [ref, context, state.lang];
    const t = wordsOf(state).derivation;
    const users = usedBy(ref, context);
    const groups = byTensor(users);
    buttons.clear();
    setText(title, users.length ? t.uses(users.length, groups.length) : t.usesTitle);
    fill(list, ...(users.length ? groups.map((group) => groupOf(group, state)) : [el('p', {}, t.unused)]));
    tabStop.settle();
  }

  /** @param {NumberRef[]} refs @param {State} state */
  function groupOf(refs, state) {
    const t = wordsOf(state).derivation;
    const row = el('p', { class: 'uses-group' }, ...refs.slice(0, FIRST).map((ref) => useOf(ref, state)));
    if (refs.length <= FIRST) return row;
    const more = el('button', { type: 'button', class: 'link', onclick: () => {
      const rest = refs.slice(FIRST).map((ref) => useOf(ref, state));
      more.replaceWith(...rest);
      rest[0]?.focus();
    } }, t.showAll(refs.length));
    row.append(more);
    return row;
  }

  /** @param {NumberRef} ref @param {State} state */
  function useOf(ref, state) {
    const button = el('button', { type: 'button', class: 'use', tabindex: -1 }, codeOf(ref, state));
    buttons.set(button, ref);
    return button;
  }

  return {
    element,
    /** @param {NumberRef} ref @param {Context} context @param {State} state */
    update(ref, context, state) {
      shown = { ref, context, state };
      if (!element.open) setText(title, wordsOf(state).derivation.usesTitle);
      show();
    },
  };
}

/** They come in pipeline order, a tensor's together. @param {NumberRef[]} refs @returns {NumberRef[][]} */
function byTensor(refs) {
  /** @type {Map<string, NumberRef[]>} */
  const groups = new Map();
  for (const ref of refs) {
    const key = `${ref.name} ${ref.block ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(ref);
    else groups.set(key, [ref]);
  }
  return [...groups.values()];
}
