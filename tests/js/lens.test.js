/** The lens: who asks for it, what is sent for it, and a saved page's own beside the server's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postTrace as postFirst } from '../../static/js/api/client.js';
import { postTrace, postTraceFile } from '../../static/js/api/late-client.js';
import { parametersByName } from '../../static/js/math/engine/forward.js';
import { lensOf } from '../../static/js/offline/lens.js';
import { setLever } from '../../static/js/state/apart.js';
import { inForce } from '../../static/js/state/in-force.js';
import { initialState } from '../../static/js/state/initial.js';
import { setFault, setMode } from '../../static/js/state/mode.js';
import { modelTrace } from './model-trace.js';

/** @param {number} blocks */
const page = (blocks) => ({ ...initialState(), model: /** @type {any} */ ({ config: { blocks } }) });

/** What a call sends. @param {(asked: any) => Promise<unknown>} post @param {object} change */
async function bodyOf(post, change) {
  const { fetch } = globalThis;
  let body = '';
  globalThis.fetch = async (_, init) => {
    body = String(init?.body);
    return new Response('{}');
  };
  try {
    const { drafts, ...state } = initialState();
    await post({ drafts, ...inForce({ drafts, ...state }), kind: 'trace', ...change });
  } finally {
    globalThis.fetch = fetch;
  }
  return JSON.parse(body);
}

test('several blocks bring the lens in every mode; one block in Take apart alone', () => {
  for (const mode of /** @type {const} */ (['explore', 'break', 'train'])) {
    assert.equal(inForce(setMode(page(4), mode)).lens, true, mode);
    assert.equal(inForce(setMode(page(1), mode)).lens, undefined, mode);
  }
  assert.equal(inForce(setFault(setMode(page(4), 'break'), 'mask-missing')).lens, true);
  assert.equal(inForce(setLever(setMode(page(1), 'break'), 'apart')).lens, true);
  assert.equal(inForce({ ...page(1), model: null }).lens, undefined);
});

test('it is asked for with the trace, also with the first; never with a file, which has none', async () => {
  assert.equal((await bodyOf(postTrace, { lens: true })).lens, true);
  assert.equal((await bodyOf(postFirst, { lens: true })).lens, true);
  assert.ok(!('lens' in (await bodyOf(postTrace, {}))));
  assert.ok(!('lens' in (await bodyOf((asked) => postTraceFile(asked, 'npz'), { lens: true }))));
});

test('a saved page looks through its own lens and sees what the server sees', () => {
  const { trace, parameters, config } = modelTrace(['The key is red.', 'blue', '--blocks', '3', '--shaken', '--lens']);
  for (const { tensors, targets, lens = [], valid_count } of trace.records) {
    const own = lensOf(parametersByName(parameters), config, tensors, targets);
    assert.deepEqual(own.map(({ after }) => after), [-1, 0, 1, 2]);
    own.forEach(({ probability, rank, top }, i) => {
      assert.equal(probability.length, valid_count);
      assert.deepEqual(rank, lens[i]?.rank);
      assert.deepEqual(top.map((best) => best.map(([id]) => id)), lens[i]?.top.map((best) => best.map(([id]) => id)));
      probability.forEach((p, t) => assert.ok(Math.abs(Number(p) - Number(lens[i]?.probability[t])) < 1e-12, `${i} ${t}`));
    });
  }
  const { tensors, targets } = trace.records[0] ?? assert.fail();
  const open = lensOf(parametersByName(parameters), config, tensors, targets.map(() => -100));
  assert.deepEqual([open[0]?.rank[0], open[0]?.probability[0]], [null, null]);
});
