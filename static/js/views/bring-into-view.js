/**
 * Scroll a list sideways until one of its parts is in view, without moving the
 * page. It measures, so call it when the selection has changed, not on every update.
 * @param {HTMLElement} list
 * @param {HTMLElement | undefined} part
 */
export function bringIntoView(list, part) {
  if (!part || list.scrollWidth <= list.clientWidth) return;
  const frame = list.getBoundingClientRect();
  const place = part.getBoundingClientRect();
  if (place.left >= frame.left && place.right <= frame.right) return;
  list.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
}
