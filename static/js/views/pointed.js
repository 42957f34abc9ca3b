/** What a pointer does when it is moved to a number: it reads. */

/**
 * What comes to lie under a resting pointer was not pointed at.
 * @param {HTMLElement} element @param {(event: PointerEvent) => void} read
 */
export function whenPointed(element, read) {
  element.addEventListener('pointermove', (event) => (event.movementX || event.movementY) && read(event));
}
