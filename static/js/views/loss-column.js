/** One target's loss as a bar, with a line at what it was in the state compared with. */
import { el, fill, set, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { name } from '../format/pieces.js';
import { words } from '../i18n/all.js';
import { readsTexts } from '../i18n/index.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {{record: number, position: number, loss: number, before: number | null, target: number}} Scored record is the draft's place */

export function createColumn() {
  const value = el('span', { class: 'value' });
  const bar = el('span', { class: 'bar' }, value);
  const before = el('span', { class: 'before', hidden: true });
  const position = el('span', { class: 'at' });
  const target = el('span', { class: 'target' });
  const element = el('button', { type: 'button', class: 'loss', tabindex: -1 }, el('span', { class: 'shaft' }, bar, before), position, target);
  let who = '';
  let what = '';
  let isTicked = false;
  return {
    element,
    /** @param {State} state @param {Scored} one @param {number} top @param {boolean} isCurrent @param {boolean} isStop */
    update(state, one, top, isCurrent, isStop) {
      if (isCurrent !== isTicked) set(element, { 'aria-current': isCurrent && 'true' });
      isTicked = isCurrent;
      if (element.tabIndex !== (isStop ? 0 : -1)) element.tabIndex = isStop ? 0 : -1;
      const entry = state.vocabulary?.[one.target];
      const share = `${one.loss / top} ${one.before}`;
      const now = `${state.lang} ${one.record} ${one.position} ${one.target} ${entry !== undefined}`;
      if (now === who && share === what) return;
      bar.style.setProperty('--share', String(one.loss / top));
      before.hidden = one.before === null;
      if (one.before !== null) before.style.setProperty('--share', String(one.before / top));
      setText(value, short(one.loss, 4));
      element.setAttribute('aria-label', spoken(state, one, entry ? name(entry) : String(one.target)));
      what = share;
      if (now === who) return;
      setText(position, one.position);
      fill(target, entry && renderPiece(entry));
      who = now;
    },
  };
}

/** @param {State} state @param {Scored} one @param {string} target */
function spoken({ lang, model }, { record: index, position, loss, before }, target) {
  const { output, compare } = words(lang);
  const record = output.record(index, readsTexts(model));
  return before === null ? output.lossOf(record, position, target, full(loss)) : compare.lossOf(record, position, target, full(before), full(loss));
}
