/** The records step aside while Generate shows its prompt in their place. Pure. */
import { draft } from './initial.js';

/** @typedef {import('../types.js').State} State */

/** No record has it. */
const PROMPT_KEY = -1;
/** Characters of a prompt that is taken from a window. */
const SHORTEST = 12;
const LONGEST = 48;

/** A prompt with nothing drawn yet. @param {string} text @returns {import('../types.js').Draft} */
export function promptDraft(text) {
  return { ...draft(text, PROMPT_KEY), continued: [] };
}

/**
 * A record up to where its answer begins, behind the last colon and space: what
 * is left for the model to say.
 * @param {string} text
 */
export function promptOf(text) {
  const end = text.lastIndexOf(': ');
  return end < 0 ? text : text.slice(0, end + 2);
}

/** Of a window of text the beginning: a line and no more than a few, so that there is room to go on. @param {string} text */
function openingOf(text) {
  const end = text.indexOf('\n', SHORTEST);
  return end < 0 || end > LONGEST ? text.slice(0, SHORTEST * 2) : text.slice(0, end + 1);
}

/**
 * The prompt of the last visit, or else the current record's.
 * @param {State} state @returns {State}
 */
export function withPrompt(state) {
  if (state.aside) return state;
  const { drafts, baseline, rec, pos, key, generation } = state;
  const prompt = generation.left ?? promptDraft((state.window ? openingOf : promptOf)(drafts[rec]?.text ?? ''));
  return { ...state, aside: { drafts, baseline, rec, pos, key }, drafts: [prompt], baseline: [prompt], rec: 0, piece: null, generation: { ...generation, goTo: Infinity } };
}

/** The records as they were. @param {State} state @returns {State} */
export function withRecords(state) {
  if (!state.aside) return state;
  const generation = { ...state.generation, left: state.drafts[0] ?? null, goTo: null, running: false };
  return { ...state, ...state.aside, aside: null, piece: null, generation };
}
