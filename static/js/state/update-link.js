/** The parameter whose update is open, in the link: param=blocks.0.wq:3,5. */

/** @typedef {import('../types.js').State} State */

/** Whether the model has such a number is for the server to say. */
const PARAMETER = /^([a-z]\w{0,39}(?:\.\w{1,39}){0,5}):(\d{1,6}(?:,\d{1,6}){0,3})$/;

/** @param {URLSearchParams} hash written to @param {State} state */
export function writeUpdate(hash, { train: { parameter: of } }) {
  if (of) hash.set('param', `${of.parameter}:${of.index.join(',')}`);
}

/** @param {State} state @param {string} link @returns {State} */
export function restoreUpdate(state, link) {
  const [, parameter, places] = PARAMETER.exec(new URLSearchParams(link.replace(/^#/, '')).get('param') ?? '') ?? [];
  const read = parameter && places ? { parameter, index: places.split(',').map(Number) } : null;
  if (!read && !state.train.parameter) return state;
  return { ...state, train: { ...state.train, parameter: read } };
}
