/** A link put in place of what is on show, once the page stands. Pure; bound late. */

/** @typedef {import('../types.js').State} State */

/**
 * Put what a link says in place of the records and the selection on show.
 * @param {State} state @param {Partial<State>} fields @returns {State}
 */
export function restored(state, fields) {
  const train = { ...state.train, against: fields.train?.against ?? null };
  const { block = state.block } = fields;
  // Its block opens with its records: until those are here, the one that is stays.
  return { ...state, ...fields, block: state.block, blockWish: block === state.block ? null : block, train, piece: null, refusal: null, overlong: null, leftOut: null };
}
