/** Which column of the loom shows a number, and where in its row. Pure; any number of heads. */
import { differentiated, headWidth, sizeOf } from '../math/dependencies/terms.js';

/**
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 *
 * @typedef {object} LoomPlace
 * @property {string} column name in loom-columns.js
 * @property {number} position row
 * @property {number | null} place within the row; null where the number is the row's
 * @property {number} of how many places the row has
 */

/** Tensors split by head, and the column of the whole. @type {Map<string, string>} */
const BY_HEAD = new Map([['q_heads', 'q_projection'], ['k_heads', 'k_projection'], ['v_heads', 'v_projection'], ['mixtures', 'joined']]);
const PAIRS = new Set(['q·k', 'scores', 'weights']);
const ROWS = new Set([
  'token_embedding', 'position_embedding', 'norm1', 'q_projection', 'k_projection', 'v_projection', 'joined', 'attention_output',
  'residual1', 'norm2', 'ffn_linear', 'ffn_relu', 'ffn_output', 'block_output', 'final_norm', 'logits',
]);
const OVER_VOCABULARY = new Set(['probability', 'exponential', 'shifted_logit', 'one_hot']);
/** Steps of the way back that no tensor holds, as long as its row. */
const STEPS = new Set(['unit', 'input', 'q', 'k', 'v']);
/** Numbers of a whole row. @type {Map<string, string>} */
const OF_ROW = new Map([
  ['ids', 'ids'], ['targets', 'targets'], ['loss', 'losses'], ['max_logit', 'logits'], ['exp_sum', 'logits'],
  ...['norm1', 'norm2', 'final_norm'].flatMap((norm) => ['mean', 'variance', 'shift', 'stretch'].map((figure) => /** @type {[string, string]} */ ([`${norm}.${figure}`, norm]))),
]);

/**
 * @param {NumberRef} ref completed
 * @param {Context} context the record and block on show
 * @param {number} from position of the number it was reached from: a table's entry stands in its row
 * @returns {LoomPlace | null} null where the loom does not show it
 */
export function loomPlace(ref, context, from) {
  const { index, block, record } = ref;
  const name = shownAs(ref.name);
  if (record !== undefined && record !== context.record) return null;
  // What a block receives is what the one before hands on.
  if (name === 'block_input') return block ? loomPlace({ ...ref, name: 'block_output', block: block - 1 }, context, from) : row('embedded', index, context);
  if (name === 'parameters.token_embedding' || name === 'parameters.position_embedding') {
    return row(name.replace('parameters.', ''), [from, index[1] ?? 0], context);
  }
  const [first = 0, second = 0, third = 0] = index;
  if (name === 'lens') return { column: `lens-${block}`, position: first, place: null, of: 1 };
  if (name === 'block_output' && block !== context.block) return row(`folded-${block}`, index, context);
  if (block !== undefined && block !== context.block) return null;
  const whole = BY_HEAD.get(name);
  if (whole) return row(whole, [second, first * headWidth({ record: context.record, block: context.block }, context) + third], context);
  if (PAIRS.has(name)) return { column: `weights-${first}`, position: second, place: third, of: context.trace.records[context.record]?.valid_count ?? 1 };
  const single = OF_ROW.get(name);
  if (single) return { column: single, position: first, place: null, of: 1 };
  return ROWS.has(name) || OVER_VOCABULARY.has(name) ? row(OVER_VOCABULARY.has(name) ? 'logits' : name, index, context) : null;
}

/** A gradient stands where its number does, and a step between where its tensor does. @param {string} name */
function shownAs(name) {
  const own = differentiated(name);
  const [tensor = '', step = ''] = own.split('.');
  return STEPS.has(step) && !own.startsWith('parameters.') ? tensor : own;
}

/** How wide a column is, where it is not the model's own width. @type {Map<string, import('../math/dependencies/terms.js').Letter>} */
const WIDTHS = new Map([['logits', 'v'], ['ffn_linear', 'f'], ['ffn_relu', 'f']]);

/** @param {string} column @param {number[]} index @param {Context} context @returns {LoomPlace} */
function row(column, [position = 0, place = 0], context) {
  const { record, block } = context;
  return { column, position, place, of: sizeOf(WIDTHS.get(column) ?? 'c', { record, block }, context) || 1 };
}
