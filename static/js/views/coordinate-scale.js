/** The numbers of the coordinates over strips of cells. */
import { el, fill, setText } from '../dom.js';
import { cellsPerLine } from './strip-lines.js';

/** Coordinates that have room for their numbers. */
const NUMBERED = 16;

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
      const step = Math.ceil(cellsPerLine(count) / NUMBERED);
      places.style.setProperty('--columns', String(NUMBERED));
      places.classList.toggle('spread', step > 1);
      fill(places, ...Array.from({ length: Math.min(Math.ceil(count / step), NUMBERED) }, (_, i) => el('span', {}, i * step)));
    },
  };
}
