/** Fetches beside the page what is large, so that no byte of it waits for what the page is drawing. */
import { accepted, fault } from './http.js';
import { Refused } from './refused.js';

/**
 * @typedef {{id: number, address: string, body: unknown}} Asked address: absolute, as paths would begin at this file
 * @typedef {{id: number, bytes: ArrayBuffer} | {id: number, error: import('../types.js').ApiError}} Answered
 */

/** Told apart from a page's own `self` by what it can. @type {{postMessage: (answered: Answered, given?: Transferable[]) => void, onmessage: ((event: {data: Asked}) => void) | null}} */
const page = /** @type {any} */ (self);

page.onmessage = async ({ data: { id, address, body } }) => {
  try {
    const response = await accepted(address, body);
    const bytes = await bytesOf(response).catch(cutOff);
    page.postMessage({ id, bytes }, [bytes]);
  } catch (reason) {
    if (!(reason instanceof Refused)) throw reason;
    page.postMessage({ id, error: reason.error });
  }
};

/** @param {unknown} reason @returns {never} */
function cutOff(reason) {
  throw new Refused({ ...fault(0), message: String(reason) });
}

/**
 * As soon as the last byte is here, whatever else the browser still has to say of the reply.
 * @param {Response} response @returns {Promise<ArrayBuffer>}
 */
async function bytesOf(response) {
  const length = Number(response.headers.get('content-length'));
  // On its way a proxy may have packed it: the length is then that of the packet.
  const reader = length && !response.headers.has('content-encoding') ? readerOf(response) : null;
  if (!reader) return response.arrayBuffer();
  let bytes = new ArrayBuffer(length);
  for (let at = 0; at < length; ) {
    const { done, value } = await reader.read(new Uint8Array(bytes, at));
    if (done || !value) throw new Error(`the reply ends after ${at} of ${length} bytes`);
    bytes = value.buffer;
    at += value.length;
  }
  return bytes;
}

/** One that reads into place, where the browser has such. @param {Response} response */
function readerOf({ body }) {
  try {
    return body?.getReader({ mode: 'byob' }) ?? null;
  } catch {
    return null;
  }
}
