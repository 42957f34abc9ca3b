/** Stage 2: the token's row plus the position's row, and the tables they come from. */
import { el } from '../dom.js';
import { scaleEnd } from '../draw/scale.js';
import { wordsOf } from '../i18n/all.js';
import { rowOf } from '../math/rows.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { createCoordinateScale } from './coordinate-scale.js';
import { createEmbedTables } from './embed-tables.js';
import { highlights } from './highlights.js';
import { createStrip } from './strip.js';
import { createSumFormula } from './sum-formula.js';

/** @typedef {import('../types.js').State} State */

/** The sum's rows; all on one scale, for they are added. */
const TERMS = /** @type {const} */ (['token_embedding', 'position_embedding', 'block_input']);

/** @type {import('./detail.js').CreateStage} */
export function createStageEmbed(root, act) {
  const scale = createCoordinateScale();
  const strips = TERMS.map((name) => createStrip(act, { name }));
  const formula = createSumFormula();
  const tables = createEmbedTables(act);
  root.append(el('div', { class: 'strips' }, scale.element, ...strips.map(({ element }) => element)), formula.element, tables.element);

  return {
    sentence: (state) => {
      const id = shownRecord(state)?.ids[state.pos];
      return id === undefined ? [] : wordsOf(state).detail.embed.sentence({ id, position: state.pos });
    },
    update(state) {
      const record = shownRecord(state);
      if (!record) return;
      const { tensors } = record;
      const first = /** @type {import('../types.js').BlockTensors} */ (tensors.blocks[0]);
      const most = Math.max(...[tensors.token_embedding, tensors.position_embedding, first.block_input].map(scaleEnd));
      const labels = [`E[${record.ids[state.pos]}]`, `+ P[${state.pos}]`, `= X[${shownIndex(state)}, ${state.pos}]`];
      scale.update(first.block_input[0]?.length ?? 0, wordsOf(state).detail.embed.coordinate);
      TERMS.forEach((name, i) => {
        const ref = { name, ...(name === 'block_input' && { block: 0 }), index: [state.pos] };
        strips[i]?.setLabel(labels[i] ?? '');
        strips[i]?.update(rowOf(tensors, name, 0, state.pos), ref, most, state.number, highlights(state).inRow(ref));
      });
      formula.update(sumAt(state, record));
      tables.update(state, record.ids);
    },
  };
}

/**
 * The coordinate being read in one of the three rows, else the first.
 * @param {State} state @param {import('../types.js').TracedRecord} record
 */
function sumAt({ number, pos }, { ids, tensors }) {
  const isTerm = number && number.index[0] === pos && TERMS.some((name) => name === number.name);
  const coordinate = (isTerm ? number.index[1] : null) ?? 0;
  const [token = 0, place = 0, sum = 0] = TERMS.map((name) => rowOf(tensors, name, 0, pos)[coordinate]);
  return { id: ids[pos] ?? -1, position: pos, coordinate, terms: /** @type {[number, number]} */ ([token, place]), sum };
}
