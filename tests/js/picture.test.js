/** SVG as it is written: escaped, exact, and by the calls of a canvas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLEAR } from '../../static/js/draw/cloth.js';
import { absence } from '../../static/js/draw/hatch.js';
import { tag, text } from '../../static/js/draw/markup.js';
import { ramp } from '../../static/js/draw/ramp.js';
import { createVectorAtlas } from '../../static/js/draw/vector-atlas.js';
import { createVectorCloth } from '../../static/js/draw/vector-cloth.js';
import { VectorPen } from '../../static/js/draw/vector-pen.js';
import { initialState } from '../../static/js/state/initial.js';
import { blockColumns } from '../../static/js/views/loom-blocks.js';
import { stageHeads } from '../../static/js/views/loom-picture-words.js';

const ROWS = { top: (/** @type {number} */ at) => at * 10, height: () => 10 };

test('whatever is put in is escaped, and what XML forbids is replaced', () => {
  assert.equal(tag('a', { b: '"<&>', c: 1 / 3, d: null }, text('</a>\u0000\ud800🙂')), '<a b="&quot;&lt;&amp;&gt;" c="0.33">&lt;/a&gt;\ufffd\ufffd🙂</a>');
});

test('each number is an exact cell: neighbours of one colour one rectangle, of one colour one path', () => {
  const signed = ramp(['#0000ff', '#ffffff', '#ff0000']);
  const atlas = createVectorAtlas();
  const pen = new VectorPen('#fff');
  atlas.begin();
  const place = atlas.signed([[1, 1, 0], [-1, 0, 1]], 3, 1, signed);
  atlas.stretch(pen, place, 3, { left: 100, width: 30 }, ROWS);
  const paths = Object.fromEntries([...pen.markup.matchAll(/<path fill="(#\w+)" d="([^"]+)"/g)].map(([, fill, d]) => [fill, d]));
  assert.deepEqual(paths, {
    '#ff0000': 'M0 0h2v10h-2zM2 10h1v10h-1z',
    '#ffffff': 'M2 0h1v10h-1zM1 10h1v10h-1z',
    '#0000ff': 'M0 10h1v10h-1z',
  });
  assert.match(pen.markup, /transform="translate\(100 0\) scale\(10 1\)" shape-rendering="crispEdges"/);
});

test('where a key is not visible there is no cell, not even one of the colour of zero', () => {
  const atlas = createVectorAtlas();
  const pen = new VectorPen('#fff');
  const place = atlas.masked([[0, 0], [0, null]], [[true, false], [true, true]], () => 0x0000ff);
  atlas.stretch(pen, place, 2, { left: 0, width: 2 }, ROWS);
  assert.match(pen.markup, /d="M0 0h1v10h-1zM0 10h1v10h-1z"/);
});

test('the pen takes a canvas’s calls: paths, dashes, sizes and weights of text', () => {
  const pen = new VectorPen('#fff');
  pen.font = '600 14.04px a, b';
  pen.textAlign = 'right';
  pen.fillText('<', 5, 6);
  pen.font = '12.375px a';
  pen.fillText('x', 0, 0);
  pen.setLineDash([3, 2]);
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.bezierCurveTo(1, 2, 3, 4, 5, 6);
  pen.stroke();
  pen.beginPath();
  pen.arc(10, 10, 2);
  pen.fill();
  const [bold, plain, curve, dot] = pen.markup.split('\n');
  assert.equal(bold, '<text x="5" y="6" dy=".35em" fill="#000" font-size="14.04" font-weight="600" text-anchor="end">&lt;</text>');
  assert.match(/** @type {string} */ (plain), /font-size="12.38" text-anchor/);
  assert.equal(curve, '<path d="M0 0C1 2 3 4 5 6" fill="none" stroke="#000" stroke-width="1" stroke-dasharray="3 2"/>');
  assert.equal(dot, '<path d="M8 10a2 2 0 1 0 4 0a2 2 0 1 0 -4 0" fill="#000"/>');
});

test('hatching is lines that keep inside, dots are dots: neither is a value’s fill', () => {
  const pen = new VectorPen('#fff');
  pen.fillStyle = /** @type {any} */ (absence(/** @type {any} */ (pen), 'hatch', '#888', 2));
  pen.fillRect(3, 0, 10, 6);
  const lines = [...pen.markup.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map((found) => found.slice(1).map(Number));
  assert.ok(lines.length >= 3);
  for (const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] of lines) {
    assert.ok(x1 >= 3 && x2 <= 13 && y1 <= 6 && y2 >= 0, 'inside');
    assert.equal(x1 + y1, x2 + y2, 'at 45°');
  }
  assert.ok(!pen.markup.includes('<rect'));
  pen.fillStyle = /** @type {any} */ (absence(/** @type {any} */ (pen), 'dots', '#888', 2));
  pen.fillRect(0, 0, 10, 10);
  assert.equal(pen.markup.match(/h1v1h-1z/g)?.length, 4);
});

test('a long text’s rows are cells too: each line the larger magnitude of its positions, on its own height', () => {
  const cloth = createVectorCloth();
  const pen = new VectorPen('#fff');
  const values = [-5, 3, 1, 2];
  // Two positions share the first line, two are read; a pixel that nothing falls on stays clear.
  const lines = [{ first: 0, end: 2, top: 0, height: 1 }, { first: 2, end: 3, top: 1, height: 9 }, { first: 3, end: 4, top: 10, height: 9 }];
  const row = (/** @type {number} */ position, /** @type {Float64Array} */ into) => into.set([values[position] ?? 0, position === 3 ? CLEAR : 7]);
  cloth.weave(20, 4, 2, [{ left: 6, width: 2, values: row, colour: (from, at, count, into, to) => { for (let i = 0; i < count; i += 1) into[to + i] = (from[at + i] ?? 0) < 0 ? 0xff0000 : (from[at + i] ?? 0); } }]);
  cloth.lay(pen, /** @type {any} */ ({ count: 4, lines }), 10);
  assert.match(pen.markup, /transform="translate\(3 0\) scale\(0\.5 1\)"/);
  const paths = Object.fromEntries([...pen.markup.matchAll(/<path fill="(#\w+)" d="([^"]+)"/g)].map(([, fill, d]) => [fill, d]));
  assert.deepEqual(paths, { '#0000ff': 'M0 0h1v1h-1z', '#070000': 'M1 0h1v1h-1zM1 1h1v9h-1z', '#010000': 'M0 1h1v9h-1z', '#020000': 'M0 10h1v9h-1z' });
});

test('rectangles of one path are filled together, with hatching too', () => {
  const pen = new VectorPen('#fff');
  pen.beginPath();
  pen.rect(0, 0, 10, 1);
  pen.rect(4, 1, 6, 1);
  pen.fillStyle = '#123456';
  pen.fill();
  assert.deepEqual(pen.markup.match(/<rect x="\d+" y="\d+" width="\d+" height="\d+"/g), ['<rect x="0" y="0" width="10" height="1"', '<rect x="4" y="1" width="6" height="1"']);
  pen.fillStyle = /** @type {any} */ (absence(/** @type {any} */ (pen), 'hatch', '#888', 2));
  pen.fill();
  assert.ok(pen.markup.includes('stroke="#888"'));
  assert.ok(!pen.markup.includes('[object'));
});

test('the picture’s heads name the open block and each folded one, where it stands', () => {
  const config = /** @type {any} */ ({ heads: 2, width: 12, ffn_width: 48, blocks: 4 });
  const placed = blockColumns(config, 1).flat().map((column, i) => ({ column, stage: column.stage ?? 0, span: { left: 40 * i, width: 30 } }));
  const heads = stageHeads({ ...initialState(), block: 1, model: /** @type {any} */ ({ config }) }, placed);
  assert.deepEqual(heads.map(({ title }) => title), ['Batch', 'Embed', 'Block 1 · Between positions', 'Block 1 · Keep and transform', 'Score candidates', 'Cross-entropy', 'Block 0', 'Block 2', 'Block 3']);
  for (const { left, right } of heads) assert.ok(right > left);
  const [, , third, , fifth, , zero, , last] = heads;
  assert.ok(Number(zero?.right) < Number(third?.left) && Number(last?.right) < Number(fifth?.left));
});
