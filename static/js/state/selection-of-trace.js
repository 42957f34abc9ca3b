/**
 * What a trace is asked for. A small model's comes whole. Of a larger one the
 * open block comes, and of the folded ones what the loom draws of them; the rest
 * stays with the server until a block is opened or somebody loads it. Pure.
 */
import { hasAllHeads, tracedHeads } from './heads-on-show.js';
import { wanted } from './wanted.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Traced} Traced */
/** @typedef {import('../types.js').Selection} Selection */
/** @typedef {import('../types.js').TraceRequest} TraceRequest */
/** @typedef {import('../types.js').ModelConfig} ModelConfig */

/** Outside the blocks. */
const AROUND = ['token_embedding', 'position_embedding', 'final_norm', 'logits'];

/** Of an open block; heads are not sent apart from the projections that they are pieces of. */
export const OPEN = [
  'block_input', 'norm1', 'q_projection', 'k_projection', 'v_projection', 'scores', 'visible', 'weights', 'joined', 'attention_output',
  'residual1', 'norm2', 'ffn_linear', 'ffn_relu', 'ffn_output', 'block_output',
];

/** Numbers of all folded blocks' streams that are sent unasked: 16 MB of 32 bits. */
const MOST_FOLDED = 4_000_000;

/** Of a folded one: where it leaves the residual. Its heads in small come after the picture, as they would double what it weighs. */
const FOLDED = 'block_output';

/** Numbers of one record up to which a trace comes whole, as one document. */
const MOST_WHOLE = 120_000;

/** Numbers in a record's trace that fills the context. @param {ModelConfig} config */
function numbersOf({ context_length: T, width: C, heads: H, ffn_width: F, vocabulary_size: V, blocks }) {
  return T * (3 * C + V + blocks * (14 * C + 2 * F + 2 * H * T));
}

/** Whether a model's traces are selected from. @param {ModelConfig} config */
export function isSelective(config) {
  return config.data === 'stream' || numbersOf(config) > MOST_WHOLE;
}

/** @type {Map<string, Selection>} the same object for the same selection, so that a refusal is known again */
const made = new Map();

/** @param {readonly string[]} tensors @param {number} block @param {string} key @returns {Selection} */
function once(tensors, block, key) {
  const known = made.get(key) ?? { tensors, blocks: [block] };
  made.set(key, known);
  return known;
}

/**
 * With a trace of the records: the open block, and the others folded. Of long texts in a wide model only those
 * folded ones whose outcome something else is computed from: the rest stand bare until somebody loads them.
 * @param {ModelConfig} config @param {number} block @param {readonly import('../types.js').Draft[]} [drafts] @returns {Selection | null}
 */
export function selectionFor(config, block, drafts = []) {
  if (!isSelective(config)) return null;
  const open = Math.min(block, config.blocks - 1);
  const positions = drafts.reduce((sum, { text, continued = [] }) => sum + Math.min(config.context_length, text.length + 2 + continued.length), 0);
  const isLittle = positions * config.width * config.blocks <= MOST_FOLDED;
  const sent = inEach(config, FOLDED).filter((_, i) => isLittle || i === open - 1 || i === config.blocks - 1);
  return once([...AROUND, ...OPEN, 'blocks.0.block_input', ...sent], open, `${config.blocks}:${open}:${isLittle}`);
}

/** One tensor of every block. @param {ModelConfig} config @param {string} name */
function inEach({ blocks }, name) {
  return Array.from({ length: blocks }, (_, i) => `blocks.${i}.${name}`);
}

/** Whether a block of the trace is here as far as it is ever sent. @param {Traced} traced @param {number} block */
export function hasBlock({ trace }, block) {
  return trace.records.every(({ tensors }) => tensors.blocks[block]?.norm1 !== undefined);
}

/**
 * Everything that a page lacks: a trace of its own, a block of one that it has, or
 * last, once nobody types, the weights of all its blocks, for the heads in small.
 * @param {State} state @returns {TraceRequest | null}
 */
export function wantedOfAny(state) {
  const asked = wanted(state);
  const config = state.model?.config;
  if (!config) return asked;
  const block = state.blockWish ?? state.block;
  if (asked) return { ...asked, selection: selectionFor(config, block, asked.drafts) };
  const lacking = heldBy(state).find((traced) => traced.selection && !hasBlock(traced, block));
  if (lacking) return sliceOf(lacking, openedSlice(lacking, block));
  const bare = bareOutcome(state);
  if (bare) return bare;
  const read = tracedHeads(state);
  return read?.selection && !hasAllHeads(read) ? { ...sliceOf(read, once(inEach(config, 'weights'), 0, `heads:${config.blocks}`)), canWait: true } : null;
}

/** A block, and where it is not here what it receives, as it left the one before. @param {Traced} traced @param {number} block */
function openedSlice(traced, block) {
  if (!block || hasOutcome(traced, block - 1)) return once(OPEN, block, `slice:${block}`);
  return once([...OPEN, `blocks.${block - 1}.${FOLDED}`], block, `slice:${block}:${block - 1}`);
}

/** The outcome of a folded block that somebody loads. @param {State} state @returns {TraceRequest | null} */
function bareOutcome(state) {
  for (const traced of heldBy(state)) {
    const block = traced.selection ? state.outcomes.find((one) => !hasOutcome(traced, one)) : undefined;
    if (block !== undefined) return sliceOf(traced, once([`blocks.${block}.${FOLDED}`], 0, `outcome:${block}`));
  }
  return null;
}

/** @param {Traced} traced @param {number} block */
function hasOutcome({ trace }, block) {
  return trace.records.every(({ tensors }) => tensors.blocks[block]?.block_output !== undefined);
}

/** @param {Traced} traced @param {Selection} selection @returns {TraceRequest} */
function sliceOf({ trace: _, milliseconds: __, ...of }, selection) {
  return { ...of, kind: 'slice', selection };
}

/** Traces that a view may look into for the open block. @param {State} state */
function heldBy({ traced, healthyTraced, againstTraced, baselineTraced, mode }) {
  const beside = mode === 'break' ? healthyTraced : mode === 'train' ? againstTraced : mode === 'explore' ? baselineTraced : null;
  return [traced, beside].filter((held) => held !== null);
}
