/**
 * The fields of a link that say what cannot be, for the page to tell: it has
 * left them out, one by one. Pure; comes late. Whether a fault, a part or a
 * lender is there is told where those are opened.
 */
import { MOST_RECORDS } from './drafts.js';
import { readLesson } from './lesson-link.js';
import { NAME } from './mode-link.js';
import { PLACE } from './text-link.js';
import { trailFromText } from './trail-link.js';

/** @typedef {import('../types.js').State} State */

const WHOLE = /^\d{1,6}$/;
const STEP = /^\d{1,8}$/;

/** How each field can be written; those that are any text are not here. @type {Record<string, RegExp>} */
const WRITTEN = {
  rec: WHOLE, pos: WHOLE, b: WHOLE, head: WHOLE, key: WHOLE, stage: /^[1-6]$/,
  mask: /^(0|1|none|causal)$/, lang: /^(en|zh)$/, theme: /^(auto|light|dark)$/, present: /^[01]$/,
  mode: /^(explore|break|train|generate)$/, step: STEP, vs: STEP, fault: NAME, check: NAME, show: /^(values|difference|gradients|both)$/,
  edit: /^(\d{1,6}:){1,2}\d{1,6}$/, pad: /^(\d{1,6}:)?\d{1,6}$/, out: /^(logits|probability)$/, order: /^(id|value)$/,
  at: PLACE, draw: /^\d{1,4}$/,
};

/**
 * To be asked when all else of the link is in the state.
 * @param {State} state @param {string} link @returns {State}
 */
export function tellUnread(state, link) {
  const fields = new URLSearchParams(link.replace(/^#/, ''));
  const hasLesson = readLesson(fields) !== null;
  const tooMany = fields.getAll('r').slice(MOST_RECORDS).map((text) => ['r', text]);
  const unread = [...fields].filter(([name, text]) => (name === 'stop' || name === 'ex' ? !hasLesson : !isWritten(name, text) || isBeyond(name, text, state)));
  const told = [...unread, ...tooMany].map(([name, text]) => `${name}=${text}`);
  return told.length ? { ...state, leftOut: { ...state.leftOut, fields: told } } : state;
}

/** @param {string} name @param {string} text */
function isWritten(name, text) {
  if (name === 'trail') return trailFromText(text).length === text.split('*').length;
  return !Object.hasOwn(WRITTEN, name) || WRITTEN[name]?.test(text) === true;
}

/** Whether there is less of what a field counts, where that is known. @param {string} name @param {string} text @param {State} state */
function isBeyond(name, text, { model, traced, drafts, aside, rec }) {
  const records = (aside ?? { drafts }).drafts.length;
  const [first = 0, ...others] = text.split(':').map(Number);
  if (name === 'rec') return first >= records;
  if (name === 'edit') return others.length === 2 && first >= records;
  if (name === 'pad') return others.length === 1 && first >= records;
  if (name === 'b') return first >= (model?.config.blocks ?? Infinity);
  if (name === 'head') return first >= (model?.config.heads ?? Infinity);
  if (name !== 'pos' && name !== 'key') return false;
  // What was drawn after a prompt is not here yet.
  return !aside && traced?.drafts === drafts && first >= (traced.trace.records[rec]?.valid_count ?? Infinity);
}
