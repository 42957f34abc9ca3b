/** One record: its text field, how much of the context it fills, and its controls. */
import { el, fill, set, setText } from '../dom.js';
import { asShown, editedExactly } from '../format/newlines.js';
import { refusalIn } from '../i18n/frame.js';
import { words, wordsOf } from '../i18n/index.js';
import { contextLength, shownRecordAt } from '../state/shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** Key code of what an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;
const MOST_LINES = 4;

/** Refusals of a whole request that shorter or other texts would not meet. */
const OF_THE_TEXTS = ['body_too_large', 'json_invalid', 'text_not_unicode'];

/** @param {Act} act @param {() => number} place where this record now stands */
export function createRecordRow(act, place) {
  const field = createField(act, place);
  const controls = createControls(act, place);
  const number = el('button', { class: 'record-index', onclick: () => act.chooseRecord(place()) });
  const used = el('span', {});
  const pads = el('span', { class: 'pads' });
  const slots = el('span', { class: 'slots', 'aria-hidden': 'true' });
  const message = el('p', { class: 'record-message', role: 'alert' });
  // Browsers that fill in forms read all of one with each letter; without one, all of the page.
  const node = el('li', {}, number, el('form', {}, field.node), el('span', { class: 'used' }, used, pads), ...controls.nodes, slots, message);
  /** @type {unknown[]} */
  let shown = [];

  return {
    node,
    focus: () => field.node.focus(),
    focusNumber: () => number.focus(),
    /** @param {State} state @param {number} index */
    update(state, index) {
      const draft = state.drafts[index];
      if (draft) field.update(draft.text);
      const traced = shownRecordAt(state, index);
      const isCurrent = state.rec === index;
      const needed = [state.lang, state.refusal, state.corpus, state.model, traced?.valid_count, draft?.continued, isCurrent, index, state.drafts.length, !state.aside];
      if (needed.every((value, i) => value === shown[i])) return;
      shown = needed;
      const { records } = wordsOf(state);
      node.classList.toggle('current', isCurrent);
      setText(number, index);
      set(number, { 'aria-label': records.record(index), 'aria-pressed': String(isCurrent) });
      set(field.node, { 'aria-label': state.aside ? records.prompt : records.text(index) });
      fillCount(state, index, traced?.valid_count ?? null);
      controls.update(state, index);
    },
  };

  /** @param {State} state @param {number} index @param {number | null} count */
  function fillCount(state, index, count) {
    const { records } = wordsOf(state);
    const isRefused = refusedRow(state) === index;
    const excess = isRefused && state.refusal ? excessOf(state.refusal) : null;
    const limit = excess?.limit ?? contextLength(state);
    const positions = excess?.positions ?? (isRefused ? null : count);
    const isCounted = limit !== null && positions !== null;
    node.classList.toggle('refused', isRefused);
    setText(used, isCounted ? `${positions}/${limit}` : '');
    const drawn = state.drafts[index]?.continued?.length;
    setText(pads, drawn ? records.drawn(drawn) : isCounted && !state.aside && state.model?.config.data !== 'stream' && positions <= limit ? records.pads(limit - positions) : '');
    slots.style.setProperty('--used', String(isCounted ? Math.min(1, positions / limit) : 0));
    setText(message, excess ? records.tooLong(excess.positions, excess.limit, excess.over) : isRefused ? refusalOf(state) : '');
    set(field.node, { 'aria-invalid': isRefused && 'true' });
  }
}

/**
 * Where a refusal is told: at its record, or at the current one where the texts
 * are to blame and the server cannot say which. What failed by itself blames none.
 * @param {State} state @returns {number | null}
 */
function refusedRow({ refusal, rec }) {
  if (!refusal) return null;
  return refusal.record ?? (OF_THE_TEXTS.includes(refusal.code) ? rec : null);
}

