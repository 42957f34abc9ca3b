/** Names of the queries and keys beside a map; of many, the selected ones and a few in between. */
import { el, fill } from '../dom.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */

/** Positions between those that are named then, and how far they stay from the selected one. */
const SPARSE = { every: 32, apart: 12 };
/** Beyond so many positions, a cell is as small as it must be and axes name a few positions only. */
export const MOST_LABELLED = 64;

/**
 * @param {HTMLElement} queries @param {HTMLElement} keys @param {State} state
 * @param {import('../types.js').TracedRecord} record
 */
export function labelAxes(queries, keys, state, record) {
  const { ids } = record;
  const isSparse = ids.length > MOST_LABELLED;
  for (const list of [queries, keys]) {
    if (isSparse !== list.classList.contains('sparse')) fill(list);
    list.classList.toggle('sparse', isSparse);
  }
  if (isSparse) {
    nameSome(queries, ids.length, state.pos, state.vocabulary?.[ids[state.pos] ?? -1]);
    nameSome(keys, ids.length, state.key);
    return;
  }
  for (const list of [queries, keys]) {
    while (list.children.length > ids.length) list.lastElementChild?.remove();
    while (list.children.length < ids.length) list.append(el('div', {}, el('span', {}), el('b', {}, list.children.length)));
  }
  ids.forEach((id, position) => {
    const row = /** @type {HTMLElement} */ (queries.children[position]);
    const piece = /** @type {HTMLElement} */ (row.firstElementChild);
    const entry = state.vocabulary?.[id];
    if (piece.dataset.id !== String(entry?.id)) {
      piece.dataset.id = String(entry?.id);
      fill(piece, entry && renderPiece(entry));
    }
    row.classList.toggle('selected', position === state.pos);
    const column = /** @type {HTMLElement} */ (keys.children[position]);
    column.classList.toggle('selected', position === state.key);
  });
}

/** @param {HTMLElement} list @param {number} count @param {number} selected @param {import('../types.js').VocabularyEntry} [entry] */
function nameSome(list, count, selected, entry) {
  const round = Array.from({ length: Math.ceil(count / SPARSE.every) }, (_, i) => i * SPARSE.every);
  const named = [...round.filter((position) => Math.abs(position - selected) > SPARSE.apart), selected];
  fill(list, ...named.map((position) => {
    const isSelected = position === selected;
    const label = el('i', { class: isSelected ? 'selected' : null }, isSelected && entry && renderPiece(entry), ' ', position);
    label.style.setProperty('--at', String(position));
    return label;
  }));
}
