/** What is asked for beside the records' own trace. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draft, initialState } from '../../static/js/state/initial.js';
import { wanted } from '../../static/js/state/wanted.js';
import { PLAIN } from './traces.js';

test('two runs of different arithmetics are made one, and then no more is asked', () => {
  const baseline = [draft('ab', 0)];
  const drafts = [{ .../** @type {import('../../static/js/types.js').Draft} */ (baseline[0]), replace: [{ position: 1, id: 98 }] }];
  const traced = (/** @type {any} */ of, /** @type {'page' | undefined} */ source) => ({ ...PLAIN, drafts: of, mask: 'causal', fault: null, step: null, trace: { source }, milliseconds: 0 });
  const asked = (/** @type {any} */ own, /** @type {any} */ other) =>
    wanted(/** @type {any} */ ({ ...initialState(), baseline, drafts, traced: own, baselineTraced: other }))?.kind ?? null;
  assert.equal(asked(traced(drafts, undefined), null), 'baseline');
  assert.equal(asked(traced(drafts, undefined), traced(baseline, undefined)), null);
  // A saved page computes what it has not kept, and can compute what it has kept once more.
  assert.equal(asked(traced(drafts, undefined), traced(baseline, 'page')), 'trace');
  assert.equal(asked(traced(drafts, 'page'), traced(baseline, undefined)), 'baseline');
  assert.equal(asked(traced(drafts, 'page'), traced(baseline, 'page')), null);
});
