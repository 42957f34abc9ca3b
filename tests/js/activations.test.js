/** The error function against the C library's, GELU and its slope against torch's. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { activationOf } from '../../static/js/math/activations.js';
import { erf } from '../../static/js/math/erf.js';

const PROGRAM = fileURLToPath(new URL('activation_values.py', import.meta.url));
/** @type {Record<string, number[]> & {x: number[]}} */
const THEIRS = JSON.parse(execFileSync(process.env.PYTHON ?? 'python3', [PROGRAM], { encoding: 'utf-8' }));

/** @param {string} name @param {(x: number) => number} own @param {(value: number) => number} size what a difference is divided by */
function furthest(name, own, size) {
  return THEIRS.x.reduce((most, x, i) => {
    const value = THEIRS[name]?.[i] ?? NaN;
    const delta = own(x) - value;
    return delta === 0 ? most : Math.max(most, Math.abs(delta) / size(value));
  }, 0);
}

/** Two roundings: the last places of both programs. */
test('erf is the C library’s to the last places, on both sides of every border, and odd', () => {
  assert.equal(THEIRS.x.length, THEIRS.erf?.length);
  const most = furthest('erf', erf, Math.abs);
  assert.ok(most < 3e-16, String(most));
  assert.ok([erf(0), erf(-0)].every((zero, i) => Object.is(zero, i ? -0 : 0)));
  assert.deepEqual([erf(Infinity), erf(-Infinity)], [1, -1]);
  assert.ok(Number.isNaN(erf(NaN)));
});

/** A few roundings of 1 + erf, times an |x| of up to 30: 1e-14. The two kinds of GELU are 1e-4 apart. */
for (const name of ['gelu', 'gelu_tanh']) {
  test(`${name} and its slope are torch’s`, () => {
    const { at, slope } = activationOf(name);
    const near = (/** @type {number} */ x) => Math.min(30, Math.max(-30, x));
    for (const [column, own] of /** @type {const} */ ([[name, at], [`${name} slope`, slope]])) {
      const most = furthest(column, (x) => own(near(x)), () => 1);
      assert.ok(most < 1e-14, `${column}: ${most}`);
    }
  });
}

test('ReLU has slope 1 at exactly 0, and a name that there is not is said', () => {
  const { at, slope } = activationOf('relu');
  assert.deepEqual([-2, 0, 3].map(at), [0, 0, 3]);
  assert.deepEqual([-2, 0, 3].map(slope), [0, 1, 1]);
  assert.throws(() => activationOf('toString'), /no activation toString/);
});
