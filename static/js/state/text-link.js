/** Where in its text a model's record stands, in the link: at=validation:40039. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types/models.js').TextWindow} TextWindow */

const PLACE = /^(train|validation):(\d{1,9})$/;

/** Where a link says nothing. */
const FIRST = { split: /** @type {const} */ ('validation'), from: 0 };

/** @param {URLSearchParams} hash written to @param {State} state */
export function writePlace(hash, { window }) {
  if (window && window.split !== 'sample') hash.set('at', `${window.split}:${window.from}`);
}

/** @param {string} link @returns {Pick<TextWindow, 'split' | 'from'>} */
export function placeIn(link) {
  const [, split, from] = PLACE.exec(new URLSearchParams(link.replace(/^#/, '')).get('at') ?? '') ?? [];
  return split && from ? { split: /** @type {'train' | 'validation'} */ (split), from: Number(from) } : FIRST;
}
