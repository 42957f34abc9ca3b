/**
 * Both embedding tables as pictures, once the parameters are here; where the
 * loom shows gradients, theirs. In Train the number being read leads to its update.
 */
import { el, setText } from '../dom.js';
import { palette } from '../draw/palette.js';
import { words, wordsOf } from '../i18n/all.js';
import { gradientOf } from '../math/gradient-reading.js';
import { showsGradients, shownGradients } from '../state/graded.js';
import { highlights } from './highlights.js';
import { codeOf } from './number-name.js';
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
  /** @type {{parameter: string, index: number[]} | null} */
  let leads = null;
  const open = el('button', { type: 'button', class: 'link', onclick: () => leads && act.openUpdate(leads.parameter, leads.index) });
  const pictures = el('div', { class: 'tables' }, token.element, position.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element: el('div', {}, pictures, note, open),
    /** @param {State} state @param {number[]} ids */
    update(state, ids) {
      const depends = [state.parameters, shownGradients(state), state.show, state.mode, ids, state.pos, state.number, state.lang, palette(), highlights(state)];
      if (seen.length && depends.every((part, i) => part === seen[i])) return;
      seen = depends;
      const text = wordsOf(state).detail.embed;
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
      leads = updateOf(state);
      open.hidden = leads === null;
      setText(open, leads ? words(state.lang).update.open(codeOf({ name: `parameters.${leads.parameter}`, index: leads.index }, state)) : '');
    },
  };
}

/** @param {State} state @param {string} parameter @returns {Matrix | undefined} */
function tableOf(state, parameter) {
  const found = state.parameters?.find(({ name }) => name === parameter);
  return gradientTableOf(state, parameter) ?? /** @type {Matrix | undefined} */ (found?.values);
}

/** @param {State} state @param {string} parameter @returns {Matrix | null} null unless gradients are on show */
function gradientTableOf(state, parameter) {
  const gradients = showsGradients(state) ? shownGradients(state) : null;
  return gradients && /** @type {Matrix} */ (gradientOf(gradients, parameter));
}

/** Of a table's number, or its gradient, that is being read. @param {State} state */
function updateOf({ mode, number }) {
  const [, parameter] = /^∂?parameters\.((?:token|position)_embedding)$/.exec(number?.name ?? '') ?? [];
  return mode === 'train' && number && parameter ? { parameter, index: number.index } : null;
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
      const isGradient = gradientTableOf(state, parameter) !== null;
      /** @param {string} text */
      const called = (text) => (isGradient ? `∂ ${text}` : text);
      const name = `${isGradient ? '∂' : ''}parameters.${parameter}`;
      setText(title, called(about.title));
      setText(shape, `[${table.length}, ${table[0]?.length ?? 0}], ${about.note}`);
      element.style.flexGrow = String(table.length);
      picture.update({ table, isGradient, selected, used, number: numberOf(name, state), label: called(about.label(selected, table.length)) });
    },
  };
}
