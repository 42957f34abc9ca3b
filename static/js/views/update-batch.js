/** The records that one update was made with, and the way to see their gradients. */
import { el, fill, set, setText } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { gradientAt } from '../math/gradient-reading.js';
import { MOST_RECORDS } from '../state/drafts.js';
import { showsGradients, shownGradients } from '../state/graded.js';
import { fitsPage, showsBatch } from '../state/update.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').RecordsUpdate} RecordsUpdate */

/** @param {import('../types.js').Act} act */
export function createUpdateBatch(act) {
  const title = el('h3');
  const list = el('ol', { start: 0 });
  const loss = el('p', { class: 'note' });
  const button = el('button', { type: 'button', class: 'button', onclick: () => shown && act.showBatch(shown) });
  const said = el('p', { class: 'note' });
  /** @type {RecordsUpdate | null} */
  let shown = null;

  return {
    element: el('section', { class: 'update-batch' }, title, list, loss, button, said),
    /** @param {State} state @param {RecordsUpdate} update */
    update(state, update) {
      const t = words(state.lang).update;
      if (shown !== update) fill(list, ...update.records.map(({ id, text }) => el('li', {}, el('code', {}, id), ' ', text)));
      shown = update;
      const isShown = showsBatch(state, update);
      setText(title, t.batch(update.next, update.records.length));
      setText(loss, t.loss(short(update.loss, 6)));
      loss.title = full(update.loss);
      button.hidden = !fitsPage(update) || (isShown && showsGradients(state));
      setText(button, isShown ? t.look : t.show);
      set(button, { title: isShown ? null : t.showTitle });
      setText(said, fitsPage(update) ? (isShown ? `${t.shown} ${onPage(state, update)}` : '') : t.tooMany(MOST_RECORDS));
    },
  };
}

/** The same gradient a second time, of the records on the page. @param {State} state @param {RecordsUpdate} update */
function onPage(state, { parameter, index, gradient }) {
  const value = gradientAt(shownGradients(state), { name: `parameters.${parameter}`, record: 0, block: 0, index });
  if (value === null) return '';
  const delta = Math.abs(value - gradient);
  return words(state.lang).update.gradientHere(full(value), delta === 0 ? '0' : short(delta, 1));
}
