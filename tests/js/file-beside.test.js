/** Large replies: fetched by a worker, handed over whole, refused like any other. The network and the worker's page are given by hand. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Refused } from '../../static/js/api/refused.js';

/** @typedef {import('../../static/js/api/file-worker.js').Answered} Answered */

const fetchAs = globalThis.fetch;
afterEach(() => void (globalThis.fetch = fetchAs));

/** @type {Answered[]} */
const said = [];
const inside = /** @type {any} */ ({ postMessage: (/** @type {Answered} */ answered) => void said.push(answered) });
Reflect.set(globalThis, 'self', inside);
await import('../../static/js/api/file-worker.js');

/** What the worker says of a reply. @param {() => Promise<Response>} reply @returns {Promise<any>} */
async function answerTo(reply) {
  globalThis.fetch = reply;
  await inside.onmessage({ data: { id: 7, address: 'http://localhost/api/trace', body: {} } });
  return said.at(-1);
}

/** A body in pieces; what it tells after the last of them never comes. @param {number[][]} pieces @param {boolean} [isEnded] */
const inPieces = (pieces, isEnded = false) =>
  new ReadableStream({
    type: 'bytes',
    start(controller) {
      for (const piece of pieces) controller.enqueue(Uint8Array.from(piece));
      if (isEnded) controller.close();
    },
  });

test('bytes are handed over with the last one, whether or not the reply is known to end', async () => {
  const answered = await answerTo(async () => new Response(inPieces([[1, 2], [3]]), { headers: { 'content-length': '3' } }));
  assert.deepEqual([answered.id, [...new Uint8Array(answered.bytes)]], [7, [1, 2, 3]]);
});

test('where nothing can be read into place, the whole is waited for', async () => {
  const body = new ReadableStream({ start: (to) => (to.enqueue(Uint8Array.of(1, 2)), to.close()) });
  const answered = await answerTo(async () => new Response(body, { headers: { 'content-length': '2' } }));
  assert.deepEqual([...new Uint8Array(answered.bytes)], [1, 2]);
});

test('a length that is not that of the bytes is not believed', async () => {
  for (const headers of [{ 'content-length': '99', 'content-encoding': 'br' }, { 'x-none': '' }]) {
    const answered = await answerTo(async () => new Response(inPieces([[1, 2], [3]], true), { headers }));
    assert.deepEqual([...new Uint8Array(answered.bytes)], [1, 2, 3]);
  }
});

test('a reply that is cut off is as none, and one that refuses says why', async () => {
  const cut = await answerTo(async () => new Response(inPieces([[1, 2]], true), { headers: { 'content-length': '3' } }));
  assert.deepEqual([cut.error.code, cut.error.message], ['unreachable', 'Error: the reply ends after 2 of 3 bytes']);
  const away = await answerTo(() => Promise.reject(new TypeError('no network')));
  assert.equal(away.error.code, 'unreachable');
  const error = { code: 'record_too_long', message: 'too long', record: 0, details: {} };
  assert.deepEqual((await answerTo(async () => Response.json({ error }, { status: 422 }))).error, error);
});

test('the page’s side asks by absolute addresses, tells replies apart, and begins again where a worker ends', async () => {
  /** @type {any[]} */
  const workers = [];
  class FakeWorker {
    /** @type {any[]} */
    asked = [];
    isEnded = false;
    constructor() {
      workers.push(this);
    }
    /** @param {any} asked */
    postMessage(asked) {
      this.asked.push(asked);
    }
    terminate() {
      this.isEnded = true;
    }
  }
  Object.assign(globalThis, { Worker: FakeWorker, document: { baseURI: 'http://localhost/prefix/' } });
  const { fetchBeside } = await import('../../static/js/api/file-beside.js');
  const [first, second] = [fetchBeside('api/trace', { a: 1 }), fetchBeside('api/trace', { a: 2 })];
  const [worker] = workers;
  assert.deepEqual(worker.asked.map((/** @type {any} */ { address, body }) => [address, body.a]), [['http://localhost/prefix/api/trace', 1], ['http://localhost/prefix/api/trace', 2]]);
  const bytes = new ArrayBuffer(4);
  worker.onmessage({ data: { id: worker.asked[1].id, bytes } });
  assert.equal(await second, bytes);
  worker.onmessage({ data: { id: worker.asked[0].id, error: { code: 'step_unknown', message: 'no', record: null, details: {} } } });
  await assert.rejects(first, (reason) => reason instanceof Refused && reason.error.code === 'step_unknown');
  const third = fetchBeside('api/trace', { a: 3 });
  worker.onerror({ message: '' });
  await assert.rejects(third, (reason) => reason instanceof Refused && reason.error.code === 'unreachable');
  assert.ok(worker.isEnded);
  void fetchBeside('api/trace', { a: 4 });
  assert.deepEqual([workers.length, workers[1].asked[0].body], [2, { a: 4 }]);
});
