/** One function per endpoint that comes after the first picture. */
import { traceBody } from './client.js';
import { accepted, request } from './http.js';

/** @typedef {Omit<import('../types.js').TraceRequest, 'kind'>} TraceRequest */

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

/**
 * @param {import('./generation.js').Asked} asked
 * @returns {Promise<import('../types.js').Generated>}
 */
export const postGenerate = ({ prompt, step, settings: { max_new_tokens, ...settings } }) => request('api/generate', { prompt, step, ...settings, new_tokens: max_new_tokens });

/** @returns {Promise<import('../types.js').Probes>} */
export const getProbes = () => request('api/probes');

/** @param {Omit<import('../types.js').Graded, 'reply'>} asked @returns {Promise<import('../types.js').Gradients>} */
export const postGradients = (asked) => request('api/gradients', traceBody({ ...asked, fault: null }));

/** @param {import('../state/update.js').Asked} asked @returns {Promise<import('../types.js').Update>} */
export const postUpdate = (asked) => request('api/update', asked);
