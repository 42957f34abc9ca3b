/** Areas of the page that nothing of the first picture needs, put where they belong. */
import { el } from '../dom.js';

export function addLateAreas() {
  const at = (/** @type {string} */ id) => document.getElementById(id);
  at('rail')?.after(el('div', { id: 'switches', hidden: true }));
  at('detail')?.before(el('section', { id: 'apart', tabindex: -1, hidden: true }));
  at('margin')?.append(el('section', { id: 'changed', hidden: true }));
  at('dock')?.append(el('section', { id: 'taking', hidden: true }));
}
