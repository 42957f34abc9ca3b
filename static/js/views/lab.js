/** The docked strip: lever, axis, sentence. */

/** @param {HTMLElement} root @param {import('../types.js').Act} _act */
export function createLab(root, _act) {
  root.classList.add('lab');
  return { /** @param {import('../types.js').State} _state */ update(_state) {} };
}
