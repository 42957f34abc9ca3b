import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asCsv, asJson, exportedPosition } from '../../static/js/format/export.js';

// Two positions, width 2, two heads of width 1, no more tensors than the format can tell apart.
const TINY = 4.9e-324;
const block = {
  block_input: [[1, 2], [3, 4]],
  scores: [[[0.5, null], [0.25, TINY]], [[-0.5, null], [-0.25, 1]]],
  visible: [[[true, false], [true, true]]],
};
const VOCABULARY = [
  { id: 0, kind: 'byte', hex: '2c', name: ',', rank: null, left: null, right: null },
  { id: 1, kind: 'byte', hex: '22', name: '"', rank: null, left: null, right: null },
  { id: 2, kind: 'special', hex: '', name: 'EOS', rank: null, left: null, right: null },
];

/** @param {string} text @param {object} [draft] */
function exported(text, draft = {}) {
  const record = {
    text,
    ids: [0, 1],
    targets: [1, 2],
    valid: [true, true],
    valid_count: 2,
    losses: [0.1, 1 / 3],
    tensors: { token_embedding: [[-0, 1e-300], [0.1 + 0.2, -1e21]], blocks: [block] },
  };
  const traced = {
    drafts: [{ key: 0, text, replace: [], paddingId: null, ...draft }],
    mask: 'causal',
    trace: { model: 'mg-1', mask: 'causal', slots: 2, loss: 0.2, scored_events: 2, records: [record] },
    milliseconds: 1,
  };
  const model = { config: { seed: 1729 }, identities: { config: 'aa', tokenizer: 'bb', corpus: 'cc' } };
  return exportedPosition(/** @type {any} */ ({ traced, index: 0, position: 1, model, vocabulary: VOCABULARY }));
}

/** RFC 4180, read by a separate hand: quoted cells may hold commas, quotes and line ends. @param {string} text */
function readCsv(text) {
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)];
  /** @type {string[][]} */
  const lines = [[]];
  for (const [, quoted, bare, end] of cells) {
    lines.at(-1)?.push(quoted === undefined ? /** @type {string} */ (bare) : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

/** @param {string[][]} lines @param {string[]} key */
function valueOf(lines, ...key) {
  return lines.find((line) => key.every((cell, i) => line[i] === cell))?.[4];
}

test('JSON reads back to the very same float64 values and the record as typed', () => {
  const text = '<b>"x"\u2028\n🙂 −1';
  const read = JSON.parse(asJson(exported(text)));
  assert.equal(read.record.text, text);
  assert.deepEqual(read.tensors.token_embedding, [0.1 + 0.2, -1e21]);
  assert.deepEqual(read.tensors.blocks[0].block_input, [3, 4]);
  assert.equal(read.tensors.blocks[0].scores[0][1], TINY);
  assert.equal(read.loss, 1 / 3);
  assert.deepEqual(read.model, { name: 'mg-1', mask: 'causal', seed: 1729, identities: { config: 'aa', tokenizer: 'bb', corpus: 'cc' } });
});

test('JSON names the position, what stands there and what comes next', () => {
  const read = JSON.parse(asJson(exported('a')));
  assert.equal(read.position, 1);
  assert.deepEqual(read.input, { id: 1, piece: '"', hex: '22' });
  assert.deepEqual(read.target, { id: 2, piece: 'EOS', hex: '' });
  assert.deepEqual(read.tensors.blocks[0].visible, [[true, true]]);
});

test('CSV holds every value once, by tensor, block, head and index', () => {
  const lines = readCsv(asCsv(exported('a')));
  assert.deepEqual(lines[0], ['name', 'block', 'head', 'index', 'value']);
  assert.ok(lines.every((line) => line.length === 5));
  assert.equal(valueOf(lines, 'token_embedding', '', '', '0'), '0.30000000000000004');
  assert.equal(valueOf(lines, 'token_embedding', '', '', '1'), '-1e+21');
  assert.equal(valueOf(lines, 'block_input', '0', '', '1'), '4');
  assert.equal(valueOf(lines, 'scores', '0', '1', '0'), '-0.25');
  assert.equal(Number(valueOf(lines, 'scores', '0', '0', '1')), TINY);
  assert.equal(valueOf(lines, 'visible', '0', '', '0'), 'true');
  // 2 + 2 + 2 × 2 + 2 coordinates; the facts above them carry no tensor's name.
  assert.equal(lines.filter((line) => /embedding|block_input|scores|visible/.test(line[0] ?? '')).length, 10);
});

test('a CSV cell keeps commas, quotes, line ends and outer spaces', () => {
  for (const text of ['a,b', 'say "hi"', 'two\r\nlines', ' padded ', '=1+1', '']) {
    assert.equal(valueOf(readCsv(asCsv(exported(text))), 'record'), text);
  }
  assert.equal(valueOf(readCsv(asCsv(exported('a'))), 'input_piece'), '"');
});

test('a negative zero leaves as 0, and a masked score as an empty cell', () => {
  const at0 = /** @type {any} */ (exported('a'));
  at0.tensors = { token_embedding: [-0], blocks: [{ scores: [[0.5, null]] }] };
  const lines = readCsv(asCsv(at0));
  assert.equal(valueOf(lines, 'token_embedding', '', '', '0'), '0');
  assert.equal(valueOf(lines, 'scores', '0', '', '1'), '');
  assert.match(asJson(at0), /"token_embedding": \[\s+0\s+\]/);
});

test('lab edits are told, so that nobody takes the IDs for those of the text', () => {
  const edited = exported('a', { replace: [{ position: 1, id: 1 }], paddingId: 2 });
  assert.deepEqual(JSON.parse(asJson(edited)).record.replaced, [{ position: 1, id: 1 }]);
  const lines = readCsv(asCsv(edited));
  assert.equal(valueOf(lines, 'replaced', '', '', '1'), '1');
  assert.equal(valueOf(lines, 'padding_id'), '2');
});
