/** All transitions in one table, and the type of what views may do. */
import * as arrivals from './arrivals.js';
import { addRecord, chooseRecord, editRecord, moveRecord, removeRecord } from './drafts.js';
import {
  changeFuture,
  changeNeighbour,
  changePadding,
  changeToken,
  fillPadding,
  remember,
  replaceToken,
  setMask,
  toggleMask,
  undoEdits,
} from './lab.js';
import { openCheck, openPanel, setFault, setMode, setPresent, setShow, toggleFault } from './mode.js';
import { togglePart, togglePresent } from './present.js';
import * as selection from './selection.js';
import * as trail from './trail.js';
import { restored } from './url.js';

export const transitions = {
  ...arrivals,
  ...selection,
  ...trail,
  addRecord,
  chooseRecord,
  editRecord,
  moveRecord,
  openCheck,
  openPanel,
  removeRecord,
  setFault,
  setMode,
  setPresent,
  togglePart,
  togglePresent,
  setShow,
  changeFuture,
  changeNeighbour,
  changePadding,
  changeToken,
  fillPadding,
  remember,
  replaceToken,
  restored,
  setMask,
  toggleFault,
  toggleMask,
  undoEdits,
};

/** @typedef {import('../types.js').State} State */

/**
 * Every transition, bound to the store.
 * @typedef {{ [K in keyof typeof transitions]: (typeof transitions)[K] extends (state: State, ...args: infer A) => State ? (...args: A) => void : never }} Act
 */
