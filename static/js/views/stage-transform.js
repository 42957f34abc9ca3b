/**
 * Stage 4: attention's output is added to what the position had; the sum is
 * normalised, widened, cut off below zero, narrowed, and added again.
 */
import { el } from '../dom.js';
import { scaleEnd } from '../draw/scale.js';
import { wordsOf } from '../i18n/all.js';
import { rowOf } from '../math/rows.js';
import { shownRecord } from '../state/shown.js';
import { activationLabel } from './activation-label.js';
import { createCoordinateScale } from './coordinate-scale.js';
import { highlights } from './highlights.js';
import { createNormFigures } from './norm-figures.js';
import { createStrip } from './strip.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {'block_input' | 'attention_output' | 'residual1' | 'norm2'} NameBefore
 * @typedef {NameBefore | 'ffn_linear' | 'ffn_relu' | 'ffn_output' | 'block_output'} Name
 */

/** The strips in their order; those of one group are added up or cut off, so they share a scale. @type {Name[][]} */
const GROUPS = [
  ['block_input', 'attention_output', 'residual1'],
  ['norm2'],
  ['ffn_linear', 'ffn_relu'],
  ['residual1', 'ffn_output', 'block_output'],
];

/** @type {import('./detail.js').CreateStage} */
export function createStageTransform(root, act) {
  const scale = createCoordinateScale();
  const groups = GROUPS.map((names) => names.map((name) => createStrip(act, { name })));
  const norm = createNormFigures(act);
  const blocks = groups.map((strips) => el('div', { class: 'strip-group' }, ...strips.map(({ element }) => element)));
  blocks[1]?.append(norm.element);
  root.append(el('div', { class: 'strips transform' }, scale.element, ...blocks));

  return {
    sentence,
    update(state) {
      const record = shownRecord(state);
      const tensors = record?.tensors.blocks[state.block];
      if (!record || !tensors) return;
      const text = wordsOf(state).detail;
      scale.update(tensors.norm2[0]?.length ?? 0, text.axes.coordinate);
      GROUPS.forEach((names, group) => {
        const signs = text.transform.signs[group] ?? [];
        const most = Math.max(...names.map((name) => scaleEnd(tensors[name])));
        names.forEach((name, i) => {
          const strip = groups[group]?.[i];
          const row = rowOf(record.tensors, name, state.block, state.pos);
          strip?.setLabel(name === 'ffn_relu' ? activationLabel(state) : (signs[i] ?? name));
          const ref = { name, block: state.block, index: [state.pos] };
          strip?.update(row, ref, most, state.number, highlights(state).inRow(ref));
        });
      });
      norm.update(state, record);
    },
  };
}

/** @param {State} state @returns {import('./detail.js').Phrase[]} */
function sentence(state) {
  const units = shownRecord(state)?.tensors.blocks[state.block]?.ffn_relu[state.pos]?.length ?? 0;
  const { sentence: relu, gelu } = wordsOf(state).detail.transform;
  return activationLabel(state) === 'GELU' ? gelu({ position: state.pos, negative: negativesAt(state), units }) : relu({ position: state.pos, zeros: zerosAt(state), units });
}

/** Units that GELU has made small. @param {State} state */
function negativesAt(state) {
  const row = shownRecord(state)?.tensors.blocks[state.block]?.ffn_linear[state.pos] ?? [];
  return row.filter((value) => value < 0).length;
}

/** Units that are exactly 0 after ReLU. @param {State} state */
function zerosAt(state) {
  const row = shownRecord(state)?.tensors.blocks[state.block]?.ffn_relu[state.pos] ?? [];
  return row.filter((value) => value === 0).length;
}
