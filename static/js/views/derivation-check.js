/** What the operands give, held against what the trace says. */
import { short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { TOLERANCE } from '../math/agreement.js';
import { slackOf } from '../math/dependencies/slack.js';
import { isGradient } from '../math/dependencies/terms.js';
import { shownGradients, shownRefusal } from '../state/graded.js';
import { contextOf } from './derivation-context.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../math/dependencies/derivation.js').Derivation} Derivation
 * @typedef {{kind: 'same' | 'apart' | 'open' | 'absent', text: string, delta: number | null}} Check
 */

/** @param {Derivation} of @param {State} state @returns {Check} */
export function checkOf(of, state) {
  const t = wordsOf(state).derivation;
  const { result, stored, entry, ref, place } = of;
  const key = place.s ?? place.k ?? 0;
  const gradient = isGradient(ref.name);
  if (gradient && !shownGradients(state)) return { kind: 'open', text: whyNone(state), delta: null };
  if (ref.name === '∂loss' && result === null && stored === null) return { kind: 'absent', text: t.back.unscored, delta: null };
  if (entry.absent && result === null && stored === null) return { kind: 'absent', text: t.absentPair(place.t ?? 0, key), delta: null };
  if (entry.formula === 'softmax' && of.once[0]?.cut && stored === 0) return { kind: 'absent', text: t.absentWeight(ref.index[1] ?? 0, key), delta: 0 };
  if (result === null) return { kind: 'open', text: !state.parameters ? t.waiting : isFolded(of, state) ? t.folded : t.gone, delta: null };
  if (!of.isStored) return { kind: 'open', text: gradient ? t.back.notStored : t.notStored, delta: null };
  if (stored === null) return { kind: 'apart', text: t.gone, delta: null };
  const delta = Math.abs(result - stored);
  if (delta === 0) return { kind: 'same', text: t.identical, delta };
  const size = short(delta, 1);
  if (delta <= limitOf(of, stored, state)) return { kind: 'same', text: state.model?.config.dtype === 'float32' ? t.withinFloat32(size) : t.within(size), delta };
  return { kind: 'apart', text: gradient ? t.back.apart(size) : state.traced?.fault ? t.apartFault(size) : t.apart(size), delta };
}

/** What roundings may make of it: of 32 bits, by the formula. @param {Derivation} of @param {number} stored @param {State} state */
function limitOf(of, stored, state) {
  const context = contextOf(state);
  return context && state.model?.config.dtype === 'float32' ? slackOf(of, context) : TOLERANCE * Math.max(1, Math.abs(stored));
}

/** What is said while there are no gradients to hold it against. @param {State} state */
export function whyNone(state) {
  const { gradients, derivation } = wordsOf(state);
  const refusal = shownRefusal(state);
  if (state.traced?.fault) return derivation.back.faulty;
  return refusal ? (gradients.refusals[refusal.code] ?? refusal.message) : derivation.back.waiting;
}

/** Whether an operand stayed with the server, since its block is folded. @param {Derivation} of @param {State} state */
function isFolded({ once, each }, { traced }) {
  return [...once, ...each.flat()].some(({ ref, value }) => {
    const left = traced?.trace.records[ref.record ?? 0]?.left_out;
    return value === null && left?.some(({ name, block }) => name === ref.name && block === (ref.block ?? null));
  });
}
