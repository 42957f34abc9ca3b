/** One function per endpoint that the first picture needs; late-client.js has the others. */
import { request } from './http.js';

/** @typedef {import('../types.js').Draft} Draft */
/** @typedef {Omit<import('../types.js').TraceRequest, 'kind'>} TraceRequest */

/**
 * @param {TraceRequest} asked
 * @returns {Promise<import('../types.js').Trace>}
 */
export async function postTrace(asked) {
  const trace = await request('api/trace', traceBody(asked));
  return asked.fault ? (await import('./not-a-number.js')).withNaN(trace) : trace;
}

/**
 * All slots always, so that any two runs with as many records can be compared bit by bit.
 * @param {TraceRequest} asked
 */
export function traceBody({ drafts, mask, fault, step, lens }) {
  return { records: drafts.map(record), mask, slots: 'context', ...(fault && { fault }), ...(step !== null && { step }), ...(lens && { lens }) };
}

/** @param {Draft} draft */
function record({ text: written, replace, paddingId, continued: drawn, next, slid }) {
  // Where the context has slid on, what it holds is told by its IDs alone.
  const [text, continued] = slid ? ['', slid.ids] : [written, drawn];
  return {
    text,
    ...(replace.length ? { replace } : {}),
    ...(paddingId === null ? {} : { padding_id: paddingId }),
    ...(continued && { continued }),
    ...(next != null && { next }),
  };
}

/** @param {string} text @returns {Promise<{ids: number[]}>} */
export const postTokenize = (text) => request('api/tokenize', { text });

/** @returns {Promise<import('../types.js').ModelInfo>} */
export const getModel = () => request('api/model');

/** @returns {Promise<{entries: import('../types.js').VocabularyEntry[]}>} */
export const getVocabulary = () => request('api/vocabulary');
