/** Where a path ends: a parameter and how it was made, what was typed, a setting. */
import { el, fill } from '../dom.js';
import { name as pieceName } from '../format/pieces.js';
import { words, wordsOf } from '../i18n/all.js';
import { serverSentence } from '../i18n/server-sentences.js';
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
  const { leaf, back } = wordsOf(state).derivation;
  if (ref.name.startsWith('parameters.')) return [spotOf(ref, state), leaf.parameter, ...madeHow(ref, state)];
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
  const { leaf } = wordsOf(state).derivation;
  const [row = 0, column = 0] = index;
  const own = name.replace('parameters.', '');
  if (own === 'token_embedding') return leaf.token({ row, column, piece: pieceOf(row, state) });
  if (own === 'position_embedding') return leaf.place({ row, column, piece: '' });
  if (own === 'lm_head') return leaf.head({ row, column, piece: pieceOf(column, state) });
  return index.length > 1 ? leaf.matrix(own, { row, column, piece: '' }) : leaf.vector(own, row);
}

/**
 * Read from somebody's file; or begun here, and learned since then. A run of this page begins anew.
 * @param {NumberRef} ref @param {State} state @returns {string[]}
 */
function madeHow(ref, state) {
  const { leaf } = wordsOf(state).derivation;
  const { traced, model } = state;
  const run = traced?.step ?? null;
  if (run === null && model?.imported) return readFrom(ref, state, model.imported);
  const step = run ?? model?.trained_step ?? 0;
  const learned = run === null ? leaf.learned(step) : leaf.learnedHere(step);
  return step > 0 ? [learned, leaf.before(begun(ref, state))] : [leaf.untrained(begun(ref, state))];
}

/** @param {NumberRef} ref @param {State} state @param {NonNullable<import('../types.js').ModelInfo['imported']>} imported */
function readFrom({ name }, { model, lang }, { file, origins }) {
  const { leaf } = words(lang).derivation;
  const origin = origins.find(({ parameter }) => `parameters.${parameter}` === name);
  return [leaf.read(file, origin?.from ?? ''), ...(origin && origin.transform !== AS_IS ? [leaf.turned(serverSentence(origin.transform, lang))] : []), leaf.seen(model?.trained_step ?? 0)];
}

/** How a report calls a tensor that was taken unchanged. */
const AS_IS = 'as is';

/** Matrices are drawn, scales are one, all else is zero. @param {NumberRef} ref @param {State} state */
function begun({ name, index }, { model, lang }) {
  const { leaf } = words(lang).derivation;
  if (index.length === 1) return name.endsWith('.scale') ? leaf.one : leaf.zero;
  if (!model) return '';
  const { init_std: usual, seed, dtype, blocks, residual_init: isShrunk } = model.config;
  const isIntoStream = isShrunk && /\.(wo|w2)$/.test(name);
  return isIntoStream ? leaf.shrunk(usual, blocks, (usual / Math.sqrt(2 * blocks)).toPrecision(DIGITS), seed, dtype) : leaf.drawn(usual, seed, dtype);
}

/** Of a standard deviation that is worked out. */
const DIGITS = 4;

/** @param {NumberRef} ref @param {Context} context @param {State} state */
function idFrom(ref, context, state) {
  const { leaf } = wordsOf(state).derivation;
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
