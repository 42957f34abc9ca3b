/** What the lower left shows. Pure. */

/** Whether it is the mode's panel rather than a stage. @param {import('../types.js').State} state */
export function isPanelOpen({ mode, panel }) {
  return mode !== 'explore' && panel;
}
