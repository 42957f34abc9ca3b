/**
 * The state as a link; url.js reads it. Only what differs from a plainly opened
 * page is written. Pure; comes late, for the first picture needs no link.
 */
import { writeApart } from './apart-link.js';
import { writeGeneration } from './generation-link.js';
import { initialState } from './initial.js';
import { stageOfLesson, writeLesson } from './lesson-link.js';
import { isPanelOpen } from './panel.js';
import { trailToText } from './trail-link.js';
import { writePlace } from './text-link.js';
import { writeUpdate } from './update-link.js';
import { NUMBERS } from './url.js';

/** @typedef {import('../types.js').State} State */

/** What the texts of the most records take together stays below 1 MiB, the longest address of some browsers. */
const MOST_OF_TEXT = 100_000;

/**
 * A text too long for an address is left empty, so that the link keeps all the
 * rest, and each record its place; cut short it would be another text.
 * @param {string} text
 */
function linked(text) {
  if (text.length > MOST_OF_TEXT) return '';
  return new URLSearchParams({ r: text }).toString().length > MOST_OF_TEXT ? '' : text;
}

/**
 * @param {State} state
 * @returns {string} without the leading #; empty for a plain page
 */
export function toHash(state) {
  // Until the model is here the link that it was asked for by stays as it is.
  if (state.opening && !state.traced) return state.openingLink.replace(/^#/, '');
  const plain = initialState();
  const hash = new URLSearchParams();
  // Generate's prompt is a field of its own; the records are those that stand aside.
  const { drafts, rec } = state.aside ?? state;
  const texts = drafts.map((record) => record.text);
  if (state.modelName !== null) hash.set('model', state.modelName);
  writePlace(hash, state);
  if (state.window === null && texts.join('\n\0') !== plain.drafts.map((record) => record.text).join('\n\0')) texts.forEach((text) => hash.append('r', linked(text)));
  const usually = { ...plain, key: state.pos, stage: stageOfLesson(state.lesson) ?? plain.stage };
  for (const [name, field] of NUMBERS) {
    const value = field === 'rec' ? rec : state[field];
    if (value !== usually[field] && !(field === 'stage' && isPanelOpen(state))) hash.set(name, String(value));
  }
  writeMode(hash, state);
  writeApart(hash, state);
  writeUpdate(hash, state);
  if (state.mask === 'none') hash.set('mask', '0');
  drafts.forEach((record, i) => {
    for (const swap of record.replace) hash.append('edit', `${i}:${swap.position}:${swap.id}`);
    if (record.paddingId !== null) hash.append('pad', `${i}:${record.paddingId}`);
  });
  if (state.candidates.scale === 'logit') hash.set('out', 'logits');
  if (state.candidates.order === 'value') hash.set('order', 'value');
  if (state.trail.length) hash.set('trail', trailToText(state.trail));
  writeGeneration(hash, state);
  writeLesson(hash, state.lesson);
  if (state.present) hash.set('present', '1');
  if (state.lang !== plain.lang) hash.set('lang', state.lang);
  if (state.theme !== plain.theme) hash.set('theme', state.theme);
  return hash.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
}

/** @param {URLSearchParams} hash written to @param {State} state */
function writeMode(hash, { mode, step, fault, check, show, panel, stage, train }) {
  if (mode !== 'explore') hash.set('mode', mode);
  if (step !== null) hash.set('step', String(step));
  // The fault waits outside Break, as the mask waits inside it.
  if (fault) hash.set('fault', fault);
  if (check) hash.set('check', check);
  if (show !== 'values') hash.set('show', show);
  if (train.against !== null) hash.set('vs', String(train.against));
  if (mode !== 'explore' && !panel) hash.set('stage', String(stage));
}
