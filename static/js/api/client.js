/**
 * One function per endpoint. A refusal arrives as the server's own error
 * object; no answer at all as code "unreachable". Paths are relative, so the
 * page works behind any prefix.
 */

/** @typedef {import('../types.js').ApiError} ApiError */
/** @typedef {import('../types.js').Draft} Draft */

/** A server that has taken a request and says nothing for so long is treated as gone. */
const PATIENCE = 20_000;

export class Refused extends Error {
  /** @param {ApiError} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/**
 * @param {Draft[]} drafts
 * @param {import('../types.js').Mask} mask
 * @param {string | null} fault
 * @returns {Promise<import('../types.js').Trace>}
 */
export function postTrace(drafts, mask, fault) {
  // All slots always, so that any two runs with as many records can be compared bit by bit.
  return request('api/trace', { records: drafts.map(record), mask, slots: 'context', ...(fault && { fault }) });
}

/** @param {Draft} draft */
function record({ text, replace, paddingId }) {
  return {
    text,
    ...(replace.length ? { replace } : {}),
    ...(paddingId === null ? {} : { padding_id: paddingId }),
  };
}

/** @param {string} text @returns {Promise<{ids: number[]}>} */
export const postTokenize = (text) => request('api/tokenize', { text });

/** @returns {Promise<import('../types.js').ModelInfo>} */
export const getModel = () => request('api/model');

/** @returns {Promise<{entries: import('../types.js').VocabularyEntry[]}>} */
export const getVocabulary = () => request('api/vocabulary');

/** @returns {Promise<import('../types.js').Corpus>} */
export const getCorpus = () => request('api/corpus');

/** @returns {Promise<{parameters: import('../types.js').Parameter[]}>} */
export const getParameters = () => request('api/parameters');

/** @param {string} path @param {unknown} [body] */
async function request(path, body) {
  const response = await answer(path, body);
  const reply = await response.json().catch(() => null);
  if (response.ok && reply !== null) return reply;
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
function fault(status) {
  const code = [0, 502, 503, 504].includes(status) ? 'unreachable' : 'server_error';
  return { code, message: `HTTP status ${status}`, record: null, details: {} };
}
