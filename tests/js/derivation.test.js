/** What is made of the dependency table: highlights, places on the loom, short forms, folding, text to take away. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { contributions, worthSeeing } from '../../static/js/math/dependencies/contributions.js';
import { words } from '../../static/js/i18n/all.js';
import { derivation } from '../../static/js/math/dependencies/derivation.js';
import { GRADIENTS } from '../../static/js/math/dependencies/gradients/table.js';
import { withBlock } from '../../static/js/math/dependencies/terms.js';
import { valueOf } from '../../static/js/math/dependencies/value.js';
import { initialState } from '../../static/js/state/initial.js';
import { checkOf } from '../../static/js/views/derivation-check.js';
import { contextOf } from '../../static/js/views/derivation-context.js';
import { ruleOf } from '../../static/js/views/derivation-rule.js';
import { leafLines } from '../../static/js/views/derivation-leaf.js';
import { derivationText } from '../../static/js/views/derivation-text.js';
import { highlights } from '../../static/js/views/highlights.js';
import { codeOf, describe } from '../../static/js/views/number-name.js';
import { shortForm } from '../../static/js/views/short-form.js';
import { loomPlace } from '../../static/js/views/trail-places.js';
import { modelTrace, modelTraces } from './model-trace.js';
import { PLAIN } from './traces.js';

/** @typedef {import('../../static/js/types.js').NumberRef} NumberRef */
/** @typedef {import('../../static/js/types.js').State} State */

const { trace, parameters, config, gradients } = modelTrace(['The key is red. Answer: red.', 'The key is blue. Answer: blue.', '--gradients']);
const plain = initialState();

/** @param {NumberRef[]} trail @param {Partial<State>} [change] @returns {State} */
function stateWith(trail, change = {}) {
  const traced = { drafts: plain.drafts, ...PLAIN, mask: plain.mask, fault: null, step: null, trace, milliseconds: 0 };
  const model = /** @type {State['model']} */ (/** @type {unknown} */ ({ config }));
  return { ...plain, traced, parameters, model, trail, ...change };
}

const BASE = stateWith([]);
const CONTEXT = /** @type {NonNullable<ReturnType<typeof contextOf>>} */ (contextOf(BASE));
const WEIGHT = { name: 'weights', record: 0, block: 0, index: [0, 5, 3] };
const Q = { name: 'q_projection', record: 0, block: 0, index: [5, 3] };

/** @param {NumberRef} ref */
function derived(ref) {
  return /** @type {NonNullable<ReturnType<typeof derivation>>} */ (derivation(ref, CONTEXT));
}

test('highlights are what feeds the last number of the path, and nothing that is masked', () => {
  const fed = highlights(stateWith([Q, WEIGHT]));
  assert.deepEqual([...fed.inRow({ name: 'scores', block: 0, index: [0, 5] })], [3, 0, 1, 2, 4, 5]);
  assert.ok(fed.has({ name: 'scores', block: 0, index: [0, 5, 5] }));
  assert.ok(!fed.has({ name: 'scores', block: 0, index: [0, 5, 6] }));
  assert.ok(!fed.has({ name: 'scores', block: 0, index: [1, 5, 5] }));
  assert.equal(fed.inRow({ name: 'norm1', block: 0, index: [5] }).size, 0);
});

test('highlights are of the record on show alone', () => {
  const other = highlights(stateWith([Q], { rec: 1 }));
  assert.equal(other.inRow({ name: 'norm1', block: 0, index: [5] }).size, 0);
  assert.ok(other.has({ name: 'parameters.blocks.0.wq', index: [0, 3] }));
  const mean = highlights(stateWith([{ name: 'mean_loss', index: [] }], { rec: 1 }));
  assert.equal(mean.refs.length, 17); // the positions of record 1
});

test('highlights stay the same object while nothing changes, so that pictures can skip work', () => {
  const state = stateWith([Q]);
  assert.equal(highlights(state), highlights({ ...state, number: Q }));
  assert.equal(highlights(stateWith([])), highlights(stateWith([])));
});

