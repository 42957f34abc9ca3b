/**
 * The path of a derivation: from the number first asked about, through the
 * operands followed since, to the number on show. Pure.
 */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').NumberRef} NumberRef */

/** Ask where a number comes from. @param {State} state @param {NumberRef} ref @returns {State} */
export function derive(state, ref) {
  return { ...state, trail: [ref], number: ref };
}

/** Go on to an operand of the number on show. @param {State} state @param {NumberRef} ref @returns {State} */
export function follow(state, ref) {
  return { ...state, trail: [...state.trail, ref], number: ref };
}

/** Back along the path to one of its numbers. @param {State} state @param {number} step @returns {State} */
export function backTo(state, step) {
  const trail = state.trail.slice(0, step + 1);
  return trail.length === state.trail.length ? state : { ...state, trail, number: trail.at(-1) ?? null };
}

/** One step back; behind the first number the derivation closes. @param {State} state @returns {State} */
export function back(state) {
  return backTo(state, state.trail.length - 2);
}

/** @param {State} state @returns {State} */
export function closeTrail(state) {
  return state.trail.length ? { ...state, trail: [] } : state;
}
