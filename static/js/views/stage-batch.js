/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act @returns {import('./detail.js').StageView} */
export function createStageBatch(root, act) {
  return {
    sentence: () => [],
    update: () => {},
  };
}
