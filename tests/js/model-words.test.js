/** Sentences of the stages that differ from model to model: no PAD in a running text, no bias that is not there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../../static/js/i18n/all.js';

const LANGS = /** @type {const} */ (['en', 'zh']);
const SIZES = { B: 1, T: 8, V: 19, C: 12, H: 3, d: 4, F: 48, targets: 8, scored: 8, loss: 2, beside: undefined, texts: 0, broken: null, drawn: false };

/** @param {unknown} phrases */
const plain = (phrases) => JSON.stringify(phrases);

test('stage 5 names the matrix that the model has, and a bias only where there is one', () => {
  for (const lang of LANGS) {
    const { stages, output } = words(lang);
    const shape = (/** @type {boolean} */ isTied, /** @type {boolean} */ hasBias) => stages.shapes({ ...SIZES, isTied, hasBias })[5].long.replaceAll('\u00a0', ' ');
    assert.match(shape(false, true), /LM \[12,19\] \+ b → logits/);
    assert.match(shape(true, false), /Eᵀ \[12,19\] → logits/);
    const tied = { isTied: true, hasBias: false };
    for (const said of [output.shapes(12, 19, tied), output.dotProduct(5, 3, 12, tied)]) assert.doesNotMatch(said, /LM|bias|偏置|column|列/);
    assert.match(output.shapes(12, 19, { isTied: false, hasBias: true }), /LM \[12, 19\].*b \[19\]/);
    assert.match(output.dotProduct(5, 3, 12, { isTied: true, hasBias: true }), /bias of that candidate|这个候选的偏置/);
  }
});

test('stage 6 calls a model with a bug faulty, and one that is taken apart by no such name', () => {
  const [fault, apart, two] = /** @type {const} */ (['fault', 'apart', null]).map((broken) => words('en').stages.shapes({ ...SIZES, isTied: false, hasBias: true, beside: 1, broken })[6].long.replaceAll('\u00a0', ' '));
  assert.deepEqual([fault, apart, two], ['faulty 2.000000, healthy 1.000000', 'now 2.000000, intact 1.000000', 'A 1.000000 · B 2.000000']);
});

test('a mean that counts the text that lends a row says so, in the badge and in stage 6', () => {
  for (const [lang, said] of /** @type {const} */ ([['en', /2 texts/], ['zh', /2 段文本/]])) {
    const { stages, verification } = words(lang);
    for (const texts of [0, 2]) {
      const both = [verification.meanLoss(texts), stages.shapes({ ...SIZES, isTied: false, hasBias: true, beside: 1, texts, broken: 'apart' })[6].long.replaceAll('\u00a0', ' ')];
      for (const one of both) assert.equal(said.test(one), texts === 2, one);
    }
  }
});

test('stage 1 says of a running text what it is made of, and nothing of BOS, EOS, PAD and merges', () => {
  for (const lang of LANGS) {
    const { batch } = words(lang).detail;
    for (const tokenizer of ['characters', 'ids', 'library']) {
      const whole = plain(batch.piece({ tokens: 8, tokenizer, isOpen: false }));
      const open = plain(batch.piece({ tokens: 8, tokenizer, isOpen: true }));
      assert.notEqual(whole, open);
      for (const said of [whole, open, batch.filled(8, 0), batch.scoredIn('', 8, 8)]) assert.doesNotMatch(said, /BOS|EOS|PAD|merge|padding|合并|填充/);
    }
    assert.match(plain(batch.piece({ tokens: 128, tokenizer: 'characters', isOpen: false })), /128 characters|128 个字符/);
    for (const kind of ['character', 'id', 'piece']) assert.ok(batch.kinds[kind], kind);
  }
});

test('a list in Chinese has its own commas, and a space between a number and what follows', () => {
  const { apart, verification, models } = words('zh');
  assert.equal(apart.isOff(['块 3']), '块 3 已关闭。');
  assert.match(apart.changedBy(['块 3'], 0), /块 3 后$/);
  assert.equal(verification.since('正在重新计算', '0.8 秒'), '正在重新计算，0.8 秒');
  assert.equal(models.trained(2750), '已训练 2750 步。', 'as every other step is written');
  assert.equal(words('en').models.trained(2750), 'Trained for 2750 updates.');
});
