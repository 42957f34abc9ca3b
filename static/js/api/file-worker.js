/** Fetches beside the page what is large, so that no byte of it waits for what the page is drawing. */
import { accepted, cutOff } from './http.js';
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
    const bytes = await response.arrayBuffer().catch(cutOff);
    page.postMessage({ id, bytes }, [bytes]);
  } catch (reason) {
    if (!(reason instanceof Refused)) throw reason;
    page.postMessage({ id, error: reason.error });
  }
};
