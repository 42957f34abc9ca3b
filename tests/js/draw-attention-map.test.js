import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellSize, mapSize } from '../../static/js/draw/attention-map.js';

test('cells are whole device pixels at every ratio, and the map fits its room', () => {
  for (const ratio of [1, 1.5, 2, 3]) {
    for (const count of [1, 15, 17, 64]) {
      for (const width of [120, 211.5, 400]) {
        const cell = cellSize(width, count, 15, ratio);
        // 1.5 and 3 divide no power of two: allow float64 rounding.
        assert.ok(Math.abs(cell * ratio - Math.round(cell * ratio)) < 1e-9);
        assert.ok(cell > 0 && cell <= 15);
        assert.ok(mapSize(cell, count, true) <= width);
      }
    }
  }
});

test('a narrow map still has cells', () => {
  assert.equal(cellSize(40, 64, 15, 1), 1);
});

test('without padding there is no strip for it', () => {
  assert.ok(mapSize(10, 15, true) > mapSize(10, 15, false));
});
