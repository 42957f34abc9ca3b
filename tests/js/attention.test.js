import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dotProduct, sum } from '../../static/js/math/attention.js';
import { divisor } from '../../static/js/views/query-table.js';

test('a dot product multiplies pairs and adds', () => {
  assert.equal(dotProduct([1, -2, 3], [4, 5, -6]), -24);
  assert.equal(dotProduct([], []), 0);
});

test('a sum adds from the left', () => {
  assert.equal(sum([0.25, 0.5, 0.25]), 1);
  // Order matters in float64: (0.1 + 0.2) + 0.3 is not 0.1 + (0.2 + 0.3).
  assert.equal(sum([0.1, 0.2, 0.3]), 0.6000000000000001);
});

test('scores are headed by what divides them, under a fault of the scale too', () => {
  assert.equal(divisor(null, 8, 16), '÷√8');
  assert.equal(divisor('mask-missing', 8, 16), '÷√8');
  assert.equal(divisor('scale-by-root-width', 8, 16), '÷√16');
  assert.equal(divisor('scale-by-head-width', 8, 16), '÷8');
  assert.equal(divisor('scale-missing', 8, 16), '÷1');
});
