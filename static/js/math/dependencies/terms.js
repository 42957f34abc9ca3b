/**
 * How the dependency table says what one number is computed from: in terms,
 * each of which names a tensor and an index. An index is made of letters, so
 * that it can be read in both directions.
 *
 * Letters: r record; t, s, k positions; p a slot of the position table; c, i
 * coordinates; f FFN units; j a head's coordinates; h head; v, u vocabulary IDs;
 * o an axis of one.
 */

/**
 * @typedef {import('../../types.js').NumberRef} NumberRef
 *
 * @typedef {object} Context what references are resolved in
 * @property {import('../../types.js').Trace} trace
 * @property {import('../../types.js').Parameter[] | null} parameters null until they are here
 * @property {import('../../types.js').Gradients | null} [gradients] of the same trace; null until they are here
 * @property {import('../../types.js').ModelConfig | null} [config] of the model; left out: MG-1's
 * @property {number | null} epsilon of the norms
 * @property {number} record of references that name none
 * @property {number} block of references that name none
 *
 * @typedef {'r' | 't' | 's' | 'k' | 'p' | 'c' | 'i' | 'f' | 'j' | 'h' | 'v' | 'u' | 'o'} Letter
 * @typedef {{record: number, block: number} & Partial<Record<Letter, number>>} Place what the letters stand for
 * @typedef {Letter | ((place: Place, context: Context) => number)} At
 *
 * @typedef {object} Term one number that another is computed from
 * @property {string} name of its tensor; 'block.' before a block's own parameter stands for the block
 * @property {At[]} at
 * @property {string} role
 * @property {(place: Place, context: Context) => number} [block] which block's, where it is not the entry's own
 *
 * @typedef {object} Entry how each number of one tensor is computed
 * @property {string} name
 * @property {'batch' | 'batch block' | 'record' | 'block'} scope whether there is one for all, for all in each block, for
 *   each record, or for each record in each block
 * @property {Letter[]} axes of the tensor
 * @property {import('./formulas.js').FormulaId} formula
 * @property {Term[]} once
 * @property {Term[]} each repeated for all values of the letters in `over`
 * @property {Letter[]} [over]
 * @property {(place: Place, context: Context) => boolean} [among] which of those values count; left out: all
 * @property {(place: Place, context: Context) => boolean} [when] for which of the tensor's numbers; left out: all
 * @property {(place: Place, context: Context) => boolean} [cut] whether the mask cuts these terms off
 * @property {(place: Place, context: Context) => boolean} [absent] whether there is no such number at all
 */

/** @param {string} name @param {At[]} at @param {string} role @param {Term['block']} [block] @returns {Term} */
export function term(name, at, role, block) {
  return block ? { name, at, role, block } : { name, at, role };
}

/**
 * What a name alone decides, decided once: a sum asks it of each of its terms.
 * @template T @param {(name: string) => T} decide @returns {(name: string) => T}
 */
export function onceForEachName(decide) {
  /** @type {Map<string, T>} */
  const decided = new Map();
  return (name) => {
    const known = decided.get(name);
    if (known !== undefined) return known;
    const found = decide(name);
    decided.set(name, found);
    return found;
  };
}

/** Tensors that are not any record's own. */
export const isShared = onceForEachName((name) => /^(?:mean_loss|scored_events|candidate|(?:parameters|config|table)\..*)$/.test(differentiated(name)));

/** Whether a number is the loss's derivative by another. @param {string} name */
export function isGradient(name) {
  return name.startsWith('∂');
}

/** By what the loss is differentiated; a number that is no derivative is its own. @param {string} name */
export function differentiated(name) {
  return isGradient(name) ? name.slice(1) : name;
}

/**
 * A block's parameter as the table names it, with the block it is of.
 * @param {string} name @returns {{name: string, block: number | null}} 'blocks.2.wq' is 'block.wq' of block 2
 */
