/** Stage 1: from a record's text to ids, valid and targets, and the batch around it. */
import { el } from '../dom.js';
import { wordsOf } from '../i18n/all.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { createBatchMerges } from './batch-merges.js';
import { createBatchRows } from './batch-rows.js';
import { createBatchSlots } from './batch-slots.js';

/** @type {import('./detail.js').CreateStage} */
export function createStageBatch(root, act) {
  const slots = el('div');
  const batch = el('section', { class: 'batch-whole' });
  const merges = el('section', { class: 'batch-made' });
  root.append(slots, el('div', { class: 'batch-below' }, merges, batch));
  const views = [createBatchSlots(slots, act), createBatchMerges(merges), createBatchRows(batch, act)];

  return {
    sentence,
    update(state) {
      for (const view of views) view.update(state);
    },
  };
}

/** @param {import('../types.js').State} state @returns {import('./detail.js').Phrase[]} */
function sentence(state) {
  const record = shownRecord(state);
  const index = shownIndex(state);
  const draft = state.traced?.drafts[index];
  if (!record || !draft) return [];
  const text = wordsOf(state).detail.batch;
  if (draft.replace.length) return text.edited(index);
  const config = state.model?.config;
  if (config?.data === 'stream') return text.piece({ tokens: record.valid_count, tokenizer: config.tokenizer ?? 'byte-bpe', isOpen: record.losses.at(-1) === null });
  const bytes = new TextEncoder().encode(record.text).length;
  return text.sentence({ record: index, bytes, tokens: record.valid_count - 1 });
}
