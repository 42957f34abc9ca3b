/**
 * A record of many tokens as running text, with what stands around it, the
 * selected position marked and the token to predict underlined.
 */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { spokenPiece } from './piece.js';
import { isRunning, tokensOnShow } from './tokens.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('./tokens.js').Tokens} Tokens */

const LINE_END = '⏎';

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createRunningText(root, act) {
  const before = el('span', { class: 'around' });
  const after = el('span', { class: 'around' });
  const list = el('span', { role: 'listbox', tabindex: 0, 'aria-orientation': 'horizontal', onclick: onClick, onkeydown: onKey });
  const text = el('p', {}, before, list, after);
  root.append(text);
  /** @type {HTMLElement[]} */
  const places = [];
  /** @type {string[]} what each place looks like */
  let looks = [];
  /** @type {(string | null)[]} what each place is called while another is selected */
  const names = [];
  /** @type {State | null} */
  let shown = null;
  /** @type {unknown[]} */
  let drawn = [];
  let marked = -1;
  let sight = '';

  /** @param {Event} event */
  function onClick(event) {
    const at = places.findIndex((place) => place === event.target);
    if (at < 0 || !shown) return;
    // The place that was clicked again tells how its token came about.
    if (at === shown.pos) act.openPiece(shown.piece === at ? null : at);
    else act.selectPosition(at);
  }

  /** @param {Event} event */
  function onKey(event) {
    if (!(event instanceof KeyboardEvent) || !shown || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = places.length - 1;
    const to = { ArrowLeft: shown.pos - 1, ArrowRight: shown.pos + 1, ArrowUp: shown.pos - 1, ArrowDown: shown.pos + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    act.selectPosition(Math.max(0, Math.min(last, to)));
  }

  /** @param {Tokens} tokens @param {State} state */
  function draw(tokens, state) {
    while (places.length < tokens.ids.length) {
      const place = el('span', { role: 'option', id: `place-${places.length}`, 'data-slot': places.length, 'aria-selected': 'false' });
      places.push(place);
      list.append(place);
    }
    while (places.length > tokens.ids.length) places.pop()?.remove();
    looks.length = places.length;
    const drawnFrom = tokens.ids.length - (state.drafts[state.rec]?.continued?.length ?? 0);
    const edited = new Set(state.drafts[state.rec]?.replace.map(({ position }) => position));
    places.forEach((place, at) => {
      const entry = state.vocabulary?.[tokens.ids[at] ?? -1];
      const text = entry ? readable(entry.name) : String(tokens.ids[at] ?? '');
      const is = { beyond: at >= tokens.limit, drawn: at >= drawnFrom, edited: edited.has(at) };
      const look = `${Object.values(is).join()},${text}`;
      if (look === looks[at]) return;
      looks[at] = look;
      names[at] = entry && text.trim() === '' ? spokenPiece(entry, words(state.lang).records) : null;
      setText(place, text);
      set(place, { 'aria-label': names[at] });
      for (const [name, holds] of Object.entries(is)) place.classList.toggle(name, holds);
    });
    const window = state.aside ? null : state.window;
    setText(before, around(window?.before));
    setText(after, around(window?.after));
  }

  /** @param {Tokens} tokens @param {State} state */
  function mark(tokens, state) {
    const t = words(state.lang);
    for (const at of [marked, marked + 1]) places[at]?.classList.remove('next');
    const left = places[marked];
    if (left) set(left, { 'aria-selected': 'false', 'aria-label': names[marked] });
    marked = state.pos;
    const place = places[marked];
    if (!place) return;
    const spoken = (/** @type {number | undefined} */ id) => {
      const entry = state.vocabulary?.[id ?? -1];
      return entry ? spokenPiece(entry, t.records) : '–';
    };
    // The list keeps the focus: a place that took it would have the whole page laid out before it is drawn.
    set(list, { 'aria-activedescendant': place.id });
    set(place, { 'aria-selected': 'true', 'aria-label': t.text.at(marked, spoken(tokens.ids[marked]), spoken(tokens.targets[marked])) });
    places[marked + 1]?.classList.add('next');
    if (sight !== `${marked} ${state.window?.from} ${root.hidden}`) requestAnimationFrame(() => bringIntoSight(text, place));
    sight = `${marked} ${state.window?.from} ${root.hidden}`;
  }

  return {
    /** @param {State} state */
    update(state) {
      const tokens = tokensOnShow(state);
      root.hidden = !isRunning(state, tokens);
      shown = state;
      if (root.hidden || !tokens) return;
      const needed = [state.vocabulary, state.lang, tokens.ids, tokens.limit, state.drafts, state.window, state.aside];
      const isNew = needed.some((part, i) => part !== drawn[i]);
      if (needed.slice(0, 2).some((part, i) => part !== drawn[i])) looks = [];
      drawn = needed;
      if (isNew) draw(tokens, state);
      if (isNew || marked !== state.pos) mark(tokens, state);
      const { text: t } = words(state.lang);
      set(list, { 'aria-label': state.window ? t.running : t.runningOwn });
    },
  };
}

/** A name as it reads in a line: spaces are spaces, and a line may break where the text's own does. @param {string} name */
function readable(name) {
  return name.replaceAll('␠', ' ').replaceAll(LINE_END, ` ${LINE_END} `);
}

/** @param {string | undefined} text */
function around(text) {
  return (text ?? '').replaceAll('\n', ` ${LINE_END} `);
}

/** The text has few lines; of the others those are shown that the place is in. @param {HTMLElement} text @param {HTMLElement} place */
function bringIntoSight(text, place) {
  const line = place.offsetTop - text.offsetTop;
  const isSeen = line >= text.scrollTop && line + place.offsetHeight <= text.scrollTop + text.clientHeight;
  if (!isSeen) text.scrollTop = Math.max(0, line - text.clientHeight / 3);
}
