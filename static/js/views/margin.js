/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act */
export function createMargin(root, act) {
  return {
    /** @param {State} state */
    update(state) {},
  };
}
