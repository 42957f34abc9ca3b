/** The position's tables as Markdown: short for reading, never 0 for what is not, pasted without harm. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asMarkdown } from '../../static/js/format/position-markdown.js';
import { share } from '../../static/js/i18n/share.js';

const exported = /** @type {any} */ ({
  record: { index: 1, text: 'a`|\n' },
  position: 1,
  input: { id: 96, piece: '`', hex: '60' },
  target: { id: 124, piece: '|', hex: '7c' },
  loss: 5.5743756,
  tensors: {
    token_embedding: [0.25, -1, 4.9e-7, 9],
    blocks: [{ block_input: [0, -4e-9, 1], scores: [[-0.5, 0.25, null]], visible: [[true, true, false]], weights: [[0.4, 0.6, 0]], joined: [1, 2, 3] }],
    final_norm: [1, 2, 3],
    logits: [1, 2],
  },
});

test('what a position is at each stage, then whom it looks at, up to the last key it sees', () => {
  const [title, , ...lines] = asMarkdown(exported, share.en).split('\n');
  assert.equal(title, 'Record 1, `` "a`|\\n" ``, position 1: `` ` `` (96), next `|` (124), loss 5.574376 nats');
  assert.deepEqual(lines, [
    '| representation | [0] | [1] | [2] | of |',
    '| --- | ---: | ---: | ---: | ---: |',
    '| `token_embedding` | 0.250000 | -1.000000 | 4.9e-7 | 4 |',
    '| `block_input` | 0.000000 | -4.0e-9 | 1.000000 | 3 |',
    '| `joined` | 1.000000 | 2.000000 | 3.000000 | 3 |',
    '| `final_norm` | 1.000000 | 2.000000 | 3.000000 | 3 |',
    '',
    '| between positions | key 0 | key 1 |',
    '| --- | ---: | ---: |',
    '| `scores[0]` | -0.500000 | 0.250000 |',
    '| `weights[0]` | 0.400000 | 0.600000 |',
    '',
  ]);
});

test('several blocks are told apart, and what is no number is a dash', () => {
  const [block] = exported.tensors.blocks;
  const broken = { ...block, joined: [NaN, 2, 3] };
  const text = asMarkdown({ ...exported, tensors: { ...exported.tensors, blocks: [block, broken] } }, share.zh);
  assert.match(text, /\| `blocks\.1\.joined` \| – \| 2\.000000 /);
  assert.match(text, /\| `blocks\.0\.weights\[0\]` \|/);
  assert.match(text, /^\| 表示 \|/m);
});
