/** What a large model's trace is asked for with; the worker that fetches is given by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draft } from '../../static/js/state/initial.js';

test('the lens is asked for with a trace that is a file, and not again with its slices', async () => {
  /** @type {any[]} */
  const asked = [];
  class FakeWorker {
    /** @param {any} message */
    postMessage(message) {
      asked.push(message.body);
    }
  }
  Object.assign(globalThis, { Worker: FakeWorker, document: { baseURI: 'http://localhost/' } });
  const { postTrace } = await import('../../static/js/api/late-client.js');
  const of = { drafts: [draft('ab', 0)], model: 'small', mask: 'causal', fault: null, step: null, off: [], swap: [], lens: true, selection: { tensors: ['weights'], blocks: [1] } };
  for (const kind of ['trace', 'slice']) void postTrace(/** @type {any} */ ({ ...of, kind }));
  assert.deepEqual(asked.map(({ lens, form, kind }) => [lens, form, kind]), [[true, 'safetensors', undefined], [false, 'safetensors', undefined]]);
});
