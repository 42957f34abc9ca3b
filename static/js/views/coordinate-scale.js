/** The numbers of the coordinates over strips of cells. */
import { el, fill, setText } from '../dom.js';

export function createCoordinateScale() {
  const title = el('span', { class: 'strip-label' });
  const places = el('div', { class: 'strip-cells' });
  const parts = [title, places, el('span', { class: 'strip-range' })];
  const element = el('div', { class: 'strip coordinate-scale', 'aria-hidden': 'true' }, ...parts);
  let shown = -1;
  return {
    element,
    /** @param {number} count @param {string} label */
    update(count, label) {
      setText(title, label);
      if (count === shown) return;
      shown = count;
      places.style.setProperty('--columns', '16');
      fill(places, ...Array.from({ length: Math.min(count, 16) }, (_, i) => el('span', {}, i)));
    },
  };
}
