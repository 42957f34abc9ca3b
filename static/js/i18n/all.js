/** Every word of the page, in each language: those of the first picture and of all below it. */
import { attention } from './attention.js';
import { detail } from './detail.js';
import { help } from './help.js';
import { words as first } from './index.js';
import { lab } from './lab.js';
import { output } from './output.js';
import { verification } from './verification.js';

const CATALOGUE = {
  en: { ...first('en'), attention: attention.en, detail: detail.en, output: output.en, lab: lab.en, help: help.en, verification: verification.en },
  zh: { ...first('zh'), attention: attention.zh, detail: detail.zh, output: output.zh, lab: lab.zh, help: help.zh, verification: verification.zh },
};

/** @typedef {typeof CATALOGUE.en} Words */

/**
 * @param {import('../types.js').Lang} lang
 * @returns {Words}
 */
export function words(lang) {
  return CATALOGUE[lang];
}
