/** Stage 5: a score for every candidate. */

/** @type {import('./detail.js').CreateStage} */
export function createStageCandidates(root) {
  root.classList.add('stage-candidates');
  return { update() {}, sentence: () => [] };
}
