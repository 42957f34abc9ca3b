/** The page's side of the worker that fetches: it begins with the first large reply that is asked for. */
import { fault } from './http.js';
import { Refused } from './refused.js';

/** @typedef {{arrived: (bytes: ArrayBuffer) => void, refused: (reason: Refused) => void}} Waiting */

/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, Waiting>} */
const waiting = new Map();
let last = 0;

/**
 * @param {string} path @param {unknown} body @returns {Promise<ArrayBuffer>}
 * @throws {Refused} also where the worker could not begin, as "unreachable": the next request begins another
 */
export function fetchBeside(path, body) {
  const id = (last += 1);
  worker ??= begin();
  worker.postMessage({ id, address: new URL(path, document.baseURI).href, body });
  return new Promise((arrived, refused) => void waiting.set(id, { arrived, refused }));
}

function begin() {
  const begun = new Worker(new URL('./file-worker.js', import.meta.url), { type: 'module' });
  begun.onmessage = (/** @type {MessageEvent<import('./file-worker.js').Answered>} */ { data }) => {
    const { arrived, refused } = /** @type {Waiting} */ (waiting.get(data.id));
    waiting.delete(data.id);
    if ('bytes' in data) arrived(data.bytes);
    else refused(new Refused(data.error));
  };
  begun.onerror = ({ message }) => {
    begun.terminate();
    worker = null;
    const left = [...waiting.values()];
    waiting.clear();
    for (const { refused } of left) refused(new Refused({ ...fault(0), message: message || 'the worker could not begin' }));
  };
  return begun;
}
