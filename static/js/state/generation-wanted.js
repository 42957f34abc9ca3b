/** What Generate still lacks. Decides only; api/generation.js does the asking. */
import { askedFor } from './generation-settings.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state */
export function wantedGeneration(state) {
  const asked = askedFor(state);
  const { reply, refusal } = state.generation;
  return asked && asked.key !== reply?.asked && asked.key !== refusal?.asked ? asked : null;
}

/** Again for another run, or for one that has got further. @param {State} state */
export function wantsProbes({ mode, probes, training }) {
  if (mode !== 'generate') return false;
  return probes === null || (training !== null && training.status === 'finished' && probes.run !== training.run);
}
