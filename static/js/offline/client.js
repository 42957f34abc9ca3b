/**
 * Stands in for api/client.js in a saved page: the same functions, answered
 * from the file itself. A test holds the two to the same names.
 */
import { createAnswers, withoutServer } from './answers.js';
import { heldModel, heldState } from './held.js';

/** @typedef {import('../types.js').TraceRequest} TraceRequest */

/** @type {ReturnType<typeof createAnswers> | undefined} */
let made;
const answers = () => (made ??= createAnswers(heldModel(), heldState()));

/** @param {TraceRequest} asked */
export const postTrace = async (asked) => answers().trace(asked);

/** @param {string} text */
export const postTokenize = async (text) => answers().tokenize(text);

export const getModel = async () => answers().model();
export const getVocabulary = async () => answers().vocabulary();
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

/** @returns {EventSource} */
export const openTraining = () => {
  throw withoutServer();
};

/** @returns {Promise<string>} */
export const getPage = async () => {
  throw withoutServer();
};
