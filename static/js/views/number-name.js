/** How a number is called: as code would write it, and where it stands in words. */
import { name as pieceName } from '../format/pieces.js';
import { wordsOf } from '../i18n/all.js';
import { differentiated, isGradient } from '../math/dependencies/terms.js';
import { shownIndex } from '../state/shown.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../i18n/detail.js').AxisName} AxisName
 */

const POSITION_ROW = /** @type {const} */ (['position', 'coordinate']);
const HEAD_ROW = /** @type {const} */ (['head', 'position', 'coordinate']);
const PAIR = /** @type {const} */ (['head', 'query', 'key']);

/** What each place of an index counts, where it is not [position, coordinate]. @type {Map<string, readonly AxisName[]>} */
const AXES = new Map(
  /** @type {[string, readonly AxisName[]][]} */ ([
    ['q_heads', HEAD_ROW],
    ['k_heads', HEAD_ROW],
    ['v_heads', HEAD_ROW],
    ['mixtures', HEAD_ROW],
    ['q·k', PAIR],
    ['scores', PAIR],
    ['weights', PAIR],
    ['visible', PAIR],
    ['ffn_linear', ['position', 'unit']],
    ['ffn_relu', ['position', 'unit']],
    ['logits', ['position', 'candidate']],
    ['probability', ['position', 'candidate']],
    ['shifted_logit', ['position', 'candidate']],
    ['exponential', ['position', 'candidate']],
    ['one_hot', ['position', 'candidate']],
    ['candidate', ['candidate']],
    ['scored_events', []],
    ['weights.mean', ['head', 'query']],
    ['mean_loss', []],
    ['parameters.token_embedding', ['id', 'coordinate']],
    ['table.rows', ['id', 'coordinate']],
    ['table.head', ['id', 'coordinate']],
    ['parameters.position_embedding', ['position', 'coordinate']],
    ['parameters.lm_head', ['row', 'candidate']],
    ['parameters.lm_bias', ['candidate']],
  ]),
);

/** Numbers that no record has for itself: their index starts without the record. */
const SHARED = /^(?:parameters|config|table)\.|^(?:position_embedding|mean_loss|position|scored_events|candidate)$/;

/** Axes along which a place is a token's ID, and those along which it is where a token stands. */
const IDS = new Set(['id', 'candidate']);
const POSITIONS = new Set(['position', 'query', 'key']);

/** Whether a number belongs to a query and a key, so that the mask may leave it out. @param {NumberRef} ref */
export function isPair(ref) {
  return axesOf(ref) === PAIR;
}

/** What each place of an index counts: of a gradient, as of what it is the gradient of. @param {NumberRef} ref */
function axesOf({ name }) {
  return AXES.get(differentiated(name));
}

/** What a number is: its label, and one sentence. @param {NumberRef} ref @param {State} state @returns {{label: string, meaning: string}} */
export function describe(ref, state) {
  if (isGradient(ref.name)) return stepBack(ref, state) ?? wordsOf(state).gradients.described(describe({ ...ref, name: differentiated(ref.name) }, state).label);
  const { tensors } = wordsOf(state).detail;
  const known = new Map(Object.entries(tensors));
  if (ref.name === 'ffn_relu' && (state.model?.config.activation ?? 'relu') !== 'relu') return wordsOf(state).derivation.gelu;
  const [head = '', figure = ''] = ref.name.split('.');
  return (head === 'parameters' || head === 'config' ? known.get(head) : known.get(figure) ?? known.get(head)) ?? { label: ref.name, meaning: '' };
}

/** A step of the way back that no tensor holds. @param {NumberRef} ref @param {State} state */
function stepBack({ name }, state) {
  const [tensor, step = ''] = differentiated(name).split('.');
  return tensor === 'parameters' ? undefined : wordsOf(state).derivation.back.steps[step];
}

/** The number's name as code would write it, the record first. @param {NumberRef} ref @param {State} state */
export function codeOf(ref, state) {
  return codeWith(ref, ref.index, state);
}

/**
 * The same for a row of numbers: a letter or a dot stands where the index runs.
 * @param {NumberRef} ref @param {readonly (string | number)[]} at @param {State} state @param {string | number} [record]
 */
export function codeWith(ref, at, state, record = ref.record ?? shownIndex(state)) {
  const own = differentiated(ref.name);
  const index = SHARED.test(own) ? at : [record, ...at];
  const block = ref.block !== undefined && (state.model?.config.blocks ?? 1) > 1 ? `blocks[${ref.block}].` : '';
  const name = `${isGradient(ref.name) ? '∂' : ''}${own.replace(/^(?:parameters|config)\./, '')}`;
  return index.length ? `${block}${name}[${index.join(', ')}]` : `${block}${name}`;
}

/** @param {NumberRef} ref @param {State} state @param {readonly number[]} ids of its record */
export function placeOf(ref, state, ids) {
  const { axes, list } = wordsOf(state).detail;
  return ref.index
    .map((place, i) => {
      const axis = axisOf(ref, i);
      return `${axes[axis]} ${place}${pieceAt(axis, place, state, ids)}`;
    })
    .join(list);
}

/** @param {NumberRef} ref @param {number} i @returns {AxisName} */
export function axisOf(ref, i) {
  const axes = axesOf(ref);
  if (axes) return axes[i] ?? 'coordinate';
  if (!differentiated(ref.name).startsWith('parameters.')) return POSITION_ROW[i] ?? 'coordinate';
  return i < ref.index.length - 1 ? 'row' : 'column';
}

/** The token behind a position or an ID, in brackets. @param {AxisName} axis @param {number} place @param {State} state @param {readonly number[]} ids */
export function pieceAt(axis, place, state, ids) {
  const id = IDS.has(axis) ? place : POSITIONS.has(axis) ? ids[place] : undefined;
  const entry = state.vocabulary?.[id ?? -1];
  return entry ? ` (${pieceName(entry)})` : '';
}
