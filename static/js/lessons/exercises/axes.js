/** Two softmaxes, two axes: over how many entries does each run? */
import { placeOf } from '../place.js';

/** What only a tokenizer with bytes and specials has. @param {number} plain @param {number} bytes @returns {[string, number][]} */
const bytePairs = (plain, bytes) => [['specials', plain], ['bytes', bytes]];

/** @type {import('../exercises.js').Exercise} */
export const axes = {
  id: 'C',
  stage: 3,
  task(state) {
    const place = placeOf(state);
    const block = place?.record.tensors.blocks[state.block];
    if (!place || !block?.norm1) return null;
    const { record, position, context, vocabulary, index } = place;
    const keys = (block.visible[0]?.[position] ?? []).filter(Boolean).length;
    const heads = block.weights.length;
    const slots = record.valid_count;
    const width = record.tensors.final_norm[0]?.length ?? 0;
    const headWidth = width / heads;
    const isPairs = (state.model?.config.tokenizer ?? 'byte-bpe') === 'byte-bpe';
    const bytes = state.vocabulary?.filter(({ kind }) => kind === 'byte').length ?? 256;
    const specials = state.vocabulary?.filter(({ kind }) => kind === 'special').length ?? 3;
    return {
      facts: { record: index, position, keys, vocabulary, heads, slots, context, width, headWidth, bytes, specials, later: slots - position - 1, isMasked: Number(place.trace.mask === 'causal') },
      fields: [
        {
          id: 'keys', kind: 'whole', answer: keys,
          mistakes: [['swapped', vocabulary], ['context', context], ['future', slots], ['fromZero', keys - 1], ['masked', position + 1], ['heads', heads * keys], ['width', headWidth], ['width', width]],
        },
        {
          id: 'candidates', kind: 'whole', answer: vocabulary,
          mistakes: [['swapped', keys], ['positions', slots], ['positions', context], ...(isPairs ? bytePairs(vocabulary - specials, bytes) : []), ['width', width], ['record', new Set(record.ids).size]],
        },
      ],
    };
  },
  scene: (state) => ({ stage: 3, map: 'weights', head: 0, key: Math.min(state.pos, state.key), row: null, trail: [] }),
};
