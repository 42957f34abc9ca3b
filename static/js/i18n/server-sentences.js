/**
 * Sentences that the server makes, with names and figures in them, in Chinese.
 * Each is known by its pattern; one that is not known stays as it is.
 */
import { IMPORT_REFUSALS } from './import-refusals.js';
import { IMPORT_SENTENCES } from './import-sentences.js';
import { TEXT_SENTENCES } from './text-sentences.js';

/** @typedef {readonly [said: RegExp, chinese: string]} Known */

/** @type {readonly Known[]} */
const PATTERNS = [...IMPORT_SENTENCES, ...TEXT_SENTENCES, ...IMPORT_REFUSALS];

/** A sentence in the page's language; a report's parts stand between semicolons. @param {string} sentence @param {import('../types.js').Lang} lang */
export function serverSentence(sentence, lang) {
  if (lang !== 'zh') return sentence;
  return partIn(sentence) ?? sentence.split('; ').map((part) => partIn(part) ?? part).join('；');
}

/** @param {string} part */
function partIn(part) {
  const [said, chinese] = PATTERNS.find(([pattern]) => pattern.test(part)) ?? [];
  return said && chinese ? part.replace(said, chinese) : null;
}

/** Whether all of it is told in that language: else a screen reader is to read it as English. @param {string} sentence @param {import('../types.js').Lang} lang */
export function languageOf(sentence, lang) {
  const said = serverSentence(sentence, lang).replace(/minigpt [a-z]+ /g, ''); // a command is no language's
  return lang === 'zh' && /\p{Script=Han}/u.test(said) && !/[a-z]{3,} [a-z]{2,} /.test(said) ? 'zh' : 'en';
}
