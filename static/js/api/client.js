/**
 * One function per endpoint. A refusal arrives as the server's own error
 * object; no answer at all as code "unreachable". Paths are relative, so the
 * page works behind any prefix.
 */

import { Refused } from './refused.js';

/** @typedef {import('../types.js').ApiError} ApiError */
/** @typedef {import('../types.js').Draft} Draft */
/** @typedef {Omit<import('../types.js').TraceRequest, 'kind'>} TraceRequest */

/** A server that has taken a request and says nothing for so long is treated as gone. */
const PATIENCE = 20_000;

/**
 * @param {TraceRequest} asked
 * @returns {Promise<import('../types.js').Trace>}
 */
export async function postTrace(asked) {
  const trace = await request('api/trace', traceBody(asked));
  return asked.fault ? (await import('./not-a-number.js')).withNaN(trace) : trace;
}

/** @returns {Promise<{faults: import('../types.js').FaultInfo[], checks: string[]}>} */
export const getFaults = () => request('api/faults');

/** @param {string} fault a fault's name, or "none" @returns {Promise<{verdicts: import('../types.js').Verdict[]}>} */
export const getVerdicts = (fault) => request(`api/faults/${fault}/verdicts`);

/**
 * The same trace as a file.
 * @param {TraceRequest} asked
 * @param {'json' | 'npz' | 'safetensors'} format
 * @returns {Promise<{name: string, content: Blob}>}
 */
export async function postTraceFile(asked, format) {
  const response = await accepted('api/export/trace', { ...traceBody(asked), format });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? `trace.${format}`, content: await response.blob() };
}

/** The page as one file, in the state of a page that is opened plainly. @param {number | null} step @returns {Promise<string>} */
export async function getPage(step) {
  const response = await accepted(`api/export/page${at(step)}`);
  return response.text();
}

/**
 * All slots always, so that any two runs with as many records can be compared bit by bit.
 * @param {TraceRequest} asked
 */
function traceBody({ drafts, mask, fault, step }) {
  return { records: drafts.map(record), mask, slots: 'context', ...(fault && { fault }), ...(step !== null && { step }) };
}

/** @param {Draft} draft */
function record({ text, replace, paddingId, continued }) {
  return {
    text,
    ...(replace.length ? { replace } : {}),
    ...(paddingId === null ? {} : { padding_id: paddingId }),
    ...(continued && { continued }),
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

/** @param {number | null} step @returns {Promise<{parameters: import('../types.js').Parameter[]}>} */
export const getParameters = (step) => request(`api/parameters${at(step)}`);

/**
 * The run that is told of in what is returned.
 * @param {import('../types.js').TrainingCommand} command
 * @param {Partial<import('../types.js').TrainingConfig>} config of a run to be started
 * @returns {Promise<import('../types.js').Training>}
 */
export const postTraining = (command, config) => request(`api/training/${command}`, config);

export const openTraining = () => new EventSource('api/training/events');

/** @param {number | null} step */
const at = (step) => (step === null ? '' : `?step=${step}`);

/** @param {string} path @param {unknown} [body] */
async function request(path, body) {
  const response = await accepted(path, body);
  const reply = await response.json().catch(() => null);
  if (reply === null) throw new Refused(fault(response.status));
  return reply;
}

/** @param {string} path @param {unknown} [body] */
async function accepted(path, body) {
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
function fault(status) {
  const code = [0, 502, 503, 504].includes(status) ? 'unreachable' : 'server_error';
  return { code, message: `HTTP status ${status}`, record: null, details: {} };
}
