/** Which records a model is opened with. Pure. */
import { promptOf } from './aside.js';
import { draft, initialState } from './initial.js';
import { inForce } from './in-force.js';
import { hasRecords, withModel } from './models.js';
import { selectionFor } from './selection-of-trace.js';
import { lendersIn, placeIn } from './text-link.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').ModelInfo} ModelInfo */
/** @typedef {import('../types.js').VocabularyEntry} VocabularyEntry */

/** IDs shown of a model that has no text. */
const MOST_IDS = 16;

/**
 * Those of the link; else what is on show, where it is read by the same tokenizer;
 * else a window of the model's text, or whatever it can read.
 * @param {State} state @param {ModelInfo} info @param {VocabularyEntry[]} vocabulary @param {string} link
 * @returns {import('../types/models.js').FirstRecords}
 */
export function firstRecords(state, info, vocabulary, link) {
  const fallback = [draft(readable(vocabulary, info.config), 0)];
  if (hasRecords(link)) return { place: null, drafts: fallback, fallback };
  const { config } = info;
  // One that has learned elsewhere came without its text.
  if (config.data === 'stream' && !info.identities.text) return { place: null, drafts: null, fallback };
  if (config.data === 'stream') return { place: { ...placeIn(link), length: config.context_length }, lenders: lendersIn(link), drafts: null, fallback };
  const plain = initialState().drafts;
  const { drafts } = state.aside ?? state;
  const isSame = !link && state.model !== null && state.window === null && state.model.identities.tokenizer === info.identities.tokenizer;
  if (isSame) return { place: null, drafts, fallback };
  return { place: null, drafts: (config.tokenizer ?? 'byte-bpe') === 'byte-bpe' ? plain : null, fallback };
}

/** The chapter's record as far as the vocabulary has its characters; IDs where it has none. @param {VocabularyEntry[]} vocabulary @param {import('../types.js').ModelConfig} config */
function readable(vocabulary, { tokenizer, context_length, vocabulary_size }) {
  if (tokenizer === 'ids') return Array.from({ length: Math.min(MOST_IDS, context_length) }, (_, i) => (i * 7 + 1) % vocabulary_size).join(' ');
  const text = promptOf(initialState().drafts[0]?.text ?? '');
  if (tokenizer !== 'characters') return text;
  const known = new Set(vocabulary.map(({ hex }) => hex));
  return [...text].filter((character) => known.has(hexOf(character))).join('').slice(0, context_length);
}

/** @param {string} character its UTF-8 bytes */
function hexOf(character) {
  return [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The trace that a model is opened with. @param {State} state @param {import('../types/models.js').OpenedModel} opened @returns {import('../types.js').TraceRequest} */
export function firstRequest(state, opened) {
  const next = withModel(state, opened);
  return { kind: 'trace', drafts: next.drafts, ...inForce(next), selection: selectionFor(opened.info.config, next.block, next.drafts) };
}
