/**
 * What the tour tells of one position: live numbers, each with the reference by
 * which the page finds it, and counts. All of it comes from the trace on show,
 * so the tour stays true when records, selection or mask change. Pure.
 */
import { numberAt } from '../math/reading.js';
import { rankOf, softmax } from '../math/softmax.js';
import { extremes, placeOf } from './place.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').NumberRef} NumberRef */
/** @typedef {import('./place.js').Place} Place */

/**
 * A number of the page; NaN where there is none, as where a score is masked.
 * @typedef {{ref: NumberRef, value: number}} Live
 * @typedef {(name: string, ...index: number[]) => Live} Find
 * @typedef {NonNullable<ReturnType<typeof told>>} Told
 */

/** @param {State} state */
export function told(state) {
  let all = known.get(state);
  if (all === undefined) known.set(state, (all = tell(state)));
  return all;
}

/** Titles and text of a stop ask for the same. @type {WeakMap<State, ReturnType<typeof tell>>} */
const known = new WeakMap();

/** @param {State} state */
function tell(state) {
  const place = scoredPlace(state);
  const block = place?.record.tensors.blocks[state.block];
  // A folded block has no rows here; it is about to be opened.
  if (!place || !block?.norm1) return null;
  const find = finder(state, place);
  const sum = finder(state, place, 0)('block_input', place.position, 0);
  return { ...ofModel(state), sum, ...ofText(place, find), ...ofRows(place, block, find), ...ofAttention(state, place, block, find), ...ofLoss(place, find) };
}

/** The place, or the one before where nobody said what follows: a piece of a stream may end so. @param {State} state */
function scoredPlace(state) {
  const place = placeOf(state);
  if (!place || isScored(place)) return place;
  const before = { ...place, position: place.position - 1 };
  return isScored(before) ? before : null;
}

/** @param {Place} place */
function isScored({ record, position }) {
  return typeof record.losses[position] === 'number';
}

/** What differs from model to model, by its config. @param {State} state */
function ofModel({ model, block }) {
  const { blocks = 1, activation = 'relu', tokenizer = 'byte-bpe', data = 'records', attention_bias = false, norm_bias = true, head_bias = true, tied_head = false } = model?.config ?? {};
  return { block, blocks, activation, tokenizer, isStream: data === 'stream', hasAttentionBias: attention_bias, hasNormBias: norm_bias, hasHeadBias: head_bias, isTied: tied_head };
}

/** @param {State} state @param {Place} place @param {number} [block] @returns {Find} */
function finder(state, { record, trace }, block = state.block) {
  const source = { record, block, meanLoss: trace.loss, parameters: state.parameters };
  return (name, ...index) => {
    const ref = NOT_IN_BLOCK.has(name) ? { name, index } : { name, block, index };
    return { ref, value: numberAt(source, ref) ?? NaN };
  };
}

const NOT_IN_BLOCK = new Set([
  'ids', 'targets', 'token_embedding', 'position_embedding', 'final_norm', 'logits', 'max_logit', 'probability', 'loss', 'mean_loss',
]);

/** @param {Place} place @param {Find} find */
function ofText({ record, draft, index, position, context }, find) {
  const last = record.valid_count - 1;
  return {
    record: index,
    position,
    slots: record.valid_count,
    targets: record.losses.filter((loss) => loss !== null).length,
    tokens: last,
    characters: [...record.text].length,
    bytes: new TextEncoder().encode(record.text).length,
    isEdited: draft.replace.length > 0,
    context,
    padding: context - record.valid_count,
    piece: record.ids[position] ?? -1,
    targetPiece: record.targets[position] ?? -1,
    id: find('ids', position),
    target: find('targets', position),
    first: find('ids', 0),
    lastTarget: find('targets', last),
  };
}

/** Coordinate 0 stands for its row. @param {Place} place @param {import('../types.js').BlockTensors} block @param {Find} find */
function ofRows({ position }, block, find) {
  const units = block.ffn_linear[position] ?? [];
  const lowest = units.indexOf(Math.min(...units));
  const x = block.block_input[position] ?? [];
  return {
    width: x.length,
    units: units.length,
    zeros: (block.ffn_relu[position] ?? []).filter((unit) => unit === 0).length,
    unit: lowest,
    share: rootMeanSquare(block.attention_output[position] ?? []) / rootMeanSquare(x),
    tokenRow: find('token_embedding', position, 0),
    positionRow: find('position_embedding', position, 0),
    x: find('block_input', position, 0),
    mean: find('norm1.mean', position),
    variance: find('norm1.variance', position),
    norm: find('norm1', position, 0),
    query: find('q_projection', position, 0),
    keyRow: find('k_projection', position, 0),
    value: find('v_projection', position, 0),
    output: find('attention_output', position, 0),
    residual: find('residual1', position, 0),
    linear: find('ffn_linear', position, lowest),
    relu: find('ffn_relu', position, lowest),
    blockOutput: find('block_output', position, 0),
    finalNorm: find('final_norm', position, 0),
  };
}

/**
 * @param {State} state @param {Place} place
 * @param {import('../types.js').BlockTensors} block @param {Find} find
 */
function ofAttention({ head, key }, { record, trace, position }, block, find) {
  const last = record.valid_count - 1;
  const { strongest, weakest, seen } = extremes(block.weights[head]?.[position] ?? [], block.visible[0]?.[position] ?? []);
  const next = Math.min(position + 1, last);
  const other = head === 0 ? Math.min(1, block.weights.length - 1) : 0;
  return {
    isMasked: trace.mask === 'causal',
    head,
    heads: block.weights.length,
    headWidth: (block.q_projection[0]?.length ?? 0) / block.weights.length,
    key,
    keyPiece: record.ids[key] ?? -1,
    strongest,
    weakest,
    seen,
    later: last - position,
    next,
    other,
    product: find('q·k', head, position, key),
    score: find('scores', head, position, key),
    lastWeight: find('weights', head, position, position),
    leakWeight: find('weights', head, position, next),
    most: find('weights', head, position, strongest),
    least: find('weights', head, position, weakest),
    mixture: find('mixtures', head, position, 0),
    otherMixture: find('mixtures', other, position, 0),
  };
}

/** @param {Place} place @param {Find} find */
function ofLoss({ record, trace, position, vocabulary }, find) {
  const target = record.targets[position] ?? -1;
  const logits = record.tensors.logits[position] ?? [];
  const { argmax } = softmax(logits);
  return {
    vocabulary,
    records: trace.records.length,
    scored: trace.scored_events,
    rank: rankOf(logits, target),
    topPiece: argmax,
    logit: find('logits', position, target),
    highest: find('max_logit', position),
    probability: find('probability', position, target),
    loss: find('loss', position),
    meanLoss: find('mean_loss'),
  };
}

/** @param {number[]} row */
function rootMeanSquare(row) {
  return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0) / row.length);
}
