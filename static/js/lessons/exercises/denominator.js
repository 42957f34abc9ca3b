/** The mean loss, divided by all slots instead of by the scored targets. */
import { placeOf } from '../place.js';
import { lacksFrame } from './frame.js';

/** @type {import('../exercises.js').Exercise} */
export const denominator = {
  id: 'D',
  lacking: lacksFrame,
  stage: 6,
  task(state) {
    const place = placeOf(state);
    if (!place) return null;
    const { trace, context, record, index } = place;
    const records = trace.records.length;
    const sum = trace.loss * trace.scored_events;
    const mean = trace.loss;
    const slots = records * context;
    const own = record.losses.reduce((/** @type {number} */ total, loss) => total + (loss ?? 0), 0);
    return {
      facts: { record: index, records, context, slots, scored: trace.scored_events, own: record.losses.length, sum, mean, wrong: sum / slots },
      fields: [
        {
          id: 'mean', kind: 'decimal', answer: sum / slots,
          mistakes: [
            ['right', mean],
            ['oneRecord', sum / context],
            ['ownOnly', own / context],
            ['ownOfAll', own / slots],
            ['ownMean', own / record.losses.length],
            ['noEos', sum / (trace.scored_events - records)],
            ['meanAgain', mean / records],
            ['sum', sum],
          ],
        },
      ],
    };
  },
  scene: (state) => ({ stage: 6, candidates: { ...state.candidates, scale: 'probability' }, number: { name: 'mean_loss', index: [] }, row: null, trail: [] }),
};