/** @param {State} state */
function refusalOf({ refusal, lang }) {
  if (!refusal) return '';
  const sentence = refusalIn(words(lang).frame, refusal);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/**
 * By how much a record is too long, as the server counted.
 * @param {import('../types.js').ApiError} refusal
 */
function excessOf({ code, details }) {
  if (code !== 'record_too_long') return null;
  return { positions: Number(details.positions), limit: Number(details.limit), over: Number(details.over) };
}

/**
 * The text field. It holds what is typed; the state holds the exact text.
 * @param {Act} act @param {() => number} place
 */
function createField(act, place) {
  let exact = '';
  let isComposing = false;
  const node = el('textarea', {
    class: 'record-text',
    rows: 1,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    wrap: 'off',
    oncompositionstart: () => void (isComposing = true),
    oncompositionend: () => {
      isComposing = false;
      send();
    },
    oninput: () => isComposing || send(),
    onfocus: () => act.chooseRecord(place()),
    onkeydown: onKey,
  });

  function send() {
    exact = editedExactly(exact, node.value);
    act.editRecord(place(), exact);
    fitLines();
  }

  function fitLines() {
    const lines = Math.min(MOST_LINES, node.value.split('\n').length);
    if (node.rows !== lines) node.rows = lines;
  }

  /** @param {Event} event */
  function onKey(event) {
    if (!(event instanceof KeyboardEvent) || event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && by) {
      event.preventDefault();
      act.moveRecord(place(), place() + by);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      // Everything has followed already; Enter only leaves for the tokens.
      event.preventDefault();
      focusChips();
    }
  }

  return {
    node,
    /** @param {string} text */
    update(text) {
      if (isComposing || text === exact) return;
      exact = text;
      if (node.value !== asShown(text)) node.value = text;
      fitLines();
    },
  };
}

function focusChips() {
  const chip = document.querySelector('#chips [aria-selected="true"]');
  if (chip instanceof HTMLElement) chip.focus();
}

/** @param {Act} act @param {() => number} place */
function createControls(act, place) {
  const picker = el('select', { onchange: pick });
  const corpus = el('span', { class: 'corpus-picker' }, picker);
  const up = el('button', { class: 'record-move', onclick: () => move(-1) }, '↑');
  const down = el('button', { class: 'record-move', onclick: () => move(1) }, '↓');
  const remove = el('button', { class: 'record-remove', onclick: () => act.removeRecord(place()) }, '×');
  const order = el('span', { class: 'record-order' }, up, down);
  /** @type {unknown[]} */
  let filled = [];

  /** At the end of the list the button pressed is disabled, which would lose the focus. @param {number} by */
  function move(by) {
    act.moveRecord(place(), place() + by);
    if (up.disabled) down.focus();
    else if (down.disabled) up.focus();
  }

  function pick() {
    const text = picker.value;
    picker.selectedIndex = 0;
    act.editRecord(place(), text);
  }

  return {
    nodes: [order, corpus, remove],
    /** @param {State} state @param {number} index */
    update(state, index) {
      const { lang, corpus: entries, drafts } = state;
      const { records } = wordsOf(state);
      set(picker, { 'aria-label': records.fromCorpus(index), title: records.fromCorpus(index), disabled: !entries });
      set(up, { 'aria-label': records.up(index), title: records.up(index), disabled: index === 0 });
      set(down, { 'aria-label': records.down(index), title: records.down(index), disabled: index === drafts.length - 1 });
      set(remove, { 'aria-label': records.remove(index), title: records.remove(index), disabled: drafts.length === 1 });
      if (filled[0] === entries && filled[1] === lang) return;
      filled = [entries, lang];
      if (entries) fill(picker, el('option', { disabled: true, hidden: true }), group(records.train, entries.train), group(records.validation, entries.validation));
      picker.selectedIndex = 0;
    },
  };
}

/** @param {string} label @param {import('../types.js').CorpusRecord[]} entries */
function group(label, entries) {
  const options = entries.map(({ id, text }) => el('option', { value: text }, `${id}: ${text}`));
  return el('optgroup', { label }, ...options);
}
