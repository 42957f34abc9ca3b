/** The settings of a generation as fields; a wrong one is in alert and says its range. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { refused } from '../state/generation.js';
import { DEFAULTS, numberFrom, WHOLE } from '../state/generation-settings.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {keyof import('../types.js').GenerationSettings} Setting */

const NAMES = /** @type {Setting[]} */ (['temperature', 'top_k', 'max_new_tokens', 'top_p', 'seed']);

/** How the server calls the setting in a refusal. @type {Record<string, Setting>} */
const REFUSED = { new_tokens: 'max_new_tokens' };

/** @param {import('../types.js').Act} act */
export function createDrawSettings(act) {
  const fields = NAMES.map((name) => createField(name, act));
  const message = el('p', { class: 'draw-refusal', role: 'alert' });
  const element = el('form', { class: 'draw-settings', onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, ...fields.map((field) => field.element), message);
  return {
    element,
    /** @param {State} state */
    update(state) {
      const wrong = wrongSetting(state);
      for (const field of fields) field.update(state, wrong?.name === field.name);
      setText(message, wrong?.why ?? '');
      message.hidden = wrong === null;
    },
  };
}

/** @param {Setting} name @param {import('../types.js').Act} act */
function createField(name, act) {
  const label = el('span');
  const input = el('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', 'data-setting': name, oninput: () => act.setGeneration(name, input.value) });
  return {
    name,
    element: el('label', {}, label, input),
    /** @param {State} state @param {boolean} isWrong */
    update({ lang, generation }, isWrong) {
      const text = words(lang).generation;
      setText(label, text.settings[name]);
      const written = generation.settings[name] ?? '';
      if (input.value !== written) input.value = written;
      const isOff = (name === 'top_k' && DEFAULTS[name] === 0) || name === 'top_p';
      set(input, { placeholder: isOff ? text.off : String(DEFAULTS[name]), 'aria-invalid': isWrong && 'true' });
    },
  };
}

/**
 * The setting that keeps the generation from being made, and why.
 * @param {State} state @returns {{name: Setting, why: string} | null}
 */
export function wrongSetting(state) {
  const { generation, lang } = state;
  const t = words(lang).generation;
  const unread = NAMES.find((name) => numberFrom(name, generation.settings[name]) === null);
  if (unread) return { name: unread, why: `${t.settings[unread]}: ${WHOLE.has(unread) ? t.noWholeNumber : t.noNumber}` };
  const refusal = refused(state);
  const details = refusal?.details ?? {};
  const named = String(details.setting ?? details.field ?? '');
  const name = REFUSED[named] ?? NAMES.find((one) => one === named);
  if (!name || !refusal) return null;
  const isRange = typeof details.least === 'number' && typeof details.most === 'number';
  return { name, why: isRange ? `${t.settings[name]}: ${t.range(Number(details.least), Number(details.most))}` : refusal.message };
}
