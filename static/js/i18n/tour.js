/** Words of the tour, joined: what each stop says of the numbers it is told. Each language has a file of its own. */
import { en } from './tour-en.js';
import { zh } from './tour-zh.js';

/**
 * `does`: what going there does, for the button that leads there.
 * @typedef {import('../lessons/told.js').Told} Told
 * @typedef {import('../views/phrases.js').Phrase} Phrase
 * @typedef {{title: (t: Told) => string, does: string, text: (t: Told) => Phrase[]}} Words
 * @typedef {'tokens' | 'shift' | 'embed' | 'norm' | 'projections' | 'scores' | 'mask' | 'weights' | 'mix' | 'residual' | 'ffn' | 'logits' | 'loss' | 'mean'} StopId
 */

export const tour = { en: { stops: en }, zh: { stops: zh } };
