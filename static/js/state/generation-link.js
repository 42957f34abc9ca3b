/** Generate in the link: mode=generate prompt=<text> draw=<tokens> t k p seed n. */
import { promptDraft, withPrompt } from './aside.js';
import { drawnCount } from './generation.js';
import { setMode } from './mode.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {keyof import('../types.js').GenerationSettings} Name */

/** @type {[string, Name][]} */
const SETTINGS = [['t', 'temperature'], ['k', 'top_k'], ['p', 'top_p'], ['seed', 'seed'], ['n', 'max_new_tokens']];

/** @param {URLSearchParams} hash written to @param {State} state */
export function writeGeneration(hash, state) {
  const [prompt] = state.drafts;
  if (!state.aside || !prompt) return;
  hash.set('prompt', prompt.text);
  for (const [key, name] of SETTINGS) {
    const text = state.generation.settings[name]?.trim();
    if (text) hash.set(key, text);
  }
  if (drawnCount(state)) hash.set('draw', String(drawnCount(state)));
}

/**
 * Enter Generate if the link says so; the records are there already.
 * @param {State} state @param {string} link @returns {State}
 */
export function openGeneration(state, link) {
  const fields = new URLSearchParams(link.replace(/^#/, ''));
  if (fields.get('mode') !== 'generate') return state;
  const prompt = fields.get('prompt');
  const settings = Object.fromEntries(SETTINGS.flatMap(([key, name]) => (fields.has(key) ? [[name, fields.get(key) ?? '']] : [])));
  const left = prompt === null ? state.generation.left : promptDraft(prompt);
  const wish = /^\d{1,4}$/.test(fields.get('draw') ?? '') ? Number(fields.get('draw')) : 0;
  const inside = setMode({ ...state, generation: { ...state.generation, settings, left, wish } }, 'generate');
  const entered = inside.aside ? inside : withPrompt(inside);
  return { ...entered, panel: !fields.has('stage') };
}
