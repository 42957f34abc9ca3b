/** The bug lab's mistakes in words. Each language has its own file. */
import { en } from './faults-en.js';
import { zh } from './faults-zh.js';

/** @typedef {{title: string, wrong: string, how: string}} FaultText */

export const faults = { en, zh };
