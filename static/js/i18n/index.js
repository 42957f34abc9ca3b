/**
 * The words that the first picture needs, in each language: frame, records,
 * stages. Areas keep their own catalogue; this file only joins them. Whatever
 * is loaded after the first picture takes its words from all.js.
 */
import { frame } from './frame.js';
import { records } from './records.js';
import { stages } from './stages.js';

const CATALOGUE = {
  en: { frame: frame.en, records: records.en, stages: stages.en },
  zh: { frame: frame.zh, records: records.zh, stages: stages.zh },
};

/** @type {typeof CATALOGUE} */
const OF_TEXTS = {
  en: { ...CATALOGUE.en, records: records.texts.en },
  zh: { ...CATALOGUE.zh, records: records.texts.zh },
};

/** @typedef {typeof CATALOGUE.en} Words */

/**
 * @param {import('../types.js').Lang} lang
 * @returns {Words}
 */
export function words(lang, ofTexts = false) {
  return (ofTexts ? OF_TEXTS : CATALOGUE)[lang];
}

/** Without a tokenizer it has records of IDs. @param {import('../types.js').State['model']} model */
export function readsTexts(model) {
  return model?.config.data === 'stream' && model.config.tokenizer !== 'ids';
}

/** With the model's noun. @param {Pick<import('../types.js').State, 'lang' | 'model'>} state */
export function wordsOf({ lang, model }) {
  return words(lang, readsTexts(model));
}
