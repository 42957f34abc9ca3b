/** Words of the exercises, joined; each language has a file of its own. */
import { en } from './exercises-en.js';
import { zh } from './exercises-zh.js';
import { withNouns } from './nouns.js';

/**
 * `f` are the facts an exercise has computed, `given` is what was answered.
 * @typedef {Record<string, any>} Facts
 * @typedef {import('../views/phrases.js').Phrase} Phrase
 * @typedef {(f: Facts, given: string) => Phrase[]} Say
 *
 * @typedef {object} ExerciseWords
 * @property {string} title
 * @property {(f: Facts) => Phrase[]} question
 * @property {Record<string, string>} fields labels by field
 * @property {Record<string, Record<string, Say>>} reasons by field, then by mistake
 * @property {(f: Facts) => Phrase[]} sum how the right answer comes about
 */

export const exercises = withNouns(en, zh);
