/**
 * The current record's tokens: position, ID, piece and target of each slot, the
 * padding folded into one, and above them the characters that bytes spell. Of a
 * record far too long, the tokens at the end are only counted.
 */
import { el, set, setText } from '../dom.js';
import { spellings } from '../format/pieces.js';
import { words, wordsOf } from '../i18n/index.js';
import { contextLength } from '../state/shown.js';
import { bringIntoView } from './bring-into-view.js';
import { createChip } from './chip.js';
import { isRunning, tokensOnShow } from './tokens.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('./tokens.js').Tokens} Tokens */

/** @param {HTMLElement} root @param {Act} act */
export function createChips(root, act) {
  const heads = [el('span'), el('span'), el('span')];
  const padding = createPadding();
  const rest = createRest();
  const list = el('div', { class: 'chip-list', role: 'listbox', 'aria-orientation': 'horizontal' });
  root.append(el('div', { class: 'chip-heads', 'aria-hidden': 'true' }, ...heads), list);
  /** @type {ReturnType<typeof createChip>[]} */
  const chips = [];
  /** @type {unknown[]} */
  let drawn = [];
  /** @type {State | null} */
  let shown = null;
  /** @type {import('../format/pieces.js').Spelling[]} */
  let spelled = [];
  let hovered = -1;

  set(list, { onclick: onClick, onkeydown: onKey, onpointerover: onPoint, onpointerleave: onPoint });

  /** @param {Event} event */
  function slotOf(event) {
    return chips.findIndex((chip) => event.target instanceof Node && chip.node.contains(event.target));
  }

  /** @param {Event} event */
  function onClick(event) {
    const slot = slotOf(event);
    if (slot < 0 || !shown) return;
    if (slot === shown.pos) togglePiece(slot);
    else select(slot);
  }

  /** @param {number} slot */
  function togglePiece(slot) {
    act.openPiece(shown?.piece === slot ? null : slot);
  }

  /** @param {number} slot */
  function select(slot) {
    act.selectPosition(slot);
    act.openPiece(null);
    chips[shown?.pos ?? 0]?.node.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  function onKey(event) {
    if (!(event instanceof KeyboardEvent) || !shown || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = chips.length - 1;
    const to = { ArrowLeft: shown.pos - 1, ArrowRight: shown.pos + 1, ArrowUp: shown.pos - 1, ArrowDown: shown.pos + 1, Home: 0, End: last }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) togglePiece(shown.pos);
    else select(Math.max(0, Math.min(last, to)));
  }

  /** @param {Event} event */
  function onPoint(event) {
    hovered = event.type === 'pointerleave' ? -1 : slotOf(event);
    markCharacter();
  }

  /** Every chip that holds a byte of the same character as the hovered one, or else the selected one. */
  function markCharacter() {
    const slot = hovered >= 0 ? hovered : (shown?.pos ?? -1);
    const whole = spelled.find(({ first, last }) => first <= slot && slot <= last);
    chips.forEach((chip, i) => chip.node.classList.toggle('same-character', !!whole && whole.first <= i && i <= whole.last));
  }

  /** @param {Tokens} tokens @param {State} state */
  function draw(tokens, state) {
    while (chips.length < tokens.ids.length) chips.push(createChip(chips.length));
    chips.length = tokens.ids.length;
    const entries = tokens.ids.map((id) => state.vocabulary?.[id]);
    spelled = entries.every((entry) => entry !== undefined) ? spellings(entries) : [];
    root.classList.toggle('spelled', spelled.length > 0);
    chips.forEach((chip, slot) => chip.update(tokens, state, spelled.find(({ first, last }) => first <= slot && slot <= last)));
    const pads = tokens.limit - tokens.ids.length;
    padding.update(tokens, pads, state);
    rest.update(tokens.rest, state);
    const nodes = [...chips.map((chip) => chip.node), ...(pads > 0 ? [padding.node] : []), ...(tokens.rest ? [rest.node] : [])];
    keepFocus(() => keepInOrder(list, nodes));
  }

  /** @param {() => void} change */
  function keepFocus(change) {
    const hadFocus = list.contains(document.activeElement);
    change();
    if (hadFocus && !list.contains(document.activeElement)) chips[shown?.pos ?? 0]?.node.focus();
  }

  /** @param {State} state */
  function translate(state) {
    const { records } = wordsOf(state);
    set(root, { 'aria-label': records.chips });
    set(list, { 'aria-label': records.chips });
    [records.positionAndId, records.piece, state.aside ? records.next : records.target].forEach((text, i) => setText(/** @type {Node} */ (heads[i]), text));
  }

  return {
    /** @param {State} state */
    update(state) {
      if (state.lang !== shown?.lang || state.mode !== shown.mode || state.model !== shown.model) translate(state);
      const moved = state.pos !== shown?.pos || state.rec !== shown.rec || state.overlong !== shown.overlong;
      shown = state;
      const tokens = tokensOnShow(state);
      root.hidden = isRunning(state, tokens);
      if (root.hidden) return;
      const needed = [tokens?.ids, tokens?.targets, state.vocabulary, state.lang, state.pos, contextLength(state), state.drafts[state.rec]?.replace];
      if (tokens && needed.some((value, i) => value !== drawn[i])) {
        drawn = needed;
        draw(tokens, state);
        markCharacter();
        if (moved) bringIntoView(list, chips[state.overlong?.record === state.rec ? tokens.limit : state.pos]?.node);
      }
    },
  };
}

/**
 * Make `nodes` the children of `list`, moving none that stands where it belongs:
 * putting all of them in anew would lay out the whole row for each letter typed.
 * @param {HTMLElement} list @param {HTMLElement[]} nodes
 */
function keepInOrder(list, nodes) {
  nodes.forEach((node, i) => list.childNodes[i] !== node && list.insertBefore(node, list.childNodes[i] ?? null));
  while (list.childNodes.length > nodes.length) list.lastChild?.remove();
}

/** What is left of a record that is far too long. */
function createRest() {
  const node = el('div', { class: 'chip-rest' });
  return {
    node,
    /** @param {number} count @param {State} state */
    update(count, { lang }) {
      setText(node, words(lang).records.rest(count));
    },
  };
}

/** The padding slots, folded into one chip with their range. */
function createPadding() {
  const range = el('span');
  const special = el('span', { class: 'special' });
  const name = el('span', { class: 'piece' }, special);
  const ignored = el('span');
  const node = el('div', { class: 'chip padding' }, el('div', { class: 'chip-body' }, range, name, ignored));
  return {
    node,
    /** @param {Tokens} tokens @param {number} pads @param {State} state */
    update({ ids, limit }, pads, { lang, aside }) {
      setText(special, aside ? words(lang).records.free : 'PAD');
      setText(ignored, aside ? '' : '\u2212100');
      setText(range, pads > 1 ? `${ids.length}–${limit - 1}` : limit - 1);
      set(node, { title: aside ? '' : words(lang).records.padSlots(pads) });
    },
  };
}
