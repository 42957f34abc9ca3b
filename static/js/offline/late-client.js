/** Stands in for api/late-client.js in a saved page, as client.js does for api/client.js. */
import { answers } from './answering.js';
import { withoutServer } from './answers.js';

/** @typedef {import('../types.js').TraceRequest} TraceRequest */

export { getModel, getVocabulary, postTokenize, postTrace } from './client.js';

/** There is the one model that it was saved with. @returns {Promise<never>} */
const refuse = async () => {
  throw withoutServer();
};
export { refuse as findText, refuse as getModels, refuse as getText, refuse as postAblations, refuse as postOpen, refuse as postRead };

export const getCorpus = async () => answers().corpus();

/** @param {number | null} step */
export const getParameters = async (step) => answers().parameters(step);

export const getFaults = async () => answers().faults();

/** @param {string} fault */
export const getVerdicts = async (fault) => answers().verdicts(fault);

/**
 * JSON alone: the other formats are the server's to write.
 * @param {Omit<TraceRequest, 'kind'>} asked
 * @param {'json' | 'npz' | 'safetensors'} format
 */
export const postTraceFile = async (asked, format) => {
  if (format !== 'json') throw withoutServer();
  const trace = answers().trace({ ...asked, kind: 'trace' });
  return { name: `${trace.model}.json`, content: new Blob([JSON.stringify(trace)], { type: 'application/json' }) };
};

/** @returns {Promise<import('../types.js').Training>} */
export const postTraining = async () => {
  throw withoutServer();
};

/** @returns {never} */
export const openTraining = () => {
  throw withoutServer();
};

/** @returns {Promise<string>} */
export const getPage = async () => {
  throw withoutServer();
};

/** @param {import('../api/generation.js').Asked} asked */
export const postGenerate = async (asked) => answers().generate(asked);

/** @returns {Promise<import('../types.js').Probes>} */
export const getProbes = async () => {
  throw withoutServer();
};

/** @param {Omit<import('../types.js').Graded, 'reply'>} asked */
export const postGradients = async (asked) => answers().gradients(asked);

/** @returns {Promise<import('../types.js').Update>} */
export const postUpdate = async () => {
  throw withoutServer();
};
