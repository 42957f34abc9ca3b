/** One token chip. */
import { el, fill, set, setText } from '../dom.js';
import { words } from '../i18n/index.js';
import { renderPiece, spokenPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../format/pieces.js').Spelling} Spelling */

/** @param {number} slot */
export function createChip(slot) {
  const id = el('span', { class: 'id' });
  const piece = el('span', { class: 'chip-piece' });
  const targetId = el('span', { class: 'id' });
  const targetPiece = el('span');
  const target = el('span', { class: 'chip-target' }, targetPiece, targetId);
  const spelling = el('span', { class: 'spelling', 'aria-hidden': 'true' });
  const body = el('div', { class: 'chip-body' }, el('span', { class: 'place' }, el('span', {}, slot), id), piece, target);
  const node = el('div', { class: 'chip', role: 'option', 'data-slot': slot }, body);
  /** @type {unknown[]} */
  let shown = [];

  return {
    node,
    /**
     * @param {import('./tokens.js').Tokens} tokens
     * @param {State} state
     * @param {Spelling | undefined} character that one of this token's bytes belongs to
     */
    update(tokens, state, character) {
      const isSelected = slot === state.pos;
      const isEdited = !!state.drafts[state.rec]?.replace.some((swap) => swap.position === slot);
      const needed = [tokens.ids[slot], tokens.targets[slot], tokens.limit, slot === tokens.ids.length - 1, state.vocabulary, state.lang, !state.aside, slot - state.pos === 1, isSelected, isEdited, character?.text, character?.first, character?.last];
      if (needed.every((value, i) => value === shown[i])) return;
      shown = needed;
      fillTexts(tokens, state);
      const classes = { next: slot === state.pos + 1, edited: isEdited, beyond: slot >= tokens.limit, 'first-beyond': slot === tokens.limit, last: slot === tokens.ids.length - 1, drawn: slot >= tokens.ids.length - (state.drafts[state.rec]?.continued?.length ?? 0) };
      for (const [name, isOn] of Object.entries(classes)) node.classList.toggle(name, isOn);
      const label = labelOf(tokens, state, isEdited, character);
      set(node, { 'aria-selected': String(isSelected), tabindex: isSelected ? 0 : -1, 'aria-label': label, title: label });
      spell(character);
    },
  };

  /** @param {import('./tokens.js').Tokens} tokens @param {State} state */
  function fillTexts({ ids, targets }, { vocabulary, aside }) {
    const own = vocabulary?.[ids[slot] ?? -1];
    const next = vocabulary?.[targets[slot] ?? -1];
    setText(id, ids[slot] ?? '');
    fill(piece, own && renderPiece(own));
    fill(targetPiece, next && renderPiece(next));
    setText(targetId, aside && !next ? '' : String(targets[slot] ?? '').replace('-', '\u2212'));
  }

  /** The bracket stands over all chips of a character and is held by the first. @param {Spelling | undefined} character */
  function spell(character) {
    if (character?.first !== slot) return spelling.remove();
    spelling.style.setProperty('--chips', String(character.last - character.first + 1));
    spelling.classList.toggle('named', character.text.startsWith('U+'));
    setText(spelling, character.text);
    node.append(spelling);
  }

  /** @param {import('./tokens.js').Tokens} tokens @param {State} state @param {boolean} isEdited @param {Spelling | undefined} character */
  function labelOf({ ids, targets, limit }, { vocabulary, lang, aside }, isEdited, character) {
    const { records } = words(lang);
    const spoken = /** @param {number | undefined} token */ (token) => {
      const entry = vocabulary?.[token ?? -1];
      return entry ? spokenPiece(entry, records) : (token ?? -1) < 0 ? '–' : String(token);
    };
    const parts = [records.chip(slot, ids[slot] ?? 0, spoken(ids[slot]), aside ? records.next : records.target, spoken(targets[slot]))];
    if (character) parts.push(records.partOf(character.text));
    if (isEdited) parts.push(records.edited);
    if (slot >= limit) parts.push(records.beyond);
    return parts.join('; ');
  }
}
