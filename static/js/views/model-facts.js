/** What kind of model is on show, in five lines, and the door to all of it. */
import { el, fill, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { nameOf } from './model-name.js';

/** @typedef {import('../types.js').State} State */

/** The order in which they are told, with the settings that they are read from. MG-1's file names none of them. */
const BIASES = /** @type {const} */ ([['attention', 'attention_bias', false], ['ffn', 'ffn_bias', true], ['norms', 'norm_bias', true], ['head', 'head_bias', true]]);

/** @param {import('../types.js').Act} act */
export function createModelFacts(act) {
  const label = el('h3');
  const name = el('p', { class: 'report-name' });
  const list = el('dl');
  const all = el('button', { class: 'button', onclick: () => act.openPopover('model') });
  const element = el('section', {}, label, name, list, el('p', {}, all));

  return {
    element,
    /** @param {State} state */
    update({ model, modelName, lang }) {
      if (!model) return;
      const t = words(lang).models;
      const { config } = model;
      const biases = BIASES.filter(([, setting, usual]) => config[setting] ?? usual).map(([kind]) => t.biases[kind]);
      setText(label, t.this);
      setText(name, nameOf({ model, modelName }));
      setText(all, t.all);
      const lines = [
        [t.facts.tokenizer, t.tokenizers[config.tokenizer ?? 'byte-bpe'] ?? ''],
        [t.facts.activation, t.activations[config.activation] ?? config.activation],
        [t.facts.biases, biases.join(lang === 'zh' ? '、' : ', ') || t.biases.none],
        [t.facts.output, config.tied_head ? t.output.tied : t.output.separate],
        [t.facts.data, t.data[config.data ?? 'records']],
      ];
      fill(list, ...lines.flatMap(([fact, value]) => [el('dt', {}, fact), el('dd', {}, value)]));
    },
  };
}
