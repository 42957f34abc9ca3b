/**
 * Fields to exchange a residual row: after which block, at which position, and from
 * where: another record, or beside a window of a text another place of it or words of a person's own.
 */
import { el, fill, set, setText } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { serverSentence } from '../i18n/server-sentences.js';
import { shownRecord, shownRecordAt } from '../state/shown.js';
import { isWindowOpen, windowLength } from '../state/text-window.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {'on' | 'back' | 'place' | 'own'} Source beside a window */

/** @param {import('../types.js').Act} act */
export function createExchange(act) {
  const title = el('h3');
  const [blockLabel, positionLabel, fromLabel, placeLabel, ownLabel] = [el('span'), el('span'), el('span'), el('span'), el('span')];
  const block = el('select');
  const position = el('input', { type: 'number', min: 0 });
  const from = el('select', { onchange: () => showFields() });
  const place = el('input', { type: 'number', min: 0 });
  const own = el('textarea', { rows: 4, spellcheck: 'false' });
  const [placeField, ownField] = [el('label', {}, placeLabel, place), el('label', { class: 'apart-own' }, ownLabel, own)];
  const submit = el('button', { type: 'submit', class: 'button' });
  const form = el('form', { class: 'apart-exchange' }, el('label', {}, blockLabel, block), el('label', {}, positionLabel, position), el('label', {}, fromLabel, from), placeField, ownField, submit);
  const note = el('p', { class: 'apart-note' });
  /** @type {State | null} */
  let shown = null;
  let filled = '';
  let selected = -1;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (shown) doExchange(act, shown, { block: Number(block.value), position: Number(position.value) }, { from: from.value, place: Number(place.value), own: own.value });
  });

  /** Only those that the chosen source needs. */
  function showFields() {
    placeField.hidden = !shown?.window || from.value !== 'place';
    ownField.hidden = !shown?.window || from.value !== 'own';
  }

  /** @param {State} state */
  function fillChoices(state) {
    const t = wordsOf(state).apart;
    const blocks = Array.from({ length: (state.model?.config.blocks ?? 1) + 1 }, (_, i) => i - 1);
    fill(block, ...blocks.map((value) => el('option', { value }, value < 0 ? t.embedding : t.blockRow(value))));
    block.value = String(state.block);
    const before = from.value;
    fill(from, ...sourcesOf(state).map((value) => el('option', { value }, typeof value === 'number' ? value : t.sources[value])));
    if ([...from.options].some(({ value }) => value === before)) from.value = before;
    if (!state.window) return;
    own.value = shownRecord(state)?.text ?? '';
    place.value = String(Math.max(0, Math.min(state.window.total - windowLength(state), state.window.from + windowLength(state))));
  }

  /** @param {State} state */
  function label(state) {
    const t = wordsOf(state).apart;
    const isText = isWindowOpen(state);
    const hasOther = isText || state.drafts.length > 1;
    form.hidden = !hasOther;
    setText(title, t.swap);
    const refused = state.refusal ?? state.text.refusal;
    setText(note, refused ? serverSentence(refused.message, state.lang) : isText ? t.swapTitleText : hasOther ? t.swapTitle : t.needsTwo);
    [[blockLabel, t.swapBlock], [positionLabel, t.swapPosition], [fromLabel, isText ? t.swapFromText : t.swapFrom], [placeLabel, t.swapPlace], [ownLabel, t.swapOwn], [submit, t.swapDo]].forEach(([node, text]) => setText(/** @type {Node} */ (node), String(text)));
  }

  return {
    element: el('section', { class: 'apart-swap' }, title, note, form),
    /** @param {State} state */
    update(state) {
      shown = state;
      label(state);
      const wanted = `${state.lang} ${state.modelName} ${state.rec} ${state.drafts.length} ${state.traced?.trace.records.length} ${state.window?.split} ${state.window?.from}`;
      if (wanted !== filled) fillChoices(state);
      filled = wanted;
      // What was typed stays until another position is selected.
      if (selected !== state.pos) position.value = String(state.pos);
      selected = state.pos;
      set(position, { max: (shownRecord(state)?.valid_count ?? 1) - 1 });
      if (state.window) set(place, { max: Math.max(0, state.window.total - windowLength(state)) });
      showFields();
    },
  };
}

/** Where a row can come from: the numbers of other records, or beside a window its sources. @param {State} state @returns {(number | Source)[]} */
function sourcesOf(state) {
  const { window } = state;
  if (!window || !isWindowOpen(state)) return state.drafts.map((_, i) => i).filter((i) => i !== state.rec && shownRecordAt(state, i));
  const length = windowLength(state);
  /** @type {[Source, boolean][]} */
  const sources = [['on', window.from + length <= window.total - length], ['back', window.from >= length], ['place', window.total > length], ['own', true]];
  return sources.flatMap(([source, isThere]) => (isThere ? [source] : []));
}

/**
 * @param {import('../types.js').Act} act @param {State} state @param {import('../types/models.js').LendTo} to
 * @param {{from: string, place: number, own: string}} source as its fields say
 */
function doExchange(act, state, to, { from, place, own }) {
  const { window } = state;
  if (!window || !isWindowOpen(state)) return act.exchange({ record: state.rec, ...to, from: Number(from) });
  if (from === 'own') return act.lendFromText(to, own);
  const length = windowLength(state);
  const begin = from === 'place' ? place : window.from + (from === 'on' ? length : -length);
  act.lendFromPlace(to, { split: window.split, from: begin });
}
