/**
 * The future leaks: which evidence tells it? Each piece of evidence is gathered
 * twice, from the model as it is and from one that leaks, and it tells where the
 * two differ. Computed with the page's own forward pass.
 */
import { forwardRecord, parametersByName } from '../../math/engine/forward.js';
import { changeToken, setMask } from '../../state/lab.js';
import { placeOf } from '../place.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {{tensors: import('../../types.js').Tensors}} Run */

/** Parameters times positions up to which nobody waits for four forward passes; MG-1's full context is a seventeenth of it. */
const MOST_WORK = 15e6;

/** @type {import('../exercises.js').Exercise} */
export const leak = {
  id: 'F',
  stage: 3,
  lacking: (state) => ((state.model?.parameters.total ?? 0) * (placeOf(state)?.record.valid_count ?? 0) > MOST_WORK ? 'size' : null),
  task: (state) => memo(state),
  scene(state) {
    const last = (placeOf(state)?.record.valid_count ?? 1) - 1;
    const current = state.drafts[state.rec];
    const leaking = setMask({ ...state, mode: 'explore', panel: false }, 'none');
    const isEdited = current?.replace.some(({ position }) => position === last);
    const { drafts, mask, mode, panel, pos } = isEdited ? leaking : changeToken(leaking, last);
    return { drafts, mask, mode, panel, show: 'values', stage: 3, map: 'weights', pos: Math.min(pos, Math.max(0, last - 1)), row: null, trail: [] };
  },
};

/** Five forward passes, once for each trace. @type {{needs: unknown[], task: ReturnType<typeof taskOf>}} */
let last = { needs: [], task: null };

/** @param {State} state */
function memo(state) {
  const needs = [state.traced, state.rec, state.drafts[state.rec]?.key, state.parameters, state.model];
  if (needs.some((need, i) => need !== last.needs[i])) last = { needs, task: taskOf(state) };
  return last.task;
}

/** @param {State} state @returns {import('../exercises.js').Task | null} */
function taskOf(state) {
  const place = placeOf(state);
  const { parameters, model } = state;
  if (!place || !parameters || !model || place.record.valid_count < 2) return null;
  const { ids, targets } = place.record;
  const parameter = parametersByName(parameters);
  /** @param {number[]} inputs @param {import('../../types.js').Mask} mask @returns {Run} */
  const run = (inputs, mask) => forwardRecord(parameter, model.config, { ids: inputs, targets }, mask);
  const swapped = [...ids.slice(0, -1), another(ids)];
  const runs = {
    sound: run(ids, 'causal'),
    soundSwapped: run(swapped, 'causal'),
    leaking: run(ids, 'none'),
    leakingSwapped: run(swapped, 'none'),
  };
  const count = /** @param {Run} one */ (one) => (one.tensors.blocks[0]?.visible[0] ?? []).reduce((sum, row, t) => sum + row.filter((sees, s) => sees && s > t).length, 0);
  const found = {
    prefix: [movedBefore(runs.sound, runs.soundSwapped), movedBefore(runs.leaking, runs.leakingSwapped)],
    shapes: [shapeOf(runs.sound), shapeOf(runs.leaking)],
    visible: [count(runs.sound), count(runs.leaking)],
    parameters: [model.parameters.total, model.parameters.total],
    norm: [normAlone(runs.sound, runs.soundSwapped), normAcross(runs.sound, runs.soundSwapped)],
    rows: [farFromOne(runs.sound), farFromOne(runs.leaking)],
  };
  const [, pairs = 0] = found.visible;
  const [, moved = 0] = found.prefix;
  const [, normMoved = 0] = found.norm;
  return {
    facts: { record: place.index, end: ids.length - 1, pairs, moved, normMoved, total: model.parameters.total, slots: ids.length, vocabulary: place.vocabulary },
    fields: Object.entries(found).map(([id, [sound, leaking]]) => ({
      id, kind: 'choice', answer: Number(differ(sound, leaking)), mistakes: [[`${id}Missed`, 0], [`${id}Chosen`, 1]],
    })),
  };
}

/** Sums of a few dozen float64 weights may miss 1 by this; what leaks moves by far more. */
const ROUNDING = 1e-12;

/** @param {string | number | undefined} a @param {string | number | undefined} b */
function differ(a, b) {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) > ROUNDING : a !== b;
}

/** A token that the record's last position does not hold. @param {number[]} ids */
function another(ids) {
  return /** @type {number} */ (ids.find((id) => id !== ids.at(-1)));
}

/** The largest change of any logit before the last position, the swapped one. @param {Run} a @param {Run} b */
function movedBefore({ tensors: a }, { tensors: b }) {
  return largestChange(a.logits.slice(0, -1), b.logits.slice(0, -1));
}

/** @param {Matrix} a @param {Matrix} b */
function largestChange(a, b) {
  return Math.max(...a.flatMap((row, t) => row.map((value, c) => Math.abs(value - (b[t]?.[c] ?? NaN)))));
}

/** @param {Run} run */
function shapeOf({ tensors: { blocks, final_norm, logits } }) {
  const matrices = [...blocks.flatMap(({ weights, block_output }) => [...weights, block_output]), final_norm, logits];
  return matrices.map((matrix) => `${matrix.length}×${matrix[0]?.length}`).join();
}

/** @param {Run} run */
function farFromOne({ tensors }) {
  const sums = tensors.blocks.flatMap(({ weights }) => weights.flatMap((rows) => rows.map((row) => row.reduce((sum, weight) => sum + weight, 0))));
  return Math.max(...sums.map((sum) => Math.abs(sum - 1)));
}

/** A norm that keeps to its row: nothing before the swap moves. @param {Run} a @param {Run} b */
function normAlone({ tensors: a }, { tensors: b }) {
  return largestChange((a.blocks[0]?.norm1 ?? []).slice(0, -1), (b.blocks[0]?.norm1 ?? []).slice(0, -1));
}

/** The mistake: centred over the positions instead, so that a later row moves earlier ones. @param {Run} a @param {Run} b */
function normAcross({ tensors: a }, { tensors: b }) {
  return largestChange(centredAcross(a.blocks[0]?.block_input ?? []).slice(0, -1), centredAcross(b.blocks[0]?.block_input ?? []).slice(0, -1));
}

/** @param {Matrix} rows [T, C] @returns {Matrix} [T, C] */
function centredAcross(rows) {
  const means = (rows[0] ?? []).map((_, c) => rows.reduce((sum, row) => sum + (row[c] ?? 0), 0) / rows.length); // [C]
  return rows.map((row) => row.map((value, c) => value - (means[c] ?? 0))); // [T, C]
}
