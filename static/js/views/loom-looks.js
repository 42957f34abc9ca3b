/**
 * How the loom is drawn else than as one trace's own values: beside what it is
 * compared with, both of two states, or the loss's gradients. Loaded when that is first asked for.
 */
import { createLoomBoth } from './loom-both.js';
import { createLoomCompared } from './loom-compared.js';
import { createLoomGradients } from './loom-gradients.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('./loom-paint.js').Placed} Placed
 *
 * @typedef {object} Extra
 * @property {boolean} isAwaited what it needs is not here yet; the picture before stays
 * @property {boolean[] | undefined} same by row: whether it gives out what it is compared with
 * @property {boolean} [isHalved] at half pitch, without the padding row
 * @typedef {import('./loom-paint.js').Look & Extra} LoomLook
 *
 * What was measured of the page. @typedef {{placed: readonly Placed[], gutterEnd: number, rem: number, family: string}} Place
 */

/** @param {ReturnType<typeof import('./loom-frame.js').createFrame>} parts @param {import('../types.js').Act} act */
export function createLooks(parts, act) {
  const compared = createLoomCompared(parts);
  const both = createLoomBoth(parts, act);
  const gradients = createLoomGradients(parts);

  return {
    /** @param {State} state @returns {LoomLook | null} null where the record is drawn as it is */
    look: (state) => both.look(state) ?? gradients.look(state) ?? compared.look(state),
    /** What stands beside the picture of the record itself. @param {State} state @param {LoomLook | null} look @param {import('../draw/rows.js').Rows} rows @param {Place} place */
    mark(state, look, rows, place) {
      compared.mark(state, look, place.placed);
      both.mark(state, look, rows, place);
      gradients.mark(state, look, place.placed);
    },
  };
}
