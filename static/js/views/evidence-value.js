/** Numbers and tokens as evidence shows them. */
import { el } from '../dom.js';
import { full, short } from '../format/numbers.js';
import { name } from '../format/pieces.js';
import { magnitude } from '../format/significant.js';
import { words } from '../i18n/all.js';
import { draft, initialState } from '../state/initial.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../types.js').NumberRef} NumberRef */

/**
 * @typedef {object} Context what the evidence of a kind is drawn with
 * @property {State} state
 * @property {Act} act
 * @property {ReturnType<typeof words>['evidence']} t
 * @property {boolean} isShown whether the page shows the very records that were checked, under this fault
 */

/** The checks use the chapter's records, so numbers lead into the trace only while those stand unedited. @param {State} state */
export function isOfShownTrace({ traced, fault }) {
  const plain = initialState().drafts;
  if (!traced || traced.fault !== fault || traced.drafts.length !== plain.length) return false;
  return traced.drafts.every(({ text, replace, paddingId }, i) => text === draft(plain[i]?.text ?? '', i).text && !replace.length && paddingId === null);
}

/** @param {number | null} value @param {Context['t']} t */
export function valueText(value, t) {
  if (value === null) return t.noNumber;
  return Number.isInteger(value) ? full(value) : short(value, 6);
}

/** A value with every digit in its tooltip. @param {number | null} value @param {Context['t']} t @param {string} [text] */
export function valueNode(value, t, text = valueText(value, t)) {
  return el('span', { title: value === null ? t.noNumber : full(value) }, text);
}

/** How far something moved: nothing is ≡ 0. @param {number | null} by @param {Context['t']} t */
export function movedNode(by, t) {
  return valueNode(by, t, by === null ? t.noNumber : by === 0 ? '≡ 0' : magnitude(by));
}

/**
 * A number that the trace on show holds too: a click derives it.
 * @param {Context} context @param {number | null} value @param {NumberRef} ref
 */
export function tracedNode({ state, act, t, isShown }, value, ref) {
  const count = state.traced?.trace.records[ref.record ?? 0]?.valid_count ?? 0;
  if (!isShown || value === null || (ref.index[0] ?? 0) >= count) return valueNode(value, t);
  const show = () => {
    act.chooseRecord(ref.record ?? 0);
    act.derive(ref);
  };
  return el('button', { type: 'button', class: 'number', title: full(value), onclick: show }, valueText(value, t));
}

/** An ID and its piece. @param {State} state @param {number} id @param {string} nothing for −100 */
export function tokenNodes(state, id, nothing) {
  if (id < 0) return [nothing];
  const entry = state.vocabulary?.[id];
  return entry ? [renderPiece(entry), ` ${id}`] : [String(id)];
}

/** The same for a sentence. @param {State} state @param {number} id @param {string} nothing */
export function tokenText(state, id, nothing) {
  if (id < 0) return nothing;
  const entry = state.vocabulary?.[id];
  return entry ? `${name(entry)} (${id})` : String(id);
}

/** A position, with its piece where the page shows the record. @param {Context} context @param {number} record @param {number} position */
export function positionNodes({ state, isShown }, record, position) {
  const traced = isShown ? state.traced?.trace.records[record] : undefined;
  const entry = state.vocabulary?.[traced?.ids[position] ?? -1];
  return el('span', {}, `${position} `, entry && renderPiece(entry));
}
