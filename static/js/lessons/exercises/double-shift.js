/** What it does to shift the targets a second time. */
import { placeOf } from '../place.js';
import { lacksFrame } from './frame.js';

/** The target of the position and the one after it; the last of all has no second. @param {import('../../types.js').State} state */
function shifted(state) {
  const place = placeOf(state);
  if (!place) return null;
  const { ids, targets, valid_count: count } = place.record;
  const position = Math.max(0, Math.min(place.position, count - 2));
  return { place, ids, targets, count, position };
}

/** @type {import('../exercises.js').Exercise} */
export const doubleShift = {
  id: 'B',
  lacking: lacksFrame,
  stage: 1,
  task(state) {
    const found = shifted(state);
    if (!found) return null;
    const { ids, targets, count, position, place } = found;
    const own = ids[position] ?? -1;
    const once = targets[position] ?? -1;
    const twice = targets[position + 1] ?? -1;
    const before = ids[position - 1] ?? -1;
    const left = { id: 'left', kind: /** @type {const} */ ('whole'), answer: count - 1, mistakes: /** @type {[string, number][]} */ ([['same', count], ['fewer', count - 2], ['more', count + 1], ['context', place.context]]) };
    const asked = { id: 'asked', kind: /** @type {const} */ ('whole'), answer: twice, mistakes: /** @type {[string, number][]} */ ([['once', once], ['own', own], ['before', before]]) };
    return {
      facts: { record: place.index, position, own, once, twice, scored: count, left: count - 1, hasAsked: Number(count > 1) },
      // A record of BOS alone has one target; a second shift leaves it none to name.
      fields: count > 1 ? [asked, left] : [left],
    };
  },
  scene(state) {
    const found = shifted(state);
    return { stage: 1, row: null, trail: [], ...(found && { pos: found.position, key: found.position, number: { name: 'targets', index: [Math.min(found.position + 1, found.count - 1)] } }) };
  },
};
