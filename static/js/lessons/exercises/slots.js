/** How many slots of a record are real, padded and scored. */
import { placeOf } from '../place.js';
import { lacksFrame } from './frame.js';

/** @type {import('../exercises.js').Exercise} */
export const slots = {
  id: 'A',
  lacking: lacksFrame,
  stage: 1,
  task(state) {
    const place = placeOf(state);
    if (!place) return null;
    const { record, trace, context, index } = place;
    const real = record.valid.filter(Boolean).length;
    const scored = record.losses.length;
    const tokens = real - 1; // without BOS
    const characters = [...record.text].length;
    const bytes = new TextEncoder().encode(record.text).length;
    return {
      facts: { record: index, real, padded: context - real, scored, tokens, context, bytes, batch: trace.scored_events },
      fields: [
        { id: 'real', kind: 'whole', answer: real, mistakes: [['noBos', tokens], ['withEos', real + 1], ['context', context], ['bytes', bytes], ['bytes', characters]] },
        {
          id: 'padded', kind: 'whole', answer: context - real,
          mistakes: [['noBos', context - tokens], ['withEos', context - real - 1], ['context', context], ['minus', real]],
        },
        { id: 'scored', kind: 'whole', answer: scored, mistakes: [['noEos', scored - 1], ['withBos', scored + 1], ['context', context], ['batch', trace.scored_events], ['padding', context - real]] },
      ],
    };
  },
  scene: () => ({ stage: 1, row: null, trail: [] }),
};
