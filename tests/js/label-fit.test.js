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
  assert.deepEqual(fitted(labels([['norm2', 'norm'], ['ffn_linear', '→1536'], ['block_output', 'Y']], 12)), [null, null, 'Y']);
});

test('no two that are written touch, however narrow the columns', () => {
  for (const apart of [2, 5, 9, 14, 20]) {
    const all = labels([...EMBED, ['norm1', 'norm'], ['q_projection', 'Q'], ['folded-1', 'Y₁'], ['lens-1', 'Δp']], apart);
    const written = fitted(all).flatMap((text, i) => (text === null ? [] : [{ at: apart * i, half: 3 * text.length }]));
    assert.ok(written.length > 0);
    written.forEach(({ at, half }, i) => assert.ok(!i || at - half > (written[i - 1]?.at ?? 0) + (written[i - 1]?.half ?? 0), `${apart} ${i}`));
  }
});

test('a layer keeps its width rather than an arrow that says nothing', () => {
  assert.deepEqual(formsOf('→1536'), ['→1536', '1536']);
  assert.deepEqual(formsOf('Δ →512 ≡'), ['Δ →512 ≡', 'Δ→512≡', 'Δ512≡']);
});

test('of the heads all are named, or the first and the last', () => {
  const heads = (/** @type {number} */ apart) => labels(['A₀', 'A₁', 'A₂', 'A₃'].map((text, i) => [`weights-${i}`, text]), apart).map((one) => ({ ...one, isHead: true }));
  assert.deepEqual(fitted(heads(15)), ['A₀', 'A₁', 'A₂', 'A₃']);
  const uneven = heads(15);
  Object.assign(uneven[2] ?? {}, { middle: 42 });
  assert.deepEqual(fitted(uneven), ['A₀', null, null, 'A₃']);
});

test('differences and gradients keep what marks them', () => {
  assert.deepEqual(formsOf('Δ A₀'), ['Δ A₀', 'ΔA₀']);
  assert.deepEqual(formsOf('∂ →512'), ['∂ →512']);
  assert.deepEqual(formsOf('Q'), ['Q']);
});
