/** What a model is given has one name on its page: records for the chapter's model, texts for one of running text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asMarkdown } from '../../static/js/format/position-markdown.js';
import { refusalIn } from '../../static/js/i18n/frame.js';
import { words, wordsOf } from '../../static/js/i18n/all.js';
import { readsTexts, wordsOf as firstWords } from '../../static/js/i18n/index.js';

/** Catalogues that name it in their sentences. */
const AREAS = /** @type {const} */ (['apart', 'attention', 'bugs', 'checks', 'compare', 'derivation', 'detail', 'evidence', 'generation', 'gradients', 'help', 'lab', 'records', 'share']);
const RECORD = /record|记录/i;

/** @param {'records' | 'stream'} data @param {string} [tokenizer] @returns {any} */
const modelOf = (data, tokenizer) => ({ config: { data, tokenizer } });

/** @param {'en' | 'zh'} lang @param {'records' | 'stream'} data @param {string} [tokenizer] */
const catalogue = (lang, data, tokenizer) => wordsOf({ lang, model: modelOf(data, tokenizer) });

/**
 * Every sentence under a catalogue, a function's with numbers and signs for whatever it takes.
 * @param {unknown} phrase @param {string} path @returns {[path: string, said: string][]}
 */
function sentences(phrase, path = '') {
  if (typeof phrase === 'string') return [[path, phrase]];
  if (typeof phrase === 'function') return tried(phrase).flatMap((said) => sentences(said, path));
  return phrase && typeof phrase === 'object' ? Object.entries(phrase).flatMap(([key, part]) => sentences(part, `${path}.${key}`)) : [];
}

/** Two calls, for a record that is the first and one that is not. @param {Function} phrase */
function tried(phrase) {
  const said = [];
  for (const one of [0, 3]) {
    for (const args of [Array(8).fill(one), Array(8).fill([one, 4]), Array(8).fill({}), Array(8).fill('x')]) {
      try {
        said.push(phrase(...args));
      } catch {
        // It takes another kind.
      }
    }
  }
  return said;
}

/** Of records alone, told apart by the caller, or a verb. */
const NEVER_OF_TEXT = ['.checks.scalar-attention', '.compare.validation', '.detail.batch.sentence', '.detail.batch.record', '.detail.merges.isSpecial', '.derivation.leaf.begin', '.derivation.leaf.end', '.generation.boundary.why', '.share.pictureTitle'];

test('no sentence on a model of running text names a record', () => {
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    const all = catalogue(lang, 'stream');
    const found = AREAS.flatMap((area) => sentences(all[area], `.${area}`)).filter(([path, said]) => RECORD.test(said) && !NEVER_OF_TEXT.some((own) => path.startsWith(own)));
    assert.deepEqual(found, []);
  }
});

test('a model of records keeps its words, and so does a page that has no model yet', () => {
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    assert.equal(catalogue(lang, 'records'), words(lang));
    assert.equal(wordsOf({ lang, model: null }), words(lang));
  }
  assert.match(words('en').detail.readout.hint, /norm1\[0, 5, 3\] is record 0, position 5/);
  assert.match(words('zh').detail.readout.hint, /norm1\[0, 5, 3\] 即记录 0、位置 5/);
});

test('what is copied of a text says text', () => {
  const exported = /** @type {any} */ ({ record: { index: 0, text: 'ROMEO:' }, position: 1, input: { id: 1, piece: 'O' }, target: { id: 2, piece: 'M' }, loss: 1, tensors: { blocks: [], logits: [1], final_norm: [1] } });
  assert.match(asMarkdown(exported, catalogue('en', 'stream').share), /^Text 0, `"ROMEO:"`, position 1: /);
  assert.match(asMarkdown(exported, catalogue('zh', 'stream').share), /^文本 0，/);
  assert.equal(catalogue('en', 'stream').lab.changeNeighbour(1), 'text 1: change a token in it');
  assert.equal(catalogue('zh', 'stream').evidence.records, '无论这里输入什么，检查都用两段短文本。');
});

test('checks and help tell of a text that goes on: no EOS, no PAD, no merges', () => {
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    const ofText = JSON.stringify([catalogue(lang, 'stream').checks, catalogue(lang, 'stream').help]);
    const ofRecords = JSON.stringify([words(lang).checks, words(lang).help]);
    for (const said of [/EOS/, /PAD/, /merges|合并/]) {
      assert.doesNotMatch(ofText, said);
      assert.match(ofRecords, said);
    }
  }
});

test('the list of a model of texts, what the badge says of it and the exercises it can be asked say text', () => {
  const model = modelOf('stream', 'characters');
  assert.equal(firstWords({ lang: 'en', model }).records.add, 'Add text');
  assert.equal(firstWords({ lang: 'zh', model }).records.add, '添加文本');
  assert.equal(firstWords({ lang: 'en', model: modelOf('records') }).records.add, 'Add record');
  for (const lang of /** @type {const} */ (['en', 'zh'])) {
    const { frame } = firstWords({ lang, model });
    for (const code of [...Object.keys(frame.refusals), 'record_empty']) {
      const details = { position: 1, line: 1, column: 1, code_point: 'U+0041' };
      assert.doesNotMatch(`${frame.stale} ${refusalIn(frame, { code, message: 'The record at index 0 is empty.', record: 0, details })}`, RECORD, code);
    }
    const C = catalogue(lang, 'stream', 'characters').exercises.C;
    assert.doesNotMatch(sentences(C).map(([, said]) => said).join(), RECORD);
    assert.match(sentences(words(lang).exercises.C).map(([, said]) => said).join(), RECORD);
  }
});

test('a model without a tokenizer has records of IDs: no text, and nothing that ends them', () => {
  const model = modelOf('stream', 'ids');
  assert.equal(readsTexts(model), false);
  assert.equal(firstWords({ lang: 'en', model }).records.add, 'Add record');
  assert.match(catalogue('en', 'stream', 'ids').detail.readout.hint, /is record 0, position 5/);
  assert.match(catalogue('zh', 'stream', 'ids').detail.readout.hint, /即记录 0、位置 5/);
  assert.equal(catalogue('en', 'stream', 'ids').generation.keep, 'keep as record');
  assert.equal(catalogue('zh', 'stream', 'ids').generation.kept, '已存为记录，可在“探索”中查看。');
  assert.equal(catalogue('en', 'stream', 'characters').generation.useRecord(1), 'use text 1');
  assert.doesNotMatch(catalogue('en', 'stream', 'ids').checks['shift-and-eos']?.must ?? 'EOS', /EOS/);
});
