/** The logit lens at the selected position: what final norm and head would already say after each block, now and intact. */
import { el, fill, set, setText } from '../dom.js';
import { full, probability } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { comparedWith } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { renderPiece } from './piece.js';
import { tokenName } from './token-name.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types/trace.js').Lens} Lens */

export function createApartLens() {
  const title = el('h3');
  const hint = el('span', { class: 'apart-hint' });
  const body = el('div');
  return {
    element: el('section', { class: 'apart-lens' }, el('p', { class: 'apart-lens-head' }, title, ' ', hint), body),
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).apart;
      const record = shownRecord(state);
      const target = record?.targets[state.pos] ?? -1;
      setText(title, t.lens(state.pos));
      setText(hint, target < 0 ? t.lensNone : t.lensHint(tokenName(state, target)));
      const lens = record?.lens;
      const intact = comparedWith(state)?.trace.records[shownIndex(state)]?.lens;
      fill(body, lens ? table(state, lens, intact) : el('p', { class: 'apart-note' }, t.lensAway));
    },
  };
}

/** @param {State} state @param {Lens[]} lens @param {Lens[] | undefined} intact */
function table(state, lens, intact) {
  const t = wordsOf(state).apart;
  const heads = ['', t.top, t.rank, t.probability, ...(intact ? [t.intact] : [])].map((text) => el('th', { scope: 'col' }, text));
  return el('table', { class: 'apart-table lens-table' }, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...lens.map((row, i) => line(state, row, intact?.[i]))));
}

/** @param {State} state @param {Lens} row @param {Lens | undefined} before */
function line(state, { after, probability: p, rank, top }, before) {
  const t = wordsOf(state).apart;
  const { pos } = state;
  const best = (top[pos] ?? []).map(([id, share]) => el('span', { class: 'lens-top' }, pieceOf(state, id), ' ', probability(share, 2)));
  const number = (/** @type {number | null | undefined} */ value) => (typeof value === 'number' ? el('td', { title: full(value) }, probability(value, 3)) : el('td', {}, '–'));
  const name = after < 0 ? t.embedding : t.after(after);
  return el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'lens-best' }, ...best), el('td', {}, rank[pos] ?? '–'), number(p[pos]), before && number(before.probability[pos]));
}

/** @param {State} state @param {number} id */
function pieceOf({ vocabulary }, id) {
  const entry = vocabulary?.[id];
  return entry ? renderPiece(entry) : String(id);
}
