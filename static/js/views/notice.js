/** Tells in any mode that the step on show is gone, where Train's own sentence does not; and what a link has named that is not here. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { leftOutText } from './left-out.js';
import { nameOf } from './model-name.js';
import { refusalText } from './train-finding.js';

/** @typedef {import('../types.js').State} State */

const TOLD = ['step_replaced', 'step_unknown'];

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createNotice(root, act) {
  const text = el('p', { role: 'status' });
  const close = el('button', { type: 'button', class: 'button', onclick: () => (act.dismissMissing(), act.dismissRefusal(), act.dismissLeftOut()) }, '×');
  const notice = el('div', { class: 'notice' }, text, close);
  root.prepend(notice);
  return {
    /** @param {State} state */
    update(state) {
      const isTold = state.mode !== 'train' && TOLD.includes(state.train.refusal?.code ?? '');
      const { missing } = state;
      const isOpen = missing !== null && state.model !== null;
      const told = [isOpen ? words(state.lang).models.unknown(missing, nameOf(state)) : isTold ? refusalText(state) : '', leftOutText(state)];
      notice.hidden = told.every((sentence) => !sentence);
      setText(text, told.filter(Boolean).join(' '));
      set(close, { 'aria-label': words(state.lang).train.dismiss });
    },
  };
}