export function withoutBlock(name) {
  const [, before = '', block = '', own = ''] = /^(∂?parameters\.)blocks\.(\d+)\.(.+)$/.exec(name) ?? [];
  return own ? { name: `${before}block.${own}`, block: Number(block) } : { name, block: null };
}

/** @type {Map<number, (name: string) => string>} */
const ofBlock = new Map();

/** The other way. @param {string} name @param {number} block */
export function withBlock(name, block) {
  const known = ofBlock.get(block);
  if (known) return known(name);
  const named = onceForEachName((/** @type {string} */ own) => own.replace(/^(∂?parameters\.)block\./, `$1blocks.${block}.`));
  ofBlock.set(block, named);
  return named(name);
}

/** How many values a letter takes. @param {Letter} letter @param {Place} place @param {Context} context @returns {number} */
export function sizeOf(letter, { r, record, block: b }, { trace, gradients, config }) {
  if (letter === 'r') return trace.records.length;
  if (letter === 'o') return 1;
  if (letter === 'p') return gradients?.parameters.find(({ name }) => name === 'position_embedding')?.shape[0] ?? 0;
  const traced = trace.records[r ?? record];
  if (!traced) return 0;
  if (letter === 't' || letter === 's' || letter === 'k') return traced.valid_count;
  const { blocks, logits } = traced.tensors;
  // Of a block that is folded the trace may hold nothing to measure.
  const block = /** @type {Partial<import('../../types.js').BlockTensors>} */ (blocks[b] ?? blocks[0] ?? {});
  if (letter === 'h') return block.q_heads?.length ?? config?.heads ?? 0;
  if (letter === 'j') return block.q_heads?.[0]?.[0]?.length ?? (config ? config.width / config.heads : 0);
  if (letter === 'f') return block.ffn_linear?.[0]?.length ?? config?.ffn_width ?? 0;
  if (letter === 'v' || letter === 'u') return logits?.[0]?.length ?? config?.vocabulary_size ?? 0;
  return (block.block_input ?? block.block_output)?.[0]?.length ?? config?.width ?? 0;
}

/** How many numbers a head's row has. @param {Place} place @param {Context} context */
export function headWidth(place, context) {
  return sizeOf('j', place, context);
}

/** Whether query t may read key s. @param {Place} place @param {Letter} key @param {Context} context */
export function isVisible(place, key, { trace }) {
  const [query, at] = [place.t ?? -1, place[key] ?? -1];
  const flags = /** @type {boolean[][][] | undefined} */ (trace.records[place.record]?.tensors.blocks[place.block]?.visible);
  return flags ? flags[0]?.[query]?.[at] === true : trace.mask === 'none' || at <= query;
}

/**
 * The number a term stands for.
 * @param {Term} term @param {Place} place @param {Context} context
 * @returns {NumberRef}
 */
export function refOf({ name, at, block }, place, context) {
  const index = at.map((one) => (typeof one === 'string' ? (place[one] ?? -1) : one(place, context)));
  if (isShared(name)) return { name: withBlock(name, place.block), index };
  const record = place.r ?? place.record;
  return isPerBlock(name) ? { name, record, block: block ? block(place, context) : place.block, index } : { name, record, index };
}

/** Flags, settings and places say whether something is cut; they are not cut themselves. */
const NEVER_CUT = new Set(['visible', 'width']);

/** @param {Term} term @param {Entry} entry @param {Place} place @param {Context} context */
export function isCut({ role }, { cut }, place, context) {
  return !NEVER_CUT.has(role) && cut?.(place, context) === true;
}

/** Tensors outside the blocks; what belongs to one has its name before a dot. */
const PER_RECORD = new Set([
  'ids', 'targets', 'position', 'token_embedding', 'position_embedding', 'final_norm', 'logits', 'max_logit', 'shifted_logit', 'exponential',
  'exp_sum', 'probability', 'one_hot', 'loss',
]);

export const isPerBlock = onceForEachName((name) => {
  const [tensor = ''] = differentiated(name).split('.');
  return !isShared(name) && !PER_RECORD.has(tensor);
});
