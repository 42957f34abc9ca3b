/** A page that shows a real trace of the given texts: what the lessons read. */
import { draft, initialState } from '../../static/js/state/initial.js';
import { modelTrace } from './model-trace.js';
import { PLAIN } from './traces.js';

/** @typedef {import('../../static/js/types.js').State} State */

/** Kept, for each costs a Python. @type {Map<string, State>} */
const made = new Map();

/**
 * @param {string[]} texts
 * @param {string[]} [options] of model_trace.py
 * @returns {State}
 */
export function lessonState(texts, options = []) {
  const name = JSON.stringify([texts, options]);
  const known = made.get(name);
  if (known) return known;
  const { trace, parameters, config } = modelTrace([...texts, ...options]);
  const drafts = texts.map(draft);
  const mask = options.includes('none') ? 'none' : 'causal';
  const traced = { drafts, ...PLAIN, mask: /** @type {const} */ (mask), fault: null, step: null, trace, milliseconds: 1 };
  const total = parameters.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0);
  const model = /** @type {any} */ ({ name: config.name, config, parameters: { components: [], total }, identities: {}, versions: {} });
  const state = { ...initialState(), drafts, baseline: drafts, mask: traced.mask, traced, baselineTraced: traced, model, parameters };
  made.set(name, state);
  return state;
}

export const CHAPTER = ['The key is red. Answer: red.', 'The key is blue. Answer: blue.'];
