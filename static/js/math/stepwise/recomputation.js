/**
 * A trace of 32 bits recomputed in 64: each tensor from the operands that the
 * server computed it from, so that the roundings of one step do not hide the
 * next. A folded block, of which only the outcome arrived, is computed whole from
 * what went into it. Numbers that were left out are not missed, and not counted.
 */
import { compare, found, isLeftOut, summed, walk } from '../agreement.js';
import { apartBy } from '../engine/apart.js';
import { block } from '../engine/block.js';
import { embeddings, lossesOf, parametersByName, visibility } from '../engine/forward.js';
import { plus, wide } from '../engine/products.js';
import { has } from '../family.js';
import { UNIT, slack } from '../float32.js';
import { softmax } from '../softmax.js';
import { affine, exactly, norm, rounded } from './limits.js';
import { openBlock } from './open-block.js';

/** @typedef {import('../../types.js').Row} Row */
/** @typedef {import('../../types.js').Matrix} Matrix */
/** @typedef {import('../../types.js').TracedRecord} TracedRecord */
/** @typedef {import('../../types.js').BlockTensors} BlockTensors */
/** @typedef {import('../engine/forward.js').Sizes} Sizes */
/** @typedef {import('./limits.js').Step} Step */

/**
 * Through a whole block the roundings of a dozen steps follow one another, and
 * each norm passes them on enlarged: this many u of a row's typical number.
 * Measured: at most 120, in a model with parameters shaken far from any trained one.
 */
const THROUGH_BLOCK = 500;

/**
 * @param {{trace: import('../../types.js').Trace, mask: import('../../types.js').Mask, targets: number[][]} & import('../engine/apart.js').Switched} traced
 * @param {{parameters: import('../../types.js').Parameter[], config: Sizes}} model
 * @returns {Generator<number, import('../agreement.js').Agreement, void>} yields how far it is, 0 to 1
 */
export function* recomputeStepwise({ trace, mask, targets, off, swap }, { parameters, config }) {
  const parameter = parametersByName(parameters);
  const { alter, exchange } = apartBy({ off, swap });
  const { records } = trace;
  const comparison = createComparison(records);
  const visible = records.map(({ ids }) => visibility(ids.length, mask)); // [T, T] each
  const tables = records.map(({ ids }) => embeddings(parameter, ids));
  records.forEach((record, r) => {
    comparison.add('targets', null, r, exactly(targets[r]), record.targets);
    for (const [name, rows] of Object.entries(tables[r] ?? {})) comparison.add(name, null, r, exactly(rows));
  });
  let streams = exchange(-1, tables.map(({ token_embedding, position_embedding }) => plus(token_embedding, position_embedding))); // [T, C] each
  for (let b = 0; b < config.blocks; b += 1) {
    /** @param {string} name */
    const own = (name) => parameter(`blocks.${b}.${name}`);
    streams.forEach((input, r) => comparison.add('block_input', b, r, b ? exactly(input) : rounded(input)));
    /** @type {Matrix[]} */
    const leaving = [];
    for (const [r, record] of records.entries()) {
      const arrived = record.tensors.blocks[b] ?? {};
      leaving[r] = 'norm1' in arrived ? openedBlock(r, b, own) : foldedBlock(r, b, own);
      yield (b * records.length + r + 1) / ((config.blocks + 1) * records.length);
    }
    const exchanged = exchange(b, leaving);
    const isOpen = records.map(({ tensors }) => 'norm1' in (tensors.blocks[b] ?? {}));
    exchanged.forEach((rows, r) => comparison.add('block_output', b, r, isOpen[r] ? rounded(rows) : throughBlock(rows)));
    streams = records.map((record, r) => arrivedRows(record.tensors.blocks[b]?.block_output) ?? exchanged[r] ?? []);
  }
  for (const [r, record] of records.entries()) {
    const final_norm = arrivedRows(record.tensors.final_norm);
    const logits = arrivedRows(record.tensors.logits);
    const offset = has(config, 'norm_bias') ? parameter('final_norm.offset') : undefined;
    comparison.add('final_norm', null, r, norm(streams[r] ?? [], parameter('final_norm.scale'), offset, config.norm_epsilon));
    if (final_norm) comparison.add('logits', null, r, headStep(final_norm));
    if (logits) comparison.add('losses', null, r, lossStep(logits, targets[r] ?? []), record.losses);
    yield (config.blocks * records.length + r + 1) / ((config.blocks + 1) * records.length);
  }
  return comparison.finish(trace.loss);

  /** @param {number} r @param {number} b @param {(name: string) => any} own @returns {Matrix} what leaves it, before any exchange */
  function openedBlock(r, b, own) {
    const of = inFloat64(/** @type {BlockTensors} */ (records[r]?.tensors.blocks[b]));
    for (const [name, reads, step] of openBlock(of, visible[r] ?? [], own, config)) {
      if (!reads.every((one) => of[one])) continue; // what it is made of is missed where that is due
      if (name === 'block_output') return /** @type {Matrix} */ (step().own);
      const { own: rows, limit } = step();
      comparison.add(name, b, r, { own: alter(b, name, rows), limit });
    }
    return of.block_output ?? [];
  }

  /** @param {number} r @param {number} b @param {(name: string) => any} own @returns {Matrix} */
  function foldedBlock(r, b, own) {
    const arrived = records[r]?.tensors.blocks[b] ?? {};
    const computed = block((streams[r] ?? []).map(wide), visible[r] ?? [], own, config, (name, tensor) => alter(b, name, tensor));
    for (const name of Object.keys(arrived)) {
      if (name === 'block_input' || name === 'block_output' || !(name in computed)) continue;
      comparison.add(name, b, r, name === 'weights' ? weightsThroughBlock(computed) : throughBlock(Reflect.get(computed, name)));
    }
    return computed.block_output;
  }

  /** @param {Matrix} final_norm [T, C] @returns {Step} */
  function headStep(final_norm) {
    const isTied = has(config, 'tied_head');
    return affine(final_norm, parameter(isTied ? 'token_embedding' : 'lm_head'), has(config, 'head_bias') ? parameter('lm_bias') : undefined, isTied);
  }
}