test('each number of a path has its place on the loom', () => {
  /** @param {string} name @param {number[]} index @param {number} [block] */
  const at = (name, index, block) => {
    const place = loomPlace({ name, index, ...(block === undefined ? {} : { block }) }, CONTEXT, 3);
    return place && [place.column, place.position, place.place, place.of];
  };
  assert.deepEqual(at('block_input', [5, 2], 0), ['embedded', 5, 2, 16]);
  assert.deepEqual(at('k_heads', [1, 3, 2], 0), ['k_projection', 3, 10, 16]); // head 1 begins at coordinate 8
  assert.deepEqual(at('mixtures', [1, 5, 0], 0), ['joined', 5, 8, 16]);
  assert.deepEqual(at('q·k', [1, 5, 3], 0), ['weights-1', 5, 3, 15]);
  assert.deepEqual(at('probability', [5, 270]), ['logits', 5, 270, 291]);
  assert.deepEqual(at('ffn_relu', [5, 63], 0), ['ffn_relu', 5, 63, 64]);
  assert.deepEqual(at('exp_sum', [5]), ['logits', 5, null, 1]);
  assert.deepEqual(at('parameters.token_embedding', [268, 0]), ['token_embedding', 3, 0, 16]);
  assert.equal(at('parameters.blocks.0.wq', [0, 3]), null);
  assert.equal(at('mean_loss', []), null);
  assert.equal(at('norm1', [5, 2], 1), null); // another block than the one on show
  assert.equal(loomPlace({ ...WEIGHT, record: 1 }, CONTEXT, 3), null);
});

test('a short form says the formula in one line', () => {
  /** @type {[NumberRef, string][]} */
  const forms = [
    [Q, 'Σ norm1[0, 5, ·] · blocks.0.wq[·, 3]'],
    [{ name: 'residual1', record: 0, block: 0, index: [5, 0] }, 'block_input[0, 5, 0] + attention_output[0, 5, 0]'],
    [{ name: 'scores', record: 0, block: 0, index: [0, 5, 3] }, 'q·k[0, 0, 5, 3] ÷ √head_width'],
    [{ name: 'mixtures', record: 0, block: 0, index: [0, 5, 2] }, 'Σ weights[0, 0, 5, ·] · v_heads[0, 0, ·, 2]'],
    [{ name: 'joined', record: 0, block: 0, index: [5, 9] }, 'mixtures[0, 1, 5, 1]'],
    [{ name: 'mean_loss', index: [] }, 'mean loss[·, ·]'],
    [{ name: 'loss', record: 0, index: [5] }, '−ln probability[0, 5, 270]'],
    [{ name: 'parameters.lm_bias', index: [5] }, ''],
    [{ name: 'no_such', index: [5] }, ''],
  ];
  for (const [ref, form] of forms) assert.equal(shortForm(ref, BASE), form);
  assert.equal(codeOf(WEIGHT, BASE), 'weights[0, 0, 5, 3]');
});

test('what the terms add is their sum; folding keeps the largest and what is asked for', () => {
  const dot = derived(Q);
  const amounts = contributions(dot);
  const sum = amounts.reduce((/** @type {number} */ total, amount) => total + (amount ?? NaN), 0);
  assert.equal(sum, dot.result);
  const largest = worthSeeing(dot, amounts, 1, () => false);
  const sizes = amounts.map((amount) => Math.abs(amount ?? 0));
  assert.deepEqual([...largest], [sizes.indexOf(Math.max(...sizes))]);

  const all = derived({ name: 'exp_sum', record: 0, index: [5] });
  const seen = worthSeeing(all, contributions(all), 8, ({ ref }) => ref.index[1] === 270);
  assert.equal(seen.size, 9);
  assert.ok(seen.has(270) && seen.has(43)); // the target, and the highest candidate

  const weight = derived(WEIGHT);
  assert.deepEqual(contributions(weight).map((amount) => amount === null), Array.from({ length: 15 }, (_, key) => key > 5));
});

