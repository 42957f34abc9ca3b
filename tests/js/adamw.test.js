/** One AdamW update of one number: by hand, against updates that a run has made, and within its rounding. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { adamUpdate, apart } from '../../static/js/math/adam.js';
import { adamwUpdate, partOfSchedule, scheduledRate } from '../../static/js/math/adamw.js';
import { updateBounds } from '../../static/js/math/update-bounds.js';
import { randomness } from './document-numbers.js';

/** @typedef {import('../../static/js/types.js').TextUpdate} TextUpdate */
/** @typedef {import('../../static/js/math/update-bounds.js').After} After */

const SCHEDULE = { peak_learning_rate: 0.02, min_learning_rate: 0.002, warmup_steps: 3, decay_steps: 12 };
const SETTINGS = { ...SCHEDULE, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, clip_norm: 1, weight_decay: 0.1, length: 16, windows: [], loss: 3 };

/**
 * What POST /api/update told of a run on a small text, in float32: a bias in the warm-up and
 * clipped, an entry that no target depends on, a matrix at the schedule's end and clipped.
 * @type {TextUpdate[]}
 */
const MADE = [
  { ...SETTINGS, step: 1, next: 2, parameter: 'blocks.0.bq', index: [3], value: -0.006666411645710468, gradient: 0.00027447607135400176, first: 2.608431168482639e-5, second: 6.80391243346179e-10, first_after: 4.658341276808642e-5, second_after: 1.2075453970084027e-9, first_corrected: 0.0002451758566741391, second_corrected: 6.068067321650257e-8, learning_rate: 0.013333333333333334, change: -0.013270082196640713, new_value: -0.019936494529247284, norm: 1.1878207921981812, clipped: 0.00023107531887944788, decays: false, decayed: -0.006666411645710468 },
  { ...SETTINGS, step: 5, next: 6, parameter: 'token_embedding', index: [4, 7], value: -0.07143348455429077, gradient: 0, first: 0.0001840670156525448, second: 7.055007245071465e-8, first_after: 0.0001656603126320988, second_after: 6.984457456837845e-8, first_corrected: 0.00035355272790000577, second_corrected: 1.193519358874986e-6, learning_rate: 0.015500000000000002, change: -0.00501611149937153, new_value: -0.07633887231349945, norm: 0.669972836971283, clipped: 0, decays: true, decayed: -0.07132276265323162 },
  { ...SETTINGS, step: 11, next: 12, parameter: 'blocks.1.w1', index: [2, 3], value: -0.01149025745689869, gradient: -0.000807472737506032, first: -0.0008399757789447904, second: 7.696769444009988e-7, first_after: -0.0008310137782245874, second_after: 7.676105155951518e-7, first_corrected: -0.0011580936235157397, second_corrected: 6.756235082332118e-6, learning_rate: 0.002, change: 0.0008910859970969772, new_value: -0.010596874170005322, norm: 1.076120138168335, clipped: -0.0007503555389121175, decays: true, decayed: -0.011487959405407309 },
];

/** Beyond its bound. @param {TextUpdate} update @param {string} dtype */
function beyond(update, dtype) {
  const own = adamwUpdate(update);
  const [deltas, bounds] = [apart(own, update), updateBounds(update, own, dtype)];
  return /** @type {(keyof typeof own)[]} */ (Object.keys(own)).filter((name) => !(deltas[name] <= (bounds[name] ?? 0)));
}

test('the rate rises in a line and falls along half a cosine', () => {
  const rates = [1, 3, 4, 7.5, 12, 99].map((next) => scheduledRate({ ...SCHEDULE, next }));
  const at4 = 0.002 + 0.018 * (0.5 + Math.cos(Math.PI / 9) / 2);
  [0.02 / 3, 0.02, at4, 0.011, 0.002, 0.002].forEach((rate, i) => assert.ok(Math.abs((rates[i] ?? NaN) - rate) < 1e-17, String(i)));
  assert.deepEqual([3, 4, 11, 12].map((next) => partOfSchedule({ ...SCHEDULE, next })), ['rising', 'falling', 'falling', 'lowest']);
  assert.equal(scheduledRate({ ...SCHEDULE, warmup_steps: 20, next: 20 }), 0.02, 'a warm-up beyond the end of the cosine');
  assert.equal(scheduledRate({ ...SCHEDULE, warmup_steps: 20, next: 21 }), 0.002);
});

/** Dyadic fractions, so all but the decay is exact. */
test('clipping, decay and Adam by hand', () => {
  const plain = { ...SETTINGS, beta1: 0.5, beta2: 0.75, epsilon: 0, peak_learning_rate: 0.25, min_learning_rate: 0.25, weight_decay: 0.5, step: 3, next: 4 };
  const of = /** @type {TextUpdate} */ ({ ...plain, value: 8, gradient: 32, norm: 64, clip_norm: 8, first: 0, second: 0, decays: true });
  // 32 · 8 ÷ 64 = 4; 8 · (1 − 0.25 · 0.5) = 7; m = 2, over 1 − 0.5⁴ = 0.9375; v = 4, over 1 − 0.75⁴ = 0.68359375.
  const after = adamwUpdate(of);
  assert.deepEqual([after.learning_rate, after.clipped, after.decayed, after.first_after, after.second_after], [0.25, 4, 7, 2, 4]);
  const change = (-0.25 * 2) / 0.9375 / Math.sqrt(4 / 0.68359375);
  assert.ok(Math.abs(after.change - change) < 1e-16);
  assert.equal(after.new_value, 7 + after.change);
  assert.deepEqual([adamwUpdate({ ...of, decays: false }).decayed, adamwUpdate({ ...of, norm: 8 }).clipped], [8, 32]);
});

