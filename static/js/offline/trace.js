/**
 * What POST /api/trace answers, computed in the page: records from their texts,
 * all numbers by the page's own arithmetic. Refuses what the server refuses.
 */
import { Refused } from '../api/refused.js';
import { encode, loneSurrogate } from '../math/bpe.js';
import { forward, parametersByName } from '../math/engine/forward.js';
import { scoredIn, targetsOf } from '../math/engine/targets.js';
import { lensOf } from './lens.js';

/**
 * @typedef {import('../types.js').Draft} Draft
 * @typedef {import('../types.js').VocabularyEntry} VocabularyEntry
 *
 * @typedef {object} Model
 * @property {import('../types.js').ModelInfo} model
 * @property {VocabularyEntry[]} vocabulary
 * @property {import('../types.js').Parameter[]} parameters
 */

/**
 * @param {Model} held
 * @param {Draft[]} drafts
 * @param {import('../types.js').Mask} mask
 * @param {boolean} [lens] whether the lens is to come along
 * @returns {import('../types.js').Trace}
 */
export function tracedOffline({ model, vocabulary, parameters }, drafts, mask, lens = false) {
  const { config } = model;
  const inputs = inputsOf(drafts, vocabulary, config.context_length);
  const parameter = parametersByName(parameters);
  const { records, loss } = forward(parameter, config, inputs, mask);
  return {
    model: config.name,
    mask,
    slots: config.context_length,
    source: 'page',
    loss: /** @type {number} */ (loss), // as the server's, null where nothing is scored
    scored_events: scoredIn(inputs.map(({ targets }) => targets)),
    records: records.map((computed, index) => {
      const { ids, targets } = /** @type {{ids: number[], targets: number[]}} */ (inputs[index]);
      const text = /** @type {Draft} */ (drafts[index]).text;
      return { text, ids, targets, valid: ids.map(() => true), valid_count: ids.length, ...computed, ...(lens && { lens: lensOf(parameter, config, computed.tensors, targets) }) };
    }),
  };
}

/** @param {Draft[]} drafts @param {VocabularyEntry[]} vocabulary @param {number} limit positions of a record at most */
export function inputsOf(drafts, vocabulary, limit) {
  return drafts.map((draft, index) => inputOf(draft, index, vocabulary, limit));
}

/**
 * A text's IDs as /api/tokenize has them.
 * @param {string} text @param {VocabularyEntry[]} vocabulary @param {number | null} record
 */
export function encoded(text, vocabulary, record) {
  if (loneSurrogate(text) >= 0) throw refusal('text_not_unicode', 'The text holds half of a surrogate pair.', record);
  return encode(text, vocabulary);
}

/**
 * @param {Draft} draft @param {number} record @param {VocabularyEntry[]} vocabulary @param {number} limit
 * @returns {{ids: number[], targets: number[]}} [T] each
 */
function inputOf({ text, replace, paddingId, continued }, record, vocabulary, limit) {
  const special = (/** @type {string} */ wanted) => vocabulary.find(({ kind, name }) => kind === 'special' && name === wanted)?.id ?? -1;
  const ids = [special('BOS'), ...encoded(text, vocabulary, record), ...(continued ?? [])]; // [T]
  const over = ids.length - limit;
  if (over > 0) throw refusal('record_too_long', 'The record is too long.', record, { positions: ids.length, limit, over });
  for (const { position, id } of replace) {
    if (position >= limit) throw refusal('slot_unknown', 'There is no such slot.', record, { position, slots: limit });
    if (!vocabulary[id]) throw refusal('token_id_unknown', 'There is no such token.', record, { id });
    // A slot of the padding may be changed too; no real position sees it.
    if (position < ids.length) ids[position] = id;
  }
  for (const id of [...(continued ?? []), ...(paddingId === null ? [] : [paddingId])]) {
    if (!vocabulary[id]) throw refusal('token_id_unknown', 'There is no such token.', record, { id });
  }
  return { ids, targets: targetsOf(ids, special('EOS'), continued !== undefined) };
}

/** @param {string} code @param {string} message @param {number | null} record @param {Record<string, unknown>} [details] */
function refusal(code, message, record, details = {}) {
  return new Refused({ code, message, record, details });
}
