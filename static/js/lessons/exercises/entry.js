/** What one more vocabulary entry costs in parameters. */
import { placeOf } from '../place.js';

/** @typedef {import('../../types.js').State} State */

/** The parameters that have a place for each ID. */
const PER_ENTRY = ['token_embedding', 'lm_head', 'lm_bias'];

/**
 * Numbers per vocabulary entry, counted in the model's own parameters: what of
 * their shape is not the vocabulary.
 * @param {State} state @param {number} vocabulary
 */
function costs({ parameters }, vocabulary) {
  return PER_ENTRY.map((name) => {
    const shape = parameters?.find((parameter) => parameter.name === name)?.shape ?? [];
    const axis = name === 'token_embedding' ? 0 : shape.length - 1;
    return shape[axis] === vocabulary ? shape.reduce((product, size, i) => (i === axis ? product : product * size), 1) : 0;
  });
}

/** @typedef {[string, number][]} Mistakes */

/** Where the output has a matrix of its own. @param {number} row @param {number} column @param {number} bias @returns {Mistakes} */
const separate = (row, column, bias) => [['noBias', row + column], ['rowOnly', row], ['noRow', column + bias], ['noColumn', row + bias]];

/** Where it is the token table, a row of it serves twice and counts once. @param {number} row @param {number} bias @returns {Mistakes} */
const tied = (row, bias) => [['twice', 2 * row + bias], ['twice', 2 * row], ['onlyRow', row]];

/** @type {import('../exercises.js').Exercise} */
export const entry = {
  id: 'E',
  stage: 2,
  task(state) {
    const place = placeOf(state);
    if (!place || !state.model || !state.parameters) return null;
    const { width, vocabulary_size: vocabulary, context_length: context } = state.model.config;
    const [row = 0, column = 0, bias = 0] = costs(state, vocabulary);
    const answer = row + column + bias;
    const isTied = column === 0;
    const { total } = state.model.parameters;
    return {
      facts: { width, vocabulary, context, row, column, bias, isTied: Number(isTied), answer, total, next: total + answer },
      fields: [
        {
          id: 'cost', kind: 'whole', answer,
          mistakes: [...(isTied ? tied(row, bias) : separate(row, column, bias)), ['one', 1], ['position', answer + width], ['total', total + answer], ['total', total], ['vocabulary', vocabulary], ['vocabulary', vocabulary + 1]],
        },
      ],
    };
  },
  scene: (state) => {
    const id = placeOf(state)?.record.ids[state.pos] ?? 0;
    return { stage: 2, number: { name: 'parameters.token_embedding', index: [id, 0] }, row: null, trail: [] };
  },
};