test('the updates of a run are these, within what float32 rounds off, and not within float64', () => {
  for (const update of MADE) {
    assert.deepEqual(beyond(update, 'float32'), [], update.parameter);
    const bound = updateBounds(update, adamwUpdate(update), 'float32').new_value;
    assert.ok(bound < 1e-5 * Math.abs(update.change) + 4 * 2 ** -24 * Math.abs(update.value), 'the bound is a sharp one');
  }
  assert.ok(beyond(/** @type {TextUpdate} */ (MADE[0]), 'float64').includes('new_value'));
});

test('a number that is off by a ten-thousandth is found', () => {
  const names = /** @type {const} */ (['learning_rate', 'clipped', 'decayed', 'first_after', 'second_after', 'first_corrected', 'second_corrected', 'change', 'new_value']);
  for (const update of MADE) {
    for (const name of names) if (update[name] !== 0) assert.deepEqual(beyond({ ...update, [name]: update[name] * 1.0001 }, 'float32'), [name]);
  }
});

/** The run's operations (minigpt/training/stream/adamw.py), each rounded to 32 bits. @param {TextUpdate} u @returns {TextUpdate} */
function inFloat32(u) {
  const f = Math.fround;
  const learning_rate = scheduledRate(u);
  const clipped = u.norm > u.clip_norm ? f(u.gradient * f(u.clip_norm / u.norm)) : u.gradient;
  const w = f(1 - u.beta1);
  const d = f(clipped - u.first);
  const first_after = w < 0.5 ? f(u.first + f(w * d)) : f(clipped - f(d * f(1 - w)));
  const second_after = f(f(u.second * f(u.beta2)) + f(f(f(1 - u.beta2) * clipped) * clipped));
  const [bias1, bias2] = [1 - u.beta1 ** u.next, 1 - u.beta2 ** u.next];
  const root = f(f(f(Math.sqrt(second_after)) / f(Math.sqrt(bias2))) + f(u.epsilon));
  const shrunk = u.decays ? f(u.value * f(1 - learning_rate * u.weight_decay)) : u.value;
  const new_value = f(shrunk + f(f(f(-learning_rate) * first_after) / f(root * f(bias1))));
  const [first_corrected, second_corrected] = [first_after / bias1, second_after / bias2];
  const change = (-learning_rate * first_corrected) / (Math.sqrt(second_corrected) + u.epsilon);
  const decayed = u.decays ? u.value * (1 - learning_rate * u.weight_decay) : u.value;
  return { ...u, learning_rate, clipped, first_after, second_after, first_corrected, second_corrected, change, decayed, new_value };
}

test('whatever the numbers are, float32 stays within its bounds', () => {
  const draw = randomness(11);
  /** A number of float32, of any of twelve sizes. */
  const number = () => Math.fround((draw(2001) / 1000 - 1) * 10 ** (draw(12) - 11));
  /** @template T @param {T[]} list */
  const one = (list) => /** @type {T} */ (list[draw(list.length)]);
  for (let i = 0; i < 4000; i += 1) {
    const [gradient, first] = [number(), number()];
    const settings = { beta1: one([0, 0.3, 0.9, 0.999]), beta2: one([0, 0.5, 0.99, 0.9999]), epsilon: one([1e-8, 1e-3]), weight_decay: one([0, 0.1, 30]), clip_norm: one([0.01, 1]) };
    const next = 1 + draw(15);
    // A second moment is at least what its first has left in it.
    const told = { ...SETTINGS, ...settings, step: next - 1, next, parameter: '', index: [], value: number(), gradient, first, second: Math.fround(first * first + Math.abs(number())), norm: Math.fround(Math.abs(gradient) + draw(300) / 100), decays: draw(2) === 0 };
    const update = inFloat32(/** @type {any} */ (told));
    assert.deepEqual(beyond(update, 'float32'), [], JSON.stringify(update));
  }
});

test('in float64 the bound is that of every other comparison', () => {
  const before = { value: 0.3, gradient: 0.25, first: 0, second: 0, next: 1, learning_rate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
  const own = adamUpdate(before);
  const update = /** @type {any} */ ({ ...before, ...own, step: 0, records: [] });
  assert.equal(updateBounds(update, own, 'float64').new_value, 1e-12);
  assert.equal(updateBounds(update, { ...own, second_corrected: 400 }).second_corrected, 4e-10);
  assert.ok(updateBounds(update, own, 'float32').new_value < 2e-7, 'a run on records may be in float32 too');
  assert.equal(updateBounds(update, own, 'float32').clipped, undefined);
});
