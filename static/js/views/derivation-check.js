/** What the operands give, held against what the trace says. */
import { short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { TOLERANCE } from '../math/agreement.js';

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
  if (entry.absent && result === null && stored === null) return { kind: 'absent', text: t.absentPair(place.t ?? 0, key), delta: null };
  if (entry.formula === 'softmax' && of.once[0]?.cut && stored === 0) return { kind: 'absent', text: t.absentWeight(ref.index[1] ?? 0, key), delta: 0 };
  if (result === null) return { kind: 'open', text: state.parameters ? t.gone : t.waiting, delta: null };
  if (!of.isStored) return { kind: 'open', text: t.notStored, delta: null };
  if (stored === null) return { kind: 'apart', text: t.gone, delta: null };
  const delta = Math.abs(result - stored);
  if (delta === 0) return { kind: 'same', text: t.identical, delta };
  const size = short(delta, 1);
  if (delta <= TOLERANCE * Math.max(1, Math.abs(stored))) return { kind: 'same', text: t.within(size), delta };
  return { kind: 'apart', text: state.traced?.fault ? t.apartFault(size) : t.apart(size), delta };
}
