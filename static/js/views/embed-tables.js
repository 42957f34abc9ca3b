/** Both embedding tables as pictures, once the parameters are here. */
import { el, setText } from '../dom.js';
import { palette } from '../draw/palette.js';
import { words } from '../i18n/all.js';
import { highlights } from './highlights.js';
import { createTablePicture } from './table-picture.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').Matrix} Matrix
 *
 * @typedef {object} About what a picture says of its table
 * @property {string} title
 * @property {string} note
 * @property {(row: number, rows: number) => string} label for those who do not see it
 * @property {number} selected row
 * @property {number[]} used rows
 */

/** @param {Act} act */
export function createEmbedTables(act) {
  const token = createTable('token_embedding', act, 'voc');
  const position = createTable('position_embedding', act, 'src');
  const note = el('p', { class: 'note' });
  const pictures = el('div', { class: 'tables' }, token.element, position.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element: el('div', {}, pictures, note),
    /** @param {State} state @param {number[]} ids */
    update(state, ids) {
      const depends = [state.parameters, ids, state.pos, state.number, state.lang, palette(), highlights(state)];
      if (seen.length && depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const text = words(state.lang).detail.embed;
      pictures.hidden = !tableOf(state, 'token_embedding');
      setText(note, pictures.hidden ? text.loading : text.legend);
      token.update(state, {
        title: text.tokenTable,
        note: text.onSide,
        label: text.tokenPicture,
        selected: ids[state.pos] ?? 0,
        used: ids,
      });
      position.update(state, {
        title: text.positionTable,
        note: text.perPosition,
        label: text.positionPicture,
        selected: state.pos,
        used: ids.map((_, i) => i),
      });
    },
  };
}

/** @param {State} state @param {string} parameter @returns {Matrix | undefined} */
function tableOf(state, parameter) {
  const found = state.parameters?.find(({ name }) => name === parameter);
  return /** @type {Matrix | undefined} */ (found?.values);
}

/** Which of a table's numbers to frame: the one being read, else the one that feeds an open derivation. @param {string} name @param {State} state */
function numberOf(name, state) {
  if (state.number?.name === name) return state.number;
  return highlights(state).refs.find((ref) => ref.name === name) ?? null;
}

/** @param {string} parameter @param {Act} act @param {'voc' | 'src'} axis */
function createTable(parameter, act, axis) {
  const title = el('span');
  const shape = el('span', { class: 'shape' });
  const picture = createTablePicture(`parameters.${parameter}`, act, axis);
  const element = el('figure', {}, el('figcaption', {}, title, ' ', shape), picture.element);
  return {
    element,
    /** @param {State} state @param {About} about */
    update(state, about) {
      const table = tableOf(state, parameter);
      if (!table) return;
      const { selected, used } = about;
      setText(title, about.title);
      setText(shape, `[${table.length}, ${table[0]?.length ?? 0}], ${about.note}`);
      element.style.flexGrow = String(table.length);
      picture.update({ table, selected, used, number: numberOf(`parameters.${parameter}`, state), label: about.label(selected, table.length) });
    },
  };
}
