/** What a generation is asked with: settings as a person writes them, as numbers. Pure. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').GenerationSettings} GenerationSettings */

/** Those of minigpt/generation_settings.py. @type {GenerationSettings} */
export const DEFAULTS = { temperature: 0, top_k: 0, top_p: 1, seed: 0, max_new_tokens: 24 };

/** Those that count something: a half is none of them. @type {ReadonlySet<string>} */
export const WHOLE = new Set(['top_k', 'seed', 'max_new_tokens']);

const NAMES = /** @type {(keyof GenerationSettings)[]} */ (Object.keys(DEFAULTS));

/**
 * Numbers from fields; an empty field is the default. Ranges are for the server to hold, which names them.
 * @param {Partial<Record<keyof GenerationSettings, string>>} written
 * @returns {GenerationSettings | null} null where a field holds no number
 */
export function settingsFrom(written) {
  const entries = NAMES.map((name) => /** @type {const} */ ([name, numberFrom(name, written[name])]));
  return entries.some(([, value]) => value === null) ? null : /** @type {any} */ (Object.fromEntries(entries));
}

/**
 * A whole number beyond 2^53 would be rounded on its way: another seed than the one written.
 * @param {keyof GenerationSettings} name @param {string | undefined} text
 */
export function numberFrom(name, text) {
  const plain = (text ?? '').trim().replace('\u2212', '-');
  if (plain === '') return DEFAULTS[name];
  const value = Number(plain);
  return (WHOLE.has(name) ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : null;
}

/**
 * What the server is to be asked, and by what the answer is known again.
 * @param {State} state
 * @returns {{model: string | null, prompt: string, step: number | null, settings: GenerationSettings, key: string} | null}
 */
export function askedFor({ modelName: model, aside, drafts, step, generation }) {
  const settings = settingsFrom(generation.settings);
  const [prompt] = drafts;
  if (!aside || !settings || !prompt) return null;
  return { model, prompt: prompt.text, step, settings, key: JSON.stringify([prompt.text, step, settings, ...(model === null ? [] : [model])]) };
}
