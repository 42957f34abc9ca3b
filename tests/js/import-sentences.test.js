/** Sentences of the server's in Chinese, of checkpoints and texts: those that it really says, and what is not known left alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, serverSentence } from '../../static/js/i18n/server-sentences.js';

/** As reports of nanoGPT's, minGPT's and GPT-2's checkpoints have them. */
const SAID = [
  '29 tensors, 1 set aside; 3,128 parameters', 'the prefix _orig_mod. of torch.compile, taken off 29 names', '3 heads of 4, as model_args says',
  'h.0.attn.c_attn.weight is [36, 12]: transposed on reading', 'this layout cuts c_attn into three so', 'your answer; the file does not say',
  'lm_head.weight holds the same numbers as _orig_mod.transformer.wte.weight: kept once', 'no tensor shows into how many heads 12 is cut',
  'nanoGPT has computed the exact form since 2023, the tanh form before; the file does not say; exact and tanh GELU differ by at most 4.73e-4',
  'no tokenizer lies beside the file: tokens show as #id, and records are numbers', "GPT-2's; the file has none",
  'head.weight and tok_emb.weight are kept as two matrices; they differ', 'transformer.h.0.ln_2.weight is missing. Nothing was loaded.',
  'characters.txt lies beside the file and has 65 characters; the model has 65 IDs', 'blocks.0.mlp.0.weight is [28, 12]: transposed on reading',
  'split q|k|v: rows 0–11, transposed', 'split q|k|v: columns 12–23', 'split q|k|v: elements 0–11', 'first axis of 1 left out',
  "no tokenizer of this model: tokenizer.json is neither a list of characters nor the library's.",
  'no tokenizer of this model: tokenizer.json: Its decoder is not ByteLevel, so the bytes of its tokens are not known.',
  'no tokenizer of this model: tokenizer.json: Its tokens are written with end_of_word_suffix, so their bytes are not known.',
  'tokenizer.json lies beside the file and has 400 tokens; the model has 512 IDs; it drops merges at random, 0.5 of them, for training; here none is dropped, so a text has the same IDs every time',
  'iter_num is no whole number from 0 to 9,007,199,254,740,991: as if it were not there', 'best_val_loss is no single number: not read',
];

/** As the readers refuse a file. */
const REFUSED = [
  'ckpt.pt has 9,000,000,000 bytes; at most 2,147,483,648 are read.', 'ckpt.pt is damaged or truncated: HeaderTooLarge.', 'ckpt.pt holds a list, no tensors by name.',
  "ckpt.pt: 'a' is a int, where only tensors by name belong.", 'ckpt.pt holds no tensor.', "ckpt.pt: 'a' claims another size than its record has.",
  'ckpt.pt cannot be read without running code from it, or is damaged; nothing was run. PyTorch says: GLOBAL os.system', "ckpt.pt: 'a/data.pkl' is compressed; PyTorch stores files as they are.",
  'ckpt.pt cannot be read without running code from it: it calls pathlib.Path.touch, which no plain tensor needs. Nothing was run.',
  'ckpt.pt: its description has more than 1,500,000 steps; that is no model.', 'ckpt.pt: its description nests or repeats values without end; it was not followed.',
  'ckpt.pt is damaged, truncated, or from before PyTorch 1.6: no archive. An old file can be read by PyTorch and saved again.', 'config.json must be a JSON object.',
  'gpt2 has its tensors in several files, which are not read. To make them one: AutoModelForCausalLM.from_pretrained("gpt2").save_pretrained("one", max_shard_size="100GB").', 'gpt2 must hold one file of tensors; there are: none.', 'gpt2 must hold one file of tensors; there are: a.bin, b.bin.',
  "'a.pt' leads out of the models folder.", "The models folder has no checkpoint 'a.pt'; it has: b.pt, c.pt.", 'A checkpoint is asked for by its name in the models folder alone.',
  'ckpt.pt: its tensors fit more than one layout: gpt2, nanogpt.', "ckpt.pt: its tensors (a, b, c, …, model_type 'llama') are of no layout known here; known are gpt2, mingpt, nanogpt.",
  'config.json says 5 heads, which do not divide the width 12.', 'config.json says 3 heads, not 4.', '5 heads do not divide the width 12; 1, 2, 3, 4, 6, 12 would.',
  'config.json says activation_function gelu_new, which is gelu_tanh, not gelu.', "config.json: activation_function 'silu' is not computed here; gelu, gelu_new, relu are.",
  'config.json: n_head must be a whole number from 1 to 268,435,456.', 'config.json: hidden_size is 8, n_embd is 12; both are names of one setting.', 'config.json: attn_pdrop must be a number from 0 to below 1.', 'config.json: scale_attn_weights is False; only True is computed here.',
  "model_args: 'rope' is not known here; it may change what is computed.", 'config.json: layer_norm_epsilon must be a number between 0 and 1.', 'config.json: tie_word_embeddings must be true or false.',
  'heads must be a whole number of at least 1.', 'tokenizer must be file or ids.', 'head must be tied.', "Nothing asks for 'x'; answers are activation, head, heads, tokenizer.",
  'tokenizer: file was answered, but no tokenizer.json and no characters.txt of this model lies beside it. Put one there, or answer tokenizer: ids.',
  'h.0.ln_1.weight is [12, 2]; it must have 1 axes, none empty.', 'h.0.ln_1.weight is [11]; beside the other sizes it must be [12].', 'h.0.ln_1.weight holds int64; parameters are float16, bfloat16, float32 or float64.',
  'h.0.ln_1.weight holds nan at [3].', 'h.0.odd.weight has no place in this layout, and 3 more. Nothing was loaded.', 'h.0.odd.weight has no place in this layout. Nothing was loaded.',
  "'module.a.b' and 'a.b' are both 'a.b' without their prefixes.", 'h.0.attn.bias, [1, 1, 8, 9], has the name of a mask buffer and is none: that would be a lower triangle of ones, [1, 1, 8, 8].',
];

