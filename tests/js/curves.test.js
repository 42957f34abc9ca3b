/** Loss curves: scales from 0, ticks, paths that stay short, labels that keep apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, batchPath, layPlot, linePath, ticks, tickText } from '../../static/js/draw/curves.js';

const BOX = { left: 40, right: 640, top: 10, bottom: 210 };

test('the scale begins at 0, and what exceeds it stands at its edge', () => {
  const plot = layPlot(BOX, 600, 5);
  assert.deepEqual([plot.x(0), plot.x(600), plot.y(0)], [40, 640, 210]);
  assert.ok(plot.y(5) > 10 && plot.y(5) < 25);
  assert.equal(plot.y(80), 10);
  assert.deepEqual([plot.stepAt(-5), plot.stepAt(140), plot.stepAt(999)], [0, 100, 600]);
});

test('ticks are round at any length, and whole for steps', () => {
  assert.deepEqual(ticks(600, 8, 1), [0, 100, 200, 300, 400, 500, 600]);
  assert.deepEqual(ticks(10, 8, 1), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(3, 8, 1), [0, 1, 2, 3]);
  assert.deepEqual(ticks(10_000, 8, 1), [0, 2000, 4000, 6000, 8000, 10_000]);
  assert.deepEqual(ticks(0.31, 3, 0), [0, 0.2]);
  assert.deepEqual(ticks(0.7, 7, 0), [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
});

test('a line goes through its points', () => {
  const plot = layPlot(BOX, 600, 500 / 53);
  assert.equal(linePath([[0, 0], [300, 5]], plot), 'M40 210L340 110');
});

test('ten thousand batch losses become no more than two points per pixel, and no spike is lost', () => {
  const losses = Array.from({ length: 10_000 }, (_, i) => (i === 5005 ? 9 : 1));
  const plot = layPlot(BOX, 10_000, 10);
  const path = batchPath(losses, plot);
  const points = path.split(/[ML]/).slice(1);
  assert.equal(points.length, 602, 'one for each of 601 pixels, and one more where they differ');
  assert.equal(points.filter((point) => point.endsWith(` ${Math.round(plot.y(9) * 10) / 10}`)).length, 1);
});

test('a few batch losses stand exactly at their updates, and one that is no number at none', () => {
  const plot = layPlot(BOX, 6, 500 / 53);
  assert.equal(batchPath([5, 0, NaN, 10], plot), 'M140 110L240 210L440 10');
});

test('the ticks of a run that has burst stay as short as others', () => {
  assert.deepEqual(ticks(5.3e19, 6, 0).map(tickText), ['0', '1e19', '2e19', '3e19', '4e19', '5e19']);
  assert.deepEqual(ticks(6, 6, 0).map(tickText), ['0', '1', '2', '3', '4', '5', '6']);
  assert.equal(tickText(1.5e19), '1.5e19');
});

test('labels keep their distance, inside the box, in their order', () => {
  assert.deepEqual(apart([100, 20], 15, 0, 200), [100, 20]);
  assert.deepEqual(apart([100, 101, 99], 15, 0, 200), [114, 129, 99]);
  assert.deepEqual(apart([195, 199], 15, 0, 200), [185, 200]);
});
