/** One stop of the tour: what it says of the numbers on show. */
import { el } from '../dom.js';
import { words } from '../i18n/all.js';
import { placeOf } from '../lessons/place.js';
import { told } from '../lessons/told.js';
import { TOUR } from '../lessons/tour.js';
import { createPhrases } from './phrases.js';

/** @typedef {import('../types.js').State} State */

/** @param {import('../types.js').Act} act */
export function createTourStop(act) {
  const text = el('p', { class: 'lesson-text stop-text' });
  const phrases = createPhrases(text, act);
  return {
    element: text,
    /** @param {State} state @param {number} stop */
    update(state, stop) {
      const id = TOUR[stop]?.id;
      const all = told(state);
      const catalogue = words(state.lang);
      phrases.update(id && all ? catalogue.tour.stops[id].text(all) : [isUnscored(state) ? catalogue.lesson.unscored : catalogue.lesson.waiting], state);
    },
  };
}

/** Whether all that is needed is here but an outcome. @param {State} state */
function isUnscored(state) {
  return placeOf(state)?.record.losses.every((loss) => loss === null) ?? false;
}

/** A stop's title may count what is on show. @param {State} state @param {number} stop */
export function stopTitle(state, stop) {
  const id = TOUR[stop]?.id;
  const all = told(state);
  return id && all ? words(state.lang).tour.stops[id].title(all) : '';
}
