/** An import report in Chinese: the sentences that the server really says, and what is not known left alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importSentence, languageOf } from '../../static/js/i18n/import-sentences.js';

/** As reports of nanoGPT's, minGPT's and GPT-2's checkpoints have them. */
const SAID = [
  '29 tensors, 1 set aside; 3,128 parameters', 'the prefix _orig_mod. of torch.compile, taken off 29 names', '3 heads of 4, as model_args says',
  'h.0.attn.c_attn.weight is [36, 12]: transposed on reading', 'this layout cuts c_attn into three so', 'your answer; the file does not say',
  'lm_head.weight holds the same numbers as _orig_mod.transformer.wte.weight: kept once', 'no tensor shows into how many heads 12 is cut',
  'nanoGPT has computed the exact form since 2023, the tanh form before; the file does not say; exact and tanh GELU differ by at most 4.73e-4',
  'no tokenizer lies beside the file: tokens show as #id, and records are numbers', "GPT-2's; the file has none",
  'head.weight and tok_emb.weight are kept as two matrices; they differ', 'transformer.h.0.ln_2.weight is missing. Nothing was loaded.',
  'characters.txt lies beside the file and has 65 characters; the model has 65 IDs', 'blocks.0.mlp.0.weight is [28, 12]: transposed on reading',
];

test('every sentence of a report has its Chinese, with all names and figures in it', () => {
  for (const sentence of SAID) {
    const chinese = importSentence(sentence, 'zh');
    assert.match(chinese, /\p{Script=Han}/u, sentence);
    assert.equal(languageOf(sentence, 'zh'), 'zh', chinese);
    for (const figure of sentence.match(/[\w.]*[._]\w[\w.]*\w|\[[\d, ]+\]|4\.73e-4/g) ?? []) assert.ok(chinese.includes(figure), `${figure}: ${chinese}`);
    assert.equal(importSentence(sentence, 'en'), sentence);
  }
});

test('a sentence that is not known stays as it is, and is read as English', () => {
  assert.equal(importSentence('something new stands in this file', 'zh'), 'something new stands in this file');
  assert.equal(languageOf('something new stands in this file', 'zh'), 'en');
});
