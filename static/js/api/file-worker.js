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
  if (!length || !response.body || response.headers.has('content-encoding')) return response.arrayBuffer();
  const bytes = new Uint8Array(length);
  const reader = response.body.getReader();
  for (let at = 0; at < length; ) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the reply ends after ${at} of ${length} bytes`);
    bytes.set(value, at);
    at += value.length;
  }
  return bytes.buffer;
}
