/** Labels over narrow columns: nothing runs into anything, and what says most is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitted, formsOf, rankOf } from '../../static/js/views/label-fit.js';

/** Six px a letter, columns so far apart. @param {[name: string, text: string][]} columns @param {number} apart */
const labels = (columns, apart) => columns.map(([name, text], i) => ({
  middle: apart * i,
  rank: rankOf(/** @type {any} */ ({ name, kind: 'signed' })),
  forms: formsOf(text).map((form) => ({ text: form, width: 6 * form.length })),
}));
/** @type {[string, string][]} */
const EMBED = [['token_embedding', 'E[id] ≡'], ['plus', '+'], ['position_embedding', 'P[t] ≡'], ['equals', '='], ['embedded', 'X ≡']];

test('with room everything is written whole', () => {
  assert.deepEqual(fitted(labels(EMBED, 60)), EMBED.map(([, text]) => text));
});

test('signs go first, then labels are written tighter, then the less telling one goes', () => {
  assert.deepEqual(fitted(labels(EMBED, 22)), ['E[id] ≡', null, 'P[t] ≡', null, 'X ≡']);
  assert.deepEqual(fitted(labels(EMBED, 12)), ['E≡', null, 'P≡', null, 'X ≡']);
  assert.deepEqual(fitted(labels([['norm2', 'norm'], ['ffn_linear', '→1536'], ['block_output', 'Y']], 12)), [null, '→', 'Y']);
});

test('no two that are written touch, however narrow the columns', () => {
  for (const apart of [2, 5, 9, 14, 20]) {
    const all = labels([...EMBED, ['norm1', 'norm'], ['q_projection', 'Q'], ['folded-1', 'Y₁'], ['lens-1', 'Δp']], apart);
    const written = fitted(all).flatMap((text, i) => (text === null ? [] : [{ at: apart * i, half: 3 * text.length }]));
    assert.ok(written.length > 0);
    written.forEach(({ at, half }, i) => assert.ok(!i || at - half > (written[i - 1]?.at ?? 0) + (written[i - 1]?.half ?? 0), `${apart} ${i}`));
  }
});

test('differences and gradients keep what marks them', () => {
  assert.deepEqual(formsOf('Δ A₀'), ['Δ A₀', 'ΔA₀']);
  assert.deepEqual(formsOf('∂ →512'), ['∂ →512']);
  assert.deepEqual(formsOf('Q'), ['Q']);
});
