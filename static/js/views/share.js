/**
 * What can be taken along, as rows of buttons: link, picture, all numbers, the
 * position's table, the page itself. Says what was saved, or why it could not be.
 */
import { el, fill, set, setText } from '../dom.js';
import { count } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { refusalIn } from '../i18n/frame.js';
import { copyText } from './copy-text.js';
import { saveFile } from './save-file.js';
import { taken } from './taken-along.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('./taken-along.js').Kind} Kind
 * @typedef {ReturnType<typeof words>['share']} Text
 */

/** Parameters of a model that is put into a page: as many as the server puts there. */
const MOST_SAVED = 200_000;

/** @param {import('./taken-along.js').Ports} ports */
export function createShare(ports) {
  const said = el('p', { class: 'share-said', role: 'status' });
  const rows = el('div', { class: 'share-rows' });
  const element = el('div', { class: 'share' }, rows, said);
  /** @type {State | null} */
  let latest = null;
  let shown = '';
  let asked = 0;

  /** @param {Kind} kind */
  async function save(kind) {
    const state = latest;
    if (!state) return;
    const { share, frame } = wordsOf(state);
    const mine = (asked += 1);
    const say = (/** @type {string} */ text) => mine === asked && setText(said, text);
    say(share.working);
    try {
      const file = await taken(kind, state, ports);
      if (!file) return say(share.nothing);
      saveFile(file.name, file.content);
      say(share.saved(file.name, sizeOf(file.content.size)));
    } catch (reason) {
      say(`${share.failed} ${why(reason, share, frame)}`);
    }
  }

  async function copyLink() {
    if (!latest) return;
    const { share } = words(latest.lang);
    asked += 1;
    setText(said, (await copyText(location.href)) ? share.linkCopied : share.linkRefused);
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      latest = state;
      // Opened anew: what was saved before is no news.
      if (!element.closest('dialog')?.open) setText(said, '');
      const depends = `${state.lang} ${state.pos} ${state.traced !== null} ${pageRefusal(state)}`;
      if (depends === shown) return;
      shown = depends;
      setText(said, '');
      fill(rows, ...rowsOf(state, wordsOf(state).share, save, copyLink));
    },
  };
}

/** @param {State} state @param {Text} text @param {(kind: Kind) => void} save @param {() => void} copyLink */
function rowsOf(state, text, save, copyLink) {
  const files = (/** @type {Kind[]} */ ...kinds) => kinds.map((kind) => fileButton(kind, state.traced !== null, text, save));
  const refused = pageRefusal(state);
  return [
    row(text.link, text.linkSays, [el('button', { class: 'button', id: 'copy-link', onclick: copyLink }, text.copyLink)]),
    row(text.picture, text.pictureSays, files('SVG', 'PNG')),
    row(text.trace, text.traceSays, files('JSON', 'NPZ', 'safetensors')),
    row(text.position(state.pos), text.positionSays, files('CSV', 'Markdown')),
    row(text.page, refused || text.pageSays, [fileButton('HTML', state.traced !== null && !refused, text, save)]),
  ];
}

/** @param {string} title @param {string} says @param {HTMLElement[]} buttons */
function row(title, says, buttons) {
  return el('section', {}, el('h3', {}, title), el('p', {}, says), el('div', { class: 'share-buttons' }, ...buttons));
}

/** Why this model cannot be had as a page of its own; empty where it can. @param {State} state */
export function pageRefusal(state) {
  const { model } = state;
  if (!model) return '';
  const { total } = model.parameters;
  const byPairs = model.config.tokenizer === undefined || model.config.tokenizer === 'byte-bpe';
  if (byPairs && total <= MOST_SAVED) return '';
  return wordsOf(state).share.pageTooLarge(count(MOST_SAVED), model.config.name, count(total), byPairs);
}

/** @param {Kind} kind @param {boolean} isOffered @param {Text} text @param {(kind: Kind) => void} save */
function fileButton(kind, isOffered, text, save) {
  const button = el('button', { class: 'button', 'data-save': kind.toLowerCase(), disabled: !isOffered, onclick: () => save(kind) });
  set(button, { 'aria-label': text.save(kind) });
  setText(button, kind);
  return button;
}

/** @param {unknown} reason @param {Text} text @param {ReturnType<typeof words>['frame']} frame */
function why(reason, text, frame) {
  const refusal = /** @type {{error?: import('../types.js').ApiError}} */ (reason).error;
  if (!refusal) return String(reason);
  if (refusal.code === 'offline') return text.offline;
  if (refusal.code === 'unreachable') return text.unreachable;
  return refusalIn(frame, refusal);
}

/** @param {number} bytes */
function sizeOf(bytes) {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