/** As a text is said to be missing, or another. */
const TEXTS = [
  'The text Tiny Shakespeare (1,115,394 characters) is not on this machine. Get it with: minigpt data shakespeare (or, from a copy: minigpt data shakespeare --file FILE). Without it, a text can still be typed.',
  "The text Own words (9,000 characters) is not on this machine. Put it into the model's folder as text.txt. Without it, a text can still be typed.",
  'This is not Tiny Shakespeare: 12 bytes with SHA-256 0123456789abcdef…, and not fedcba9876543210…. The file is damaged, or another text.',
  "There is no sample of this model's text.", 'This split has 1,000 tokens; begin at 0 to 999.',
];

test('a refusal is all Chinese, with the file, the tensor and every figure in it', () => {
  for (const sentence of [...REFUSED, ...TEXTS]) {
    const chinese = serverSentence(sentence, 'zh');
    assert.match(chinese, /\p{Script=Han}/u, sentence);
    for (const figure of sentence.match(/\d[\d,]*\d|\[[\d, ]+\]|[\w.]+[._]\w+/g) ?? []) assert.ok(chinese.includes(figure), `${figure}: ${chinese}`);
    const ours = chinese.replace(/PyTorch 说：.*/, '');
    if (ours === chinese) assert.equal(languageOf(sentence, 'zh'), 'zh', chinese);
    assert.doesNotMatch(ours, /\b(the|is|are|be|must|has|read|not|only|and|or)\b/, chinese);
    assert.equal(serverSentence(sentence, 'en'), sentence);
  }
});

test('every sentence of a report has its Chinese, with all names and figures in it', () => {
  for (const sentence of SAID) {
    const chinese = serverSentence(sentence, 'zh');
    assert.match(chinese, /\p{Script=Han}/u, sentence);
    assert.equal(languageOf(sentence, 'zh'), 'zh', chinese);
    for (const figure of sentence.match(/[\w.]*[._]\w[\w.]*\w|\[[\d, ]+\]|4\.73e-4/g) ?? []) assert.ok(chinese.includes(figure), `${figure}: ${chinese}`);
    assert.equal(serverSentence(sentence, 'en'), sentence);
  }
});

test('a sentence that is not known stays as it is, and is read as English', () => {
  assert.equal(serverSentence('something new stands in this file', 'zh'), 'something new stands in this file');
  assert.equal(languageOf('something new stands in this file', 'zh'), 'en');
});
