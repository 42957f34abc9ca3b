/** What the operands give, held against what the trace says. */
import { short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { TOLERANCE } from '../math/agreement.js';
import { isGradient } from '../math/dependencies/terms.js';
import { shownGradients, shownRefusal } from '../state/graded.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../math/dependencies/derivation.js').Derivation} Derivation
 * @typedef {{kind: 'same' | 'apart' | 'open' | 'absent', text: string, delta: number | null}} Check
 */

/** @param {Derivation} of @param {State} state @returns {Check} */
export function checkOf(of, state) {
  const t = words(state.lang).derivation;
  const { result, stored, entry, ref, place } = of;
  const key = place.s ?? place.k ?? 0;
  const gradient = isGradient(ref.name);
  if (gradient && !shownGradients(state)) return { kind: 'open', text: whyNone(state), delta: null };
  if (ref.name === '∂loss' && result === null && stored === null) return { kind: 'absent', text: t.back.unscored, delta: null };
  if (entry.absent && result === null && stored === null) return { kind: 'absent', text: t.absentPair(place.t ?? 0, key), delta: null };
  if (entry.formula === 'softmax' && of.once[0]?.cut && stored === 0) return { kind: 'absent', text: t.absentWeight(ref.index[1] ?? 0, key), delta: 0 };
  if (result === null) return { kind: 'open', text: state.parameters ? t.gone : t.waiting, delta: null };
  if (!of.isStored) return { kind: 'open', text: gradient ? t.back.notStored : t.notStored, delta: null };
  if (stored === null) return { kind: 'apart', text: t.gone, delta: null };
  const delta = Math.abs(result - stored);
  if (delta === 0) return { kind: 'same', text: t.identical, delta };
  const size = short(delta, 1);
  if (delta <= TOLERANCE * Math.max(1, Math.abs(stored))) return { kind: 'same', text: t.within(size), delta };
  return { kind: 'apart', text: gradient ? t.back.apart(size) : state.traced?.fault ? t.apartFault(size) : t.apart(size), delta };
}

/** What is said while there are no gradients to hold it against. @param {State} state */
export function whyNone(state) {
  const { gradients, derivation } = words(state.lang);
  const refusal = shownRefusal(state);
  if (state.traced?.fault) return derivation.back.faulty;
  return refusal ? (gradients.refusals[refusal.code] ?? refusal.message) : derivation.back.waiting;
}
