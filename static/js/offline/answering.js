/** The answers of this saved page, made of what the file holds when it is first asked. */
import { createAnswers } from './answers.js';
import { heldModel, heldState } from './held.js';

/** @type {ReturnType<typeof createAnswers> | undefined} */
let made;

/** One for all who ask: what it has computed once, it goes on computing. */
export const answers = () => (made ??= createAnswers(heldModel(), heldState()));
