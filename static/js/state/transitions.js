/**
 * The transitions that the first picture needs, in one table. Those of the lab,
 * the modes, the derivation and the lessons are bound later, with the views that use them.
 */
import * as arrivals from './arrivals.js';
import { addRecord, chooseRecord, editRecord, moveRecord, removeRecord } from './drafts.js';
import * as selection from './selection.js';

export const transitions = {
  ...arrivals,
  ...selection,
  addRecord,
  chooseRecord,
  editRecord,
  moveRecord,
  removeRecord,
};

/** @typedef {import('../types.js').State} State */

/**
 * Every transition, bound to the store.
 * @typedef {{ [K in keyof typeof transitions]: (typeof transitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} Act
 */
