/**
 * The heading over the position's table: which token stands there and which
 * follows, and buttons that copy the position whole as CSV or JSON.
 */
import { el, setText } from '../dom.js';
import { asCsv, asJson, exportedPosition } from '../format/export.js';
import { words, wordsOf } from '../i18n/all.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { copyText } from './copy-text.js';
import { showPiece } from './piece-slot.js';

/** @typedef {import('../types.js').State} State */

const FORMATS = /** @type {const} */ ({ CSV: asCsv, JSON: asJson });

/** @param {HTMLElement} root */
export function createCopyPosition(root) {
  const title = el('h3', { id: 'position-title' });
  const input = createToken();
  const target = createToken();
  const copyAs = el('span');
  const said = el('p', { class: 'copied', role: 'status' });
  const fallback = createFallback();
  /** @type {State | null} */
  let latest = null;

  const buttons = /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS)).map((format) =>
    el('button', { type: 'button', class: 'button', 'data-copy': format.toLowerCase(), onclick: () => copy(format) }, format),
  );
  root.classList.add('position-head');
  root.append(
    title,
    el('p', { class: 'position-tokens' }, input.element, target.element),
    el('p', { class: 'position-copy' }, copyAs, ...buttons),
    said,
    fallback.element,
  );

  /** @param {keyof typeof FORMATS} format */
  async function copy(format) {
    const state = latest;
    const index = state ? shownIndex(state) : -1;
    if (!state?.traced || index < 0) return;
    const { traced, pos, model, vocabulary, lang } = state;
    const text = FORMATS[format](exportedPosition({ traced, index, position: pos, model, vocabulary }));
    const copied = await copyText(text);
    const { table } = words(lang).detail;
    setText(said, copied ? table.copied(format, `${Math.ceil(text.length / 1024)} KB`) : table.refused);
    said.dataset.position = `${index}.${pos}`;
    fallback.show(copied ? '' : text, table);
  }

  return {
    /** @param {State} state */
    update(state) {
      latest = state;
      const record = shownRecord(state);
      if (!record) return;
      const { table } = wordsOf(state).detail;
      setText(title, table.title(state.pos));
      setText(copyAs, table.copyAs);
      for (const button of buttons) button.setAttribute('aria-label', `${table.copyAs} ${button.textContent}`);
      input.update(table.input, record.ids[state.pos], state);
      target.update(table.target, record.targets[state.pos], state);
      // What was copied is another position: its confirmation is no longer true of what is on show.
      if (said.textContent && said.dataset.position !== `${shownIndex(state)}.${state.pos}`) {
        setText(said, '');
        fallback.show('', table);
      }
    },
  };
}

function createToken() {
  const role = el('span', { class: 'role' });
  const piece = el('span');
  const number = el('span', { class: 'id' });
  return {
    element: el('span', { class: 'position-token' }, role, ' ', piece, ' ', number),
    /** @param {string} title @param {number | undefined} id @param {State} state */
    update(title, id, state) {
      setText(role, title);
      setText(number, String(id ?? '').replace('-', '\u2212'));
      showPiece(piece, state.vocabulary?.[id ?? -1]);
    },
  };
}

/** Where even the old command is refused, the text itself, selected. */
function createFallback() {
  const area = el('textarea', { rows: 4, readonly: true, spellcheck: 'false' });
  const element = el('div', { class: 'copy-fallback', hidden: true }, area);
  return {
    element,
    /** @param {string} text @param {{manual: string}} table */
    show(text, table) {
      element.hidden = !text;
      area.value = text;
      area.setAttribute('aria-label', table.manual);
      if (text) area.select();
    },
  };
}
