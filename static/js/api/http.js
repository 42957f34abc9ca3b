/**
 * A request and its reply. A refusal arrives as the server's own error object;
 * no answer at all as code "unreachable". Paths are relative, so the page works
 * behind any prefix.
 */
import { Refused } from './refused.js';

/** @typedef {import('../types.js').ApiError} ApiError */

/** A server that has taken a request and says nothing for so long is treated as gone. */
const PATIENCE = 20_000;

/** @param {string} path @param {unknown} [body] */
export async function request(path, body) {
  const response = await accepted(path, body);
  const reply = await response.json().catch(() => null);
  if (reply === null) throw new Refused(fault(response.status));
  return reply;
}

/** @param {string} path @param {unknown} [body] */
export async function accepted(path, body) {
  const response = await answer(path, body);
  if (response.ok) return response;
  const reply = await response.json().catch(() => null);
  throw new Refused(reply?.error ?? fault(response.status));
}

/** @param {string} path @param {unknown} body */
async function answer(path, body) {
  const signal = AbortSignal.timeout(PATIENCE);
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await fetch(path, body === undefined ? { signal } : { signal, ...post });
  } catch (reason) {
    throw new Refused({ ...fault(0), message: String(reason) });
  }
}

/**
 * An answer that is not the server's own: none, a gateway that found nobody, or a crash.
 * @param {number} status
 * @returns {ApiError}
 */
export function fault(status) {
  const code = [0, 502, 503, 504].includes(status) ? 'unreachable' : 'server_error';
  return { code, message: `HTTP status ${status}`, record: null, details: {} };
}