/** Tensor by tensor, in the order in which they are first met. @param {TracedRecord[]} records */
function createComparison(records) {
  /** @type {Map<string, import('../agreement.js').Found>} */
  const all = new Map();
  /** @type {(number | null)[]} */
  const losses = [];
  return {
    /** @param {string} name @param {number | null} b @param {number} r @param {Step} step @param {unknown} [theirs] */
    add(name, b, r, { own, limit }, theirs = Reflect.get((b === null ? records[r]?.tensors : records[r]?.tensors.blocks[b]) ?? {}, name)) {
      const key = `${name} ${b}`;
      const tensor = all.get(key) ?? found(name, b, () => null);
      all.set(key, tensor);
      if (name === 'losses') losses.push(.../** @type {(number | null)[]} */ (own));
      const record = /** @type {TracedRecord} */ (records[r]);
      if (theirs !== undefined || !(isLeftOut(record, { name, block: b, of: () => theirs }) || name === 'block_input')) walk(tensor, theirs, own, r, [], limit);
    },
    /** @param {number | null} theirs the mean loss */
    finish(theirs) {
      const scored = losses.filter((loss) => loss !== null);
      const mean = scored.length ? scored.reduce((sum, loss) => sum + loss, 0) / scored.length : null;
      const tensor = found('mean_loss', null, () => null);
      compare(tensor, theirs, mean, 0, [], (_, mine) => slack(Math.sqrt(scored.length) * 4 * Math.abs(mine)));
      return { ...summed([...all.values(), tensor]), precision: /** @type {const} */ ('float32') };
    },
  };
}

/** @param {Matrix} rows [T, C] @returns {Step} */
function throughBlock(rows) {
  const typical = rows.map((row) => Math.sqrt(row.reduce((/** @type {number} */ sum, value) => sum + value * value, 0) / row.length)); // [T]
  return { own: rows, limit: ([t = 0], mine) => THROUGH_BLOCK * UNIT * ((typical[t] ?? 0) + Math.abs(mine)) };
}

/** Relative to the weight: what its score is off by. @param {BlockTensors} computed @returns {Step} */
function weightsThroughBlock({ weights, scores }) {
  const peaks = scores.map((rows) => rows.map((row) => row.reduce((/** @type {number} */ most, score) => Math.max(most, Math.abs(score ?? 0)), 1))); // [H, T]
  return { own: weights, limit: ([h = 0, t = 0], mine) => THROUGH_BLOCK * UNIT * (peaks[h]?.[t] ?? 1) * mine + slack(UNIT) };
}

/** From the logits, by their largest. @param {Matrix} logits [T, V] @param {number[]} targets [T] @returns {Step} */
function lossStep(logits, targets) {
  const own = lossesOf(logits, targets); // [T]
  const sizes = logits.map((row, t) => Math.sqrt(row.length) + 2 * Math.abs(softmax(row).max) + 2 * Math.abs(row[targets[t] ?? -1] ?? 0)); // [T]
  return { own, limit: ([t = 0], mine) => slack((sizes[t] ?? 0) + Math.abs(mine)) };
}

/** @param {Matrix | undefined} rows @returns {Matrix | undefined} */
function arrivedRows(rows) {
  return rows?.map(wide);
}

/** @param {BlockTensors} tensors @returns {BlockTensors} */
function inFloat64(tensors) {
  /** @param {any} part @returns {any} */
  const widened = (part) => (Array.isArray(part) && typeof part[0] === 'object' ? part.map(widened) : wide(part));
  return /** @type {BlockTensors} */ (Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, widened(tensor)])));
}
