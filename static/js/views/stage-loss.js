/** Stage 6: from scores to the loss. */

/** @type {import('./detail.js').CreateStage} */
export function createStageLoss(root) {
  root.classList.add('stage-loss');
  return { update() {}, sentence: () => [] };
}
