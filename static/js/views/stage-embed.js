/** Stage 2: the token's row plus the position's row, and the tables they come from. */
import { el, setText } from '../dom.js';
import { scaleEnd } from '../draw/scale.js';
import { words } from '../i18n/all.js';
import { rowOf } from '../math/rows.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { createCoordinateScale } from './coordinate-scale.js';
import { createStrip } from './strip.js';
import { createSumFormula } from './sum-formula.js';
import { createTablePicture } from './table-picture.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 */

/** The sum's rows; all on one scale, for they are added. */
const TERMS = /** @type {const} */ (['token_embedding', 'position_embedding', 'block_input']);

/** @type {import('./detail.js').CreateStage} */
export function createStageEmbed(root, act) {
  const scale = createCoordinateScale();
  const strips = TERMS.map((name) => createStrip(act, { name }));
  const formula = createSumFormula();
  const tables = createTables(act);
  root.append(el('div', { class: 'strips' }, scale.element, ...strips.map(({ element }) => element)), formula.element, tables.element);

  return {
    sentence: (state) => {
      const id = shownRecord(state)?.ids[state.pos];
      return id === undefined ? [] : words(state.lang).detail.embed.sentence({ id, position: state.pos });
    },
    update(state) {
      const record = shownRecord(state);
      if (!record) return;
      const { tensors } = record;
      const first = /** @type {import('../types.js').BlockTensors} */ (tensors.blocks[0]);
      const most = Math.max(scaleEnd(tensors.token_embedding), scaleEnd(tensors.position_embedding), scaleEnd(first.block_input));
      const labels = [`E[${record.ids[state.pos]}]`, `+ P[${state.pos}]`, `= X[${shownIndex(state)}, ${state.pos}]`];
      scale.update(first.block_input[0]?.length ?? 0, words(state.lang).detail.embed.coordinate);
      TERMS.forEach((name, i) => {
        const ref = { name, ...(name === 'block_input' && { block: 0 }), index: [state.pos] };
        strips[i]?.setLabel(labels[i] ?? '');
        strips[i]?.update(rowOf(tensors, name, 0, state.pos), ref, most, state.number);
      });
      formula.update(sumAt(state, record));
      tables.update(state, record.ids);
    },
  };
}

/** The coordinate being read in one of the three rows, else the first. @param {State} state @param {import('../types.js').TracedRecord} record */
function sumAt({ number, pos }, { ids, tensors }) {
  const isTerm = number && number.index[0] === pos && TERMS.some((name) => name === number.name);
  const coordinate = (isTerm ? number.index[1] : null) ?? 0;
  const [token = 0, place = 0, sum = 0] = TERMS.map((name) => rowOf(tensors, name, 0, pos)[coordinate]);
  return { id: ids[pos] ?? -1, position: pos, coordinate, terms: /** @type {[number, number]} */ ([token, place]), sum };
}

/** @param {Act} act */
function createTables(act) {
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
      const id = ids[state.pos] ?? 0;
      const table = token.find(state);
      const depends = [state.parameters, ids, state.pos, state.number, state.lang, document.documentElement.dataset.theme];
      if (seen.length && depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const text = words(state.lang).detail.embed;
      pictures.hidden = !table;
      setText(note, table ? text.legend : text.loading);
      token.update(state, { title: text.tokenTable, note: text.onSide, label: text.tokenPicture, selected: id, used: ids });
      position.update(state, { title: text.positionTable, note: text.perPosition, label: text.positionPicture, selected: state.pos, used: ids.map((_, i) => i) });
    },
  };
}

/** @param {string} parameter @param {Act} act @param {'voc' | 'src'} axis */
function createTable(parameter, act, axis) {
  const title = el('span');
  const shape = el('span', { class: 'shape' });
  const picture = createTablePicture(`parameters.${parameter}`, act.readNumber, axis);
  const element = el('figure', {}, el('figcaption', {}, title, ' ', shape), picture.element);

  /** @param {State} state */
  const find = (state) => /** @type {import('../types.js').Matrix | undefined} */ (state.parameters?.find(({ name }) => name === parameter)?.values);

  return {
    element,
    find,
    /** @param {State} state @param {{title: string, note: string, label: (row: number, rows: number) => string, selected: number, used: number[]}} about */
    update(state, { title: name, note, label, selected, used }) {
      const table = find(state);
      if (!table) return;
      setText(title, name);
      setText(shape, `[${table.length}, ${table[0]?.length ?? 0}], ${note}`);
      element.style.flexGrow = String(table.length);
      picture.update({ table, selected, used, number: state.number, label: label(selected, table.length) });
    },
  };
}
