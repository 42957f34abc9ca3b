/**
 * Stands in for api/client.js in a saved page: the same functions, answered
 * from the file itself. A test holds both to the same names.
 */
import { createAnswers } from './answers.js';
import { heldModel, heldState } from './held.js';

/** @typedef {import('../types.js').TraceRequest} TraceRequest */

/** @type {ReturnType<typeof createAnswers> | undefined} */
let made;
/** What the file holds, read when it is first asked for. */
export const answers = () => (made ??= createAnswers(heldModel(), heldState()));

/** @param {TraceRequest} asked */
export const postTrace = async (asked) => answers().trace(asked);

/** @param {string} text */
export const postTokenize = async (text) => answers().tokenize(text);

export const getModel = async () => answers().model();
export const getVocabulary = async () => answers().vocabulary();