test('the check says how far apart, and that a fault acts where the formula no longer holds', () => {
  const own = derived({ name: 'weights', record: 0, block: 0, index: [0, 0, 0] });
  assert.deepEqual(checkOf(own, BASE), { kind: 'same', text: 'Worked out here from these operands: identical to the last bit.', delta: 0 });
  const off = { ...derived(Q), result: (derived(Q).stored ?? 0) + 0.25 };
  assert.equal(checkOf(off, BASE).kind, 'apart');
  assert.match(checkOf(off, BASE).text, /2\.5e−1|0\.3/);
  const traced = BASE.traced && { ...BASE.traced, fault: 'no-mask' };
  assert.match(checkOf(off, { ...BASE, traced }).text, /The fault acts here/);
  assert.equal(checkOf(derived({ name: 'exp_sum', record: 0, index: [5] }), BASE).text, 'No stored copy: worked out here from the trace.');
  assert.equal(checkOf({ ...derived(Q), result: null }, { ...BASE, parameters: null }).text, 'The parameters are not here yet.');
  const masked = derived({ name: 'scores', record: 0, block: 0, index: [0, 5, 6] });
  assert.equal(checkOf(masked, BASE).kind, 'absent');
});

test('the text to take away has every operand with every digit, in both languages', () => {
  const text = derivationText(WEIGHT, derived(WEIGHT), valueOf(WEIGHT, CONTEXT), CONTEXT, BASE);
  const score = valueOf({ name: 'scores', record: 0, block: 0, index: [0, 5, 4] }, CONTEXT);
  assert.ok(text.includes(`  scores[0, 0, 5, 4] = ${score}\n`));
  assert.ok(text.includes('  scores[0, 0, 5, 6] = none: cut off by the mask, not zero\n'));
  assert.match(text, /^weights\[0, 0, 5, 3\] = 0\.1671\d+\n/);
  assert.match(text, /\nResult: 0\.1671\d+\nTrace: 0\.1671\d+\nDifference: /);
  assert.ok(text.includes('Record 0: "The key is red. Answer: red."'));
  const zh = derivationText(WEIGHT, derived(WEIGHT), valueOf(WEIGHT, CONTEXT), CONTEXT, { ...BASE, lang: 'zh' });
  assert.match(zh, /\n结果: 0\.1671\d+\n追踪: /);
  const entry = { name: 'parameters.token_embedding', index: [268, 0] };
  const leaf = derivationText(entry, null, valueOf(entry, CONTEXT), CONTEXT, BASE);
  assert.match(leaf, /^token_embedding\[268, 0\] = -0\.00019305916608061395\n/);
  assert.match(leaf, /seed 1729/);
});

/** The same page with its gradients. */
const GRADED = stateWith([], { graded: { drafts: plain.drafts, model: null, mask: plain.mask, step: null, reply: gradients } });
const BACK = /** @type {NonNullable<ReturnType<typeof contextOf>>} */ (contextOf(GRADED));

test('a gradient is told like any number: short form, check, rule, and text to take away, in both languages', () => {
  /** @type {[NumberRef, string][]} */
  const forms = [
    [{ name: '∂logits', record: 0, index: [5, 270] }, '(probability[0, 5, 270] − one_hot[0, 5, 270]) · ∂loss[0, 5]'],
    [{ name: '∂norm1', record: 0, block: 0, index: [5, 3] }, '∂norm1.q[0, 5, 3] + ∂norm1.k[0, 5, 3] + ∂norm1.v[0, 5, 3]'],
    [{ name: '∂scores', record: 0, block: 0, index: [1, 5, 3] }, 'weights[0, 1, 5, 3] · (∂weights[0, 1, 5, 3] − ∂weights.mean[0, 1, 5])'],
    [{ name: '∂parameters.lm_head', index: [3, 270] }, 'Σ final_norm[·, ·, 3] · ∂logits[·, ·, 270]'],
    [{ name: '∂loss', record: 0, index: [5] }, '∂mean_loss ÷ scored_events'],
  ];
  for (const [ref, form] of forms) {
    assert.equal(shortForm(ref, GRADED), form);
    const of = /** @type {NonNullable<ReturnType<typeof derivation>>} */ (derivation(ref, BACK));
    assert.equal(checkOf(of, GRADED).kind, 'same', form);
    assert.equal(checkOf(of, BASE).kind, 'open', 'without its gradients');
    for (const lang of /** @type {const} */ (['en', 'zh'])) assert.ok(ruleOf(of, BACK, { ...GRADED, lang }).length > 8, form);
  }
  const logit = { name: '∂logits', record: 0, index: [5, 270] };
  const text = derivationText(logit, derivation(logit, BACK), valueOf(logit, BACK), BACK, GRADED);
  assert.match(text, /^∂logits\[0, 5, 270\] = -0\.031\d+\n∂ Logit \| position 5/);
  assert.match(text, /\n {2}one_hot\[0, 5, 270\] = 1\n {2}∂loss\[0, 5\] = 0\.03125\n\nResult: -0\.031\d+\nGradients: -0\.031\d+\n/);
});

