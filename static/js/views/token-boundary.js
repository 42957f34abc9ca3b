/** A prompt that stops inside a token: its tokens beside those of the training record that its text begins. */
import { el, fill, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { renderPiece } from './piece.js';
import { tokenName } from './token-name.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Alignment} Alignment
 */

/** Tokens that both share are shown up to so many. */
const BEFORE = 2;

/** @param {import('../types.js').Act} act */
export function createBoundary(act) {
  const title = el('h3');
  const training = el('div', { class: 'boundary-row' });
  const prompt = el('div', { class: 'boundary-row' });
  const why = el('p');
  /** @type {string | null} */
  let whole = null;
  const complete = el('button', { type: 'button', class: 'link', onclick: () => whole !== null && act.setPrompt(whole) });
  const element = el('section', { class: 'boundary', hidden: true }, title, training, prompt, why, complete);
  /** @type {unknown[]} */
  let seen = [];

  return {
    element,
    /** @param {State} state @param {Alignment | null} alignment */
    update(state, alignment) {
      const depends = [alignment, state.lang, state.vocabulary, state.drafts, state.traced];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      element.hidden = alignment === null;
      if (!alignment) return;
      const t = words(state.lang).generation.boundary;
      const shared = sharedBefore(state, alignment);
      const [ours, theirs] = [alignment.prompt, alignment.training];
      setText(title, t.title);
      fill(training, label(t.training(alignment.record.id)), ...shared.map((id) => token(state, id, false)), ...theirs.map(({ id }) => token(state, id, true)));
      fill(prompt, label(t.prompt), ...shared.map((id) => token(state, id, false)), ...ours.map(({ id }) => token(state, id, true)));
      setText(why, t.why(names(state, ours), names(state, theirs)));
      whole = completed(state, alignment);
      setText(complete, t.complete);
      complete.hidden = whole === null;
    },
  };
}

/** @param {string} text */
function label(text) {
  return el('span', { class: 'boundary-label' }, text);
}

/** @param {State} state @param {number} id @param {boolean} parts whether the two part here */
function token({ vocabulary }, id, parts) {
  const entry = vocabulary?.[id];
  return el('span', { class: parts ? 'boundary-token parts' : 'boundary-token' }, entry && renderPiece(entry), el('span', { class: 'id' }, id));
}

/** The last tokens before the two part: those of the trace on show. @param {State} state @param {Alignment} alignment */
function sharedBefore({ traced, drafts }, { slot }) {
  const ids = traced?.drafts === drafts ? (traced.trace.records[0]?.ids ?? []) : [];
  return ids.slice(Math.max(1, slot - BEFORE), slot);
}

/** @param {State} state @param {{id: number}[]} pieces */
function names(state, pieces) {
  return pieces.map(({ id }) => `${tokenName(state, id)} (${id})`).join(' ');
}

/** The prompt, up to the end of the record's token. @param {State} state @param {Alignment} alignment @returns {string | null} */
function completed({ drafts }, { record, training }) {
  const end = training.at(-1)?.end;
  if (end === undefined || !drafts[0]) return null;
  return new TextDecoder().decode(new TextEncoder().encode(record.text).slice(0, end));
}
