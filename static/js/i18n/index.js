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

/** @typedef {typeof CATALOGUE.en} Words */

/**
 * @param {import('../types.js').Lang} lang
 * @returns {Words}
 */
export function words(lang) {
  return CATALOGUE[lang];
}
