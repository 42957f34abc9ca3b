/** Every word of the page, in each language: those of the first picture and of all below it. */
import { apart } from './apart.js';
import { attention } from './attention.js';
import { bugs } from './bugs.js';
import { checks } from './checks.js';
import { compare } from './compare.js';
import { derivation } from './derivation.js';
import { detail } from './detail.js';
import { evidence } from './evidence.js';
import { faults } from './faults.js';
import { folded } from './folded.js';
import { exercises } from './exercises.js';
import { generation } from './generation.js';
import { gradients } from './gradients.js';
import { help } from './help.js';
import { readsTexts, words as first } from './index.js';
import { lab } from './lab.js';
import { lens } from './lens.js';
import { lesson } from './lesson.js';
import { models } from './models.js';
import { output } from './output.js';
import { share } from './share.js';
import { text } from './text.js';
import { train } from './train.js';
import { tour } from './tour.js';
import { update } from './update.js';
import { verification } from './verification.js';

const CATALOGUE = {
  en: { ...first('en'), apart: apart.en, bugs: bugs.en, checks: checks.en, compare: compare.en, evidence: evidence.en, faults: faults.en, folded: folded.en, generation: generation.en, gradients: gradients.en, attention: attention.en, derivation: derivation.en, detail: detail.en, output: output.en, lab: lab.en, lens: lens.en, lesson: lesson.en, models: models.en, tour: tour.en, train: train.en, exercises: exercises.en, help: help.en, share: share.en, text: text.en, update: update.en, verification: verification.en },
  zh: { ...first('zh'), apart: apart.zh, bugs: bugs.zh, checks: checks.zh, compare: compare.zh, evidence: evidence.zh, faults: faults.zh, folded: folded.zh, generation: generation.zh, gradients: gradients.zh, attention: attention.zh, derivation: derivation.zh, detail: detail.zh, output: output.zh, lab: lab.zh, lens: lens.zh, lesson: lesson.zh, models: models.zh, tour: tour.zh, train: train.zh, exercises: exercises.zh, help: help.zh, share: share.zh, text: text.zh, update: update.zh, verification: verification.zh },
};

/** Where another model has another noun: see nouns.js. @type {Record<'texts' | 'ids', Record<'en' | 'zh', Words>>} */
const OTHERS = { texts: { en: other('en', 'texts'), zh: other('zh', 'texts') }, ids: { en: other('en', 'ids'), zh: other('zh', 'ids') } };

/** @typedef {typeof CATALOGUE.en} Words */

/** @param {'en' | 'zh'} lang @param {'texts' | 'ids'} noun @returns {Words} */
function other(lang, noun) {
  const areas = { apart, attention, bugs, checks, compare, derivation, detail, evidence, exercises, generation, gradients, help, lab, share };
  return { ...CATALOGUE[lang], ...first(lang, noun === 'texts'), ...Object.fromEntries(Object.entries(areas).map(([area, of]) => [area, of[noun][lang]])) };
}

/**
 * @param {import('../types.js').Lang} lang
 * @returns {Words}
 */
export function words(lang) {
  return CATALOGUE[lang];
}

/** The same, with the noun that is right for the model on show. @param {{lang: import('../types.js').Lang, model: import('../types.js').State['model']}} state */
export function wordsOf({ lang, model }) {
  return (model?.config.data !== 'stream' ? CATALOGUE : OTHERS[readsTexts(model) ? 'texts' : 'ids'])[lang];
}