test('a gradient has the place of its number on the loom, a step between that of its tensor', () => {
  /** @param {string} name @param {number[]} index @param {number} [block] */
  const at = (name, index, block) => {
    const place = loomPlace({ name, index, ...(block === undefined ? {} : { block }) }, BACK, 3);
    return place && [place.column, place.position, place.place];
  };
  assert.deepEqual(at('∂logits', [5, 270]), ['logits', 5, 270]);
  assert.deepEqual(at('∂k_heads', [1, 3, 2], 0), ['k_projection', 3, 10]);
  assert.deepEqual(at('∂norm1.k', [5, 2], 0), ['norm1', 5, 2]);
  assert.deepEqual(at('∂final_norm.input', [5, 2]), ['final_norm', 5, 2]);
  assert.deepEqual(at('∂final_norm.shift', [5]), ['final_norm', 5, null]);
  assert.equal(at('∂parameters.blocks.0.norm1.scale', [3]), null);
  assert.equal(at('∂weights.mean', [1, 5], 0), null);
});

const [FAMILY_ONE] = modelTraces([['key', '--gradients', '--config', JSON.stringify({ activation: 'gelu', attention_bias: true, tied_head: true, width: 8, ffn_width: 12 })]]);
const OTHER = stateWith([], {
  traced: BASE.traced && { ...BASE.traced, trace: /** @type {typeof trace} */ (FAMILY_ONE?.trace) },
  parameters: FAMILY_ONE?.parameters ?? null,
  model: /** @type {any} */ ({ config: FAMILY_ONE?.config }),
  graded: { .../** @type {NonNullable<State['graded']>} */ (GRADED.graded), reply: /** @type {typeof gradients} */ (FAMILY_ONE?.gradients) },
});
const TIED = /** @type {NonNullable<ReturnType<typeof contextOf>>} */ (contextOf(OTHER));

test('every number of the way back has a sentence and every operand a name, in both languages', () => {
  for (const { name, axes, once } of GRADIENTS) {
    const ref = { name: withBlock(name, 0), record: 0, block: 0, index: axes.map((letter) => (letter === 'h' ? 1 : 0)) };
    const isOthers = !parameters.some((one) => name === `∂parameters.${one.name.replace('blocks.0.', 'block.')}`) && /^∂(?:parameters|table)\./.test(name);
    const of = derivation(ref, isOthers ? TIED : BACK);
    assert.ok(of, name);
    for (const lang of /** @type {const} */ (['en', 'zh'])) {
      const state = { ...GRADED, lang };
      const { label, meaning } = describe(ref, state);
      assert.ok(label && label !== ref.name && meaning, `${name} ${lang}`);
      const { roles, back } = words(lang).derivation;
      for (const { role } of once) assert.ok(roles[role] ?? back.roles[role], `${role} ${lang}`);
    }
  }
});

