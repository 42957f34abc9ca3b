/** Where a path ends: a parameter and how it was made, what was typed, a setting. */
import { el, fill } from '../dom.js';
import { name as pieceName } from '../format/pieces.js';
import { words } from '../i18n/all.js';
import { recordOf } from './derivation-context.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 */

/** @param {HTMLElement} root @param {NumberRef} ref @param {Context} context @param {State} state */
export function fillLeaf(root, ref, context, state) {
  fill(root, ...leafLines(ref, context, state).map((text) => el('p', { class: 'leaf' }, text)));
}

/** @param {NumberRef} ref @param {Context} context @param {State} state @returns {string[]} */
export function leafLines(ref, context, state) {
  const { leaf, back } = words(state.lang).derivation;
  const step = state.traced?.step ?? state.model?.trained_step;
  if (ref.name.startsWith('parameters.')) return [spotOf(ref, state), leaf.parameter, madeHow(ref, state), ...(step ? [back.trained(step)] : [])];
  if (ref.name === '∂mean_loss') return [back.leaf.begin];
  if (ref.name === 'scored_events') return [back.leaf.scored];
  if (ref.name === 'candidate') return [back.leaf.candidate];
  if (ref.name === 'config.mask') return [leaf.mask];
  if (ref.name.startsWith('config.')) return [leaf.setting];
  if (ref.name === 'targets') return [state.model?.config.data === 'stream' ? leaf.follows : leaf.end];
  return ref.name === 'ids' ? [idFrom(ref, context, state)] : [leaf.ordinal];
}

/** The parameter's row and column, in words. @param {NumberRef} ref @param {State} state */
function spotOf({ name, index }, state) {
  const { leaf } = words(state.lang).derivation;
  const [row = 0, column = 0] = index;
  const own = name.replace('parameters.', '');
  if (own === 'token_embedding') return leaf.token({ row, column, piece: pieceOf(row, state) });
  if (own === 'position_embedding') return leaf.place({ row, column, piece: '' });
  if (own === 'lm_head') return leaf.head({ row, column, piece: pieceOf(column, state) });
  return index.length > 1 ? leaf.matrix(own, { row, column, piece: '' }) : leaf.vector(own, row);
}

/** Before training: matrices are drawn, scales are one, all else is zero. @param {NumberRef} ref @param {State} state */
function madeHow({ name, index }, { model, lang }) {
  const { leaf } = words(lang).derivation;
  if (index.length === 1) return name.endsWith('.scale') ? leaf.one : leaf.zero;
  return model ? leaf.drawn(model.config.init_std, model.config.seed, model.config.dtype) : '';
}

/** @param {NumberRef} ref @param {Context} context @param {State} state */
function idFrom(ref, context, state) {
  const { leaf } = words(state.lang).derivation;
  const [position = 0] = ref.index;
  const swapped = state.traced?.drafts[ref.record ?? context.record]?.replace.some((swap) => swap.position === position);
  if (swapped) return leaf.swapped;
  const entry = state.vocabulary?.[recordOf(context, ref)?.ids[position] ?? -1];
  return position === 0 && state.model?.config.data !== 'stream' ? leaf.begin : leaf.typed(entry ? pieceName(entry) : '');
}

/** @param {number} id @param {State} state */
function pieceOf(id, state) {
  const entry = state.vocabulary?.[id];
  return entry ? ` (${pieceName(entry)})` : '';
}
