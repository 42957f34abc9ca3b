/**
 * Every word of the page, in each language. Areas keep their own catalogue;
 * this file only joins them.
 */
import { records } from './records.js';
import { frame } from './frame.js';
import { stages } from './stages.js';
import { attention } from './attention.js';
import { detail } from './detail.js';
import { output } from './output.js';
import { lab } from './lab.js';

const CATALOGUE = {
  en: { frame: frame.en, records: records.en, stages: stages.en, attention: attention.en, detail: detail.en, output: output.en, lab: lab.en },
  zh: { frame: frame.zh, records: records.zh, stages: stages.zh, attention: attention.zh, detail: detail.zh, output: output.zh, lab: lab.zh },
};

/** @typedef {typeof CATALOGUE.en} Words */

/**
 * @param {import('../types.js').Lang} lang
 * @returns {Words}
 */
export function words(lang) {
  return CATALOGUE[lang];
}
