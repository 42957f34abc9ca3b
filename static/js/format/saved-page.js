/** Puts a state into the page that the server makes to be saved. */

/** The server leaves this, empty. */
const EMPTY = '<script type="application/json" id="held-state">{}</script>';

/**
 * @param {string} page
 * @param {import('../offline/held.js').HeldState} state
 */
export function withState(page, state) {
  if (!page.includes(EMPTY)) throw new Error('The page has no place for a state.');
  // Nothing in it may look like the end of the element.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return page.replace(EMPTY, () => EMPTY.replace('{}', () => json));
}
