/** One function per endpoint that comes after the first picture. */
import { traceBody } from './client.js';
import { fetchBeside } from './file-beside.js';
import { accepted, request } from './http.js';
import { Refused } from './refused.js';

/** @typedef {import('../types.js').TraceRequest} TraceRequest */
/** @typedef {string | null} Model by its name with the server; null is the one that it was started with */

/**
 * The one place where a model's name becomes part of an address.
 * @param {string} path @param {Model} model @param {Record<string, string | number | null | undefined>} [fields] left out where null
 */
function of(path, model, fields = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ model, ...fields })) if (value !== null && value !== undefined) query.set(name, String(value));
  return query.size ? `${path}?${query}` : path;
}

/** A slice is of a trace that has its lens. @param {Omit<TraceRequest, 'kind'> & {kind?: TraceRequest['kind']}} asked */
function fullBody({ selection, kind, ...asked }) {
  const { off, swap } = asked;
  return { ...traceBody(asked), ...(off.length && { off }), ...(swap.length && { swap }), ...(selection && { select: selection, lens: kind !== 'slice', form: 'safetensors' }) };
}

/** @param {TraceRequest} asked @returns {Promise<import('../types.js').Trace>} */
export async function postTrace(asked) {
  const path = of('api/trace', asked.model);
  if (asked.selection) {
    const [bytes, { traceFrom }] = await Promise.all([fetchBeside(path, fullBody(asked)), import('./trace-file.js')]);
    return traceFrom(bytes);
  }
  const trace = await request(path, fullBody(asked));
  return asked.fault || asked.off.length || asked.swap.length ? (await import('./not-a-number.js')).withNaN(trace) : trace;
}

/** @param {string} text @param {Model} model @returns {Promise<{ids: number[]}>} */
export const postTokenize = (text, model) => request(of('api/tokenize', model), { text });

/** @param {Model} model @returns {Promise<import('../types.js').ModelInfo>} */
export const getModel = (model) => request(of('api/model', model));

/** @param {Model} model @returns {Promise<{entries: import('../types.js').VocabularyEntry[]}>} */
export const getVocabulary = (model) => request(of('api/vocabulary', model));

/** @returns {Promise<import('../types/models.js').ListedModels>} */
export const getModels = () => request('api/models');

/** @param {string} file @param {import('../types/models.js').ImportAnswers} answers @returns {Promise<import('../types/models.js').ImportReport>} */
export const postRead = (file, answers) => request('api/models/read', { file, answers });

/** @param {string} file @param {import('../types/models.js').ImportAnswers} answers @returns {Promise<{name: string}>} */
export const postOpen = (file, answers) => request('api/models/open', { file, answers });

/** @param {Model} model @param {import('../types/models.js').TextPlace} place @returns {Promise<import('../types/models.js').TextPiece>} */
export const getText = (model, place) => request(of('api/text', model, place));

/** @param {Model} model @param {{split: string, query: string, after: number}} sought @returns {Promise<{from: number}>} */
export const findText = (model, sought) => request(of('api/text/find', model, sought));

/** @param {Model} model @returns {Promise<{faults: import('../types.js').FaultInfo[], checks: string[]}>} */
export const getFaults = (model) => request(of('api/faults', model));

/** @param {string} fault a fault's name, or "none" @param {Model} model @returns {Promise<{verdicts: import('../types.js').Verdict[]}>} */
export const getVerdicts = (fault, model) => request(of(`api/faults/${fault}/verdicts`, model));

/**
 * The same trace as a file.
 * @param {Omit<TraceRequest, 'kind'>} asked
 * @param {'json' | 'npz' | 'safetensors'} format
 * @returns {Promise<{name: string, content: Blob}>}
 */
export async function postTraceFile(asked, format) {
  const response = await accepted(of('api/export/trace', asked.model), { ...fullBody({ ...asked, selection: null, lens: false }), format });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? `trace.${format}`, content: await response.blob() };
}

/** The page as one file, in the state of a page that is opened plainly. @param {number | null} step @param {Model} model @returns {Promise<string>} */
export async function getPage(step, model) {
  const response = await accepted(of('api/export/page', model, { step }));
  return response.text();
}

/** @param {Model} [model] @returns {Promise<import('../types.js').Corpus>} */
export const getCorpus = (model = null) => request(of('api/corpus', model));

/**
 * As a document where they are few; ten million numbers in words would be a fifth of a gigabyte.
 * @param {number | null} step @param {Model} model @returns {Promise<{parameters: import('../types.js').Parameter[]}>}
 */
export async function getParameters(step, model) {
  if (model === null) {
    try {
      return await request(of('api/parameters', model, { step }));
    } catch (reason) {
      if (!(reason instanceof Refused) || reason.error.code !== 'reply_too_large') throw reason;
    }
  }
  const { parametersFrom } = await import('./parameters-file.js');
  const response = await accepted(of('api/parameters', model, { step, form: 'safetensors' }));
  return parametersFrom(await response.arrayBuffer());
}

/**
 * The run that is told of in what is returned.
 * @param {import('../types.js').TrainingCommand} command
 * @param {Partial<import('../types.js').TrainingConfig>} config of a run to be started
 * @param {Model} model
 * @returns {Promise<import('../types.js').Training>}
 */
export const postTraining = (command, config, model) => request(of(`api/training/${command}`, model), config);

/** @param {Model} model */
export const openTraining = (model) => new EventSource(of('api/training/events', model));

/**
 * @param {import('./generation.js').Asked} asked
 * @returns {Promise<import('../types.js').Generated>}
 */
export const postGenerate = ({ model, prompt, step, settings: { max_new_tokens, ...settings } }) => request(of('api/generate', model), { prompt, step, ...settings, new_tokens: max_new_tokens });

/** @param {Model} model @returns {Promise<import('../types.js').Probes>} */
export const getProbes = (model) => request(of('api/probes', model));

/** @param {Omit<import('../types.js').Graded, 'reply'>} asked @returns {Promise<import('../types.js').Gradients>} */
export const postGradients = (asked) => request(of('api/gradients', asked.model), traceBody({ ...asked, fault: null, off: [], swap: [] }));

/** @param {import('../types.js').AblationsRequest} asked @returns {Promise<import('../types.js').Ablations>} */
export const postAblations = ({ drafts, record, model, step }) => request(of('api/ablations', model), { ...traceBody({ drafts, model, mask: 'causal', fault: null, step, off: [], swap: [] }), record });

/** @param {import('../state/update.js').Asked} asked @returns {Promise<import('../types.js').Update>} */
export const postUpdate = ({ model = null, ...asked }) => request(of('api/update', model), asked);
