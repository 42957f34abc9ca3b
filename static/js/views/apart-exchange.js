/** Fields to exchange a residual row: after which block, at which position, from which record. */
import { el, fill, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { shownRecord, shownRecordAt } from '../state/shown.js';

/** @typedef {import('../types.js').State} State */

/** @param {import('../types.js').Act} act */
export function createExchange(act) {
  const title = el('h3');
  const [blockLabel, positionLabel, fromLabel] = [el('span'), el('span'), el('span')];
  const block = el('select');
  const position = el('input', { type: 'number', min: 0 });
  const from = el('select');
  const submit = el('button', { type: 'submit', class: 'button' });
  const form = el('form', { class: 'apart-exchange' }, el('label', {}, blockLabel, block), el('label', {}, positionLabel, position), el('label', {}, fromLabel, from), submit);
  const note = el('p', { class: 'apart-note' });
  let record = 0;
  let filled = '';
  let place = -1;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act.exchange({ record, block: Number(block.value), position: Number(position.value), from: Number(from.value) });
  });

  /** @param {State} state */
  function fillChoices(state) {
    const t = words(state.lang).apart;
    const blocks = Array.from({ length: (state.model?.config.blocks ?? 1) + 1 }, (_, i) => i - 1);
    fill(block, ...blocks.map((value) => el('option', { value }, value < 0 ? t.embedding : t.blockRow(value))));
    block.value = String(state.block);
    const others = state.drafts.map((_, i) => i).filter((i) => i !== state.rec && shownRecordAt(state, i));
    fill(from, ...others.map((value) => el('option', { value }, value)));
  }

  return {
    element: el('section', { class: 'apart-swap' }, title, note, form),
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).apart;
      record = state.rec;
      setText(title, t.swap);
      const hasOther = state.drafts.length > 1;
      form.hidden = !hasOther;
      setText(note, hasOther ? t.swapTitle : t.needsTwo);
      const wanted = `${state.lang} ${state.model?.config.name} ${state.rec} ${state.drafts.length} ${state.traced?.trace.records.length}`;
      if (wanted !== filled) fillChoices(state);
      filled = wanted;
      // What was typed stays until another position is selected.
      if (place !== state.pos) position.value = String(state.pos);
      place = state.pos;
      set(position, { max: (shownRecord(state)?.valid_count ?? 1) - 1 });
      [[blockLabel, t.swapBlock], [positionLabel, t.swapPosition], [fromLabel, t.swapFrom], [submit, t.swapDo]].forEach(([node, text]) => setText(/** @type {Node} */ (node), String(text)));
    },
  };
}
