/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act @returns {import('./detail.js').StageView} */
export function createStageEmbed(root, act) {
  return {
    sentence: () => [],
    update: () => {},
  };
}
