/**
 * What a saved page holds in place of a server: the model, which the server
 * put in, and the state, which the page it was saved from put in.
 */

/**
 * @typedef {object} HeldTrace an answer of the server, and what it was the answer to
 * @property {import('../types.js').Draft[]} drafts
 * @property {import('../types.js').Mask} mask
 * @property {string | null} fault
 * @property {number | null} step
 * @property {import('../types.js').Trace} trace
 *
 * @typedef {object} HeldState
 * @property {string} hash the state as a link has it
 * @property {HeldTrace[]} traces
 * @property {import('../types.js').FaultInfo[]} faults
 * @property {string[]} checks
 * @property {Record<string, import('../types.js').Verdict[]>} verdicts
 * @property {import('../types.js').State['generation']['reply']} generation what was last generated
 *
 * @typedef {import('./trace.js').Model & {corpus: import('../types.js').Corpus, step: number | null}} HeldModel
 *   with the step of the parameters that are in it
 */

/** @returns {HeldModel} */
export function heldModel() {
  return read('held-model');
}

/** @returns {HeldState} */
export function heldState() {
  return { hash: '', traces: [], faults: [], checks: [], verdicts: {}, generation: null, ...read('held-state') };
}

/** @param {string} id of a block of JSON in the page */
function read(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