test('a tied head is said, GELU by its formula, and a bias where there is one', () => {
  /** @type {[NumberRef, string][]} */
  const forms = [
    [{ name: 'logits', record: 0, index: [1, 5] }, 'Σ final_norm[0, 1, ·] · token_embedding[5, ·] + lm_bias[5]'],
    [{ name: 'ffn_relu', record: 0, block: 0, index: [1, 5] }, 'ffn_linear[0, 1, 5] · ½ · (1 + erf(ffn_linear[0, 1, 5] ÷ √2))'],
    [{ name: '∂ffn_linear', record: 0, block: 0, index: [1, 5] }, '∂ffn_relu[0, 1, 5] · GELU′(ffn_linear[0, 1, 5])'],
    [{ name: 'k_projection', record: 0, block: 0, index: [1, 5] }, 'Σ norm1[0, 1, ·] · blocks.0.wk[·, 5] + blocks.0.bk[5]'],
    [{ name: '∂parameters.token_embedding', index: [5, 3] }, '∂table.rows[5, 3] + ∂table.head[5, 3]'],
    [{ name: '∂table.head', index: [5, 3] }, 'Σ final_norm[·, ·, 3] · ∂logits[·, ·, 5]'],
  ];
  for (const [ref, form] of forms) {
    assert.equal(shortForm(ref, OTHER), form);
    assert.equal(checkOf(/** @type {NonNullable<ReturnType<typeof derivation>>} */ (derivation(ref, TIED)), OTHER).kind, ref.name === '∂table.head' ? 'open' : 'same', form);
  }
  const [logits, gelu] = forms.map(([ref]) => derivation(ref, TIED));
  assert.match(ruleOf(logits ?? null, TIED, OTHER), /lm_head\[c, v\] is token_embedding\[v, c\]/);
  assert.equal(ruleOf(derivation({ name: 'logits', record: 0, index: [1, 5] }, CONTEXT), CONTEXT, BASE), '');
  assert.equal(describe(gelu?.ref ?? forms[1]?.[0] ?? { name: '', index: [] }, OTHER).label, 'GELU');
  assert.equal(describe({ name: 'ffn_relu', record: 0, block: 0, index: [1, 5] }, BASE).label, 'ReLU');
});

test('a parameter says how it came to be: drawn, smaller where it goes into the stream, learned, or read from a file', () => {
  const model = (/** @type {object} */ more, /** @type {object} */ sizes = {}) => /** @type {any} */ ({ trained_step: null, ...more, config: { ...config, ...sizes } });
  const of = (/** @type {string} */ name, /** @type {Partial<State>} */ change, index = [0, 0]) => leafLines({ name: `parameters.${name}`, index }, CONTEXT, { ...BASE, ...change }).slice(2).join(' ');
  assert.match(of('blocks.0.wo', {}), /^Untrained\. Before any training it is drawn at random: .* deviation 0\.02, seed 1729/);
  const deep = model({ trained_step: 2750 }, { blocks: 4, residual_init: true });
  for (const name of ['blocks.3.wo', 'blocks.0.w2']) assert.match(of(name, { model: deep }), /^Learned: 2750 updates of this model’s .* it was drawn .* 0\.02 ÷ √\(2 × 4\) = 0\.007071/);
  for (const name of ['blocks.3.w1', 'lm_head']) assert.match(of(name, { model: deep }), /Learned: 2750.* deviation 0\.02, seed/);
  assert.match(of('blocks.0.norm1.scale', { model: deep, lang: 'zh' }, [0]), /^学来的：.*2750.*1，所有缩放都如此/);
  const run = { .../** @type {NonNullable<State['traced']>} */ (BASE.traced), step: 40 };
  assert.match(of('lm_bias', { model: deep, traced: run }, [0]), /^Learned: .* step 40 of the training on this page\. .* 0, as every/);
  assert.match(of('lm_bias', { model: deep, traced: { ...run, step: 0 } }, [0]), /^Untrained\./);
  const origins = [{ parameter: 'blocks.0.wq', from: 'transformer.h.0.attn.c_attn.weight', shape: [2, 2], transform: 'rows 0–12, transposed' }, { parameter: 'lm_bias', from: 'head.bias', shape: [2], transform: 'as is' }];
  const foreign = model({ trained_step: 0, imported: { file: 'ckpt.pt', origins } });
  assert.equal(of('blocks.0.wq', { model: foreign }), 'Read from ckpt.pt, tensor transformer.h.0.attn.c_attn.weight. On reading: rows 0–12, transposed. How it was learned, the file does not say.');
  assert.equal(of('lm_bias', { model: { ...foreign, trained_step: 2000 } }, [0]), 'Read from ckpt.pt, tensor head.bias. The file says it has seen 2000 updates.');
  assert.equal(of('blocks.0.w1', { model: foreign, lang: 'zh' }), '读自 ckpt.pt。 它是怎样学来的，文件没有说。');
});

test('a derivation is worked out once for whoever asks for it, and anew for another trace', () => {
  const ref = { name: 'loss', record: 0, index: [3] };
  const found = derivation(ref, CONTEXT);
  assert.equal(derivation({ ...ref }, CONTEXT), found);
  const other = derivation(ref, { ...CONTEXT });
  assert.notEqual(other, found);
  assert.deepEqual(other, found);
});
