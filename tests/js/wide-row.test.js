import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STEPS } from '../../static/js/draw/scale.js';
import { cellAt, paintWideRow, placeOf } from '../../static/js/draw/wide-row.js';

const GRID = { width: 640, height: 60, count: 40, perLine: 16 };

test('a cell is found wherever one points into it, and none beside the last', () => {
  for (let at = 0; at < GRID.count; at += 1) {
    const { left, top, width, height } = placeOf(GRID, at);
    for (const [x, y] of [[left, top], [left + width - 0.5, top + height - 0.5]]) assert.equal(cellAt(GRID, Number(x), Number(y)), at);
  }
  assert.deepEqual([placeOf(GRID, 17).left, placeOf(GRID, 17).top], [40, 20]);
  assert.deepEqual([cellAt(GRID, 639, 59), cellAt(GRID, 640, 0), cellAt(GRID, -1, 0), cellAt(GRID, 5, 60)], [-1, -1, -1, -1]);
});

/** Colours that tell their step. */
const RAMP = Array.from({ length: STEPS }, (_, step) => `step ${step}`);
const PALETTE = /** @type {any} */ ({ signed: { css: RAMP, ink: RAMP.map((step) => `on ${step}`) }, colour: { ink: 'ink', mark: 'mark' } });

/** @param {Partial<import('../../static/js/draw/wide-row.js').WideRow>} picture */
function painted(picture) {
  /** @type {unknown[][]} */
  const calls = [];
  const pen = /** @type {any} */ ({ fillStyle: '', strokeStyle: '' });
  for (const name of ['fillRect', 'strokeRect', 'fillText']) pen[name] = (/** @type {unknown[]} */ ...given) => calls.push([name, name === 'strokeRect' ? pen.strokeStyle : pen.fillStyle, ...given]);
  paintWideRow(pen, { row: [2, -2, 0], most: 2, perLine: 2, write: null, current: -1, fed: new Set(), ...picture }, 20, 10, PALETTE);
  return calls;
}

test('every number has its cell, on the scale of its tensor, and says itself where there is room', () => {
  assert.deepEqual(painted({}), [['fillRect', 'step 256', 0, 0, 10, 5], ['fillRect', 'step 0', 10, 0, 10, 5], ['fillRect', 'step 128', 0, 5, 10, 5]]);
  const said = painted({ write: String }).filter(([name]) => name === 'fillText');
  assert.deepEqual(said.map(([, colour, text]) => [colour, text]), [['on step 256', '2'], ['on step 0', '-2'], ['on step 128', '0']]);
});

test('the cell being read is framed, and those that feed a derivation are', () => {
  const framed = painted({ current: 1, fed: new Set([2]) }).filter(([name]) => name === 'strokeRect');
  assert.deepEqual(framed.map(([, colour, left, top]) => [colour, left, top]), [['on step 128', 0.5, 5.5], ['mark', 9, -1], ['ink', 11, 1]]);
});
