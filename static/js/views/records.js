/**
 * The record list: text, count, corpus, order. Texts are sent as they are
 * typed, but never while an input method composes.
 */
import { el, fill, set } from '../dom.js';
import { wordsOf } from '../i18n/index.js';
import { MOST_RECORDS } from '../state/drafts.js';
import { createRecordRow } from './record-row.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {ReturnType<typeof createRecordRow>} RecordRow */

/** @param {HTMLElement} root @param {Act} act */
export function createRecords(root, act) {
  const list = el('ol', { class: 'record-list' });
  const add = el('button', { class: 'link', id: 'add-record', onclick: addRecord });
  root.append(list, add);
  /** @type {Map<number, RecordRow>} */
  const rows = new Map();
  /** @type {State['drafts']} */
  let arranged = [];

  function addRecord() {
    act.addRecord();
    rows.get(arranged.at(-1)?.key ?? -1)?.focus();
  }

  /** @param {number} key */
  function rowOf(key) {
    const known = rows.get(key);
    if (known) return known;
    const made = createRecordRow(act, () => arranged.findIndex((record) => record.key === key));
    rows.set(key, made);
    return made;
  }

  /** Nodes are moved only where the order changed: moving one takes its focus. @param {State['drafts']} drafts */
  function arrange(drafts) {
    const left = arranged.findIndex((record) => rows.get(record.key)?.node.contains(document.activeElement));
    const isSame = drafts.length === arranged.length && drafts.every((record, i) => record.key === arranged[i]?.key);
    arranged = drafts;
    if (isSame) return;
    const focused = document.activeElement;
    fill(list, ...drafts.map((record) => rowOf(record.key).node));
    for (const key of rows.keys()) if (!drafts.some((record) => record.key === key)) rows.delete(key);
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus();
    // The row that had it is gone: the one that took its place, by what does not choose it.
    else if (left >= 0) rowOf(/** @type {State['drafts'][number]} */ (drafts[Math.min(left, drafts.length - 1)]).key).focusNumber();
  }

  return {
    /** @param {State} state */
    update(state) {
      const { records } = wordsOf(state);
      set(root, { 'aria-label': records.records });
      root.classList.toggle('awaited', isAwaited(state));
      arrange(state.drafts);
      state.drafts.forEach((record, index) => rowOf(record.key).update(state, index));
      const label = `+ ${records.add}`;
      if (add.textContent !== label) add.textContent = label;
      set(add, { disabled: state.drafts.length >= MOST_RECORDS });
    },
  };
}

/** Another model is on its way with records of its own: these are not what it will be asked. @param {State} state */
function isAwaited({ opening, openingLink, model }) {
  return Boolean(opening) && !model && !/(^|[#&])r=/.test(openingLink);
}
