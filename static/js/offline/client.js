/**
 * Stands in for api/client.js in a saved page: the same functions, answered
 * from the file itself. A test holds both to the same names.
 */
import { answers } from './answering.js';

/** @typedef {import('../types.js').TraceRequest} TraceRequest */

/** @param {TraceRequest} asked */
export const postTrace = async (asked) => answers().trace(asked);

/** @param {string} text */
export const postTokenize = async (text) => answers().tokenize(text);

export const getModel = async () => answers().model();
export const getVocabulary = async () => answers().vocabulary();
