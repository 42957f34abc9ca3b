/** Which lever acts: fault or parts off in Break alone, the mask's switch in Explore alone; model and step everywhere. Pure. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Force} Force */

/** @type {never[]} one for all, since requests are told apart by what they hold */
export const NONE = [];

/** What the records are computed with. @param {State} state @returns {Force} */
export function inForce({ mode, modelName, model, mask, fault, step, lever, off, swap }) {
  const apart = mode === 'break' && lever === 'apart';
  // The loom of several blocks draws the lens wherever it shows their values.
  const isDeep = (model?.config.blocks ?? 1) > 1;
  return {
    model: modelName,
    mask: mode === 'explore' ? mask : 'causal',
    fault: mode === 'break' && !apart ? fault : null,
    step,
    off: apart && off.length ? off : NONE,
    swap: apart && swap.length ? swap : NONE,
    ...((apart || isDeep) && { lens: true }),
  };
}

/** Whether something of the model is broken or taken out. @param {Force} force */
export function isBroken({ fault, off, swap }) {
  return !!(fault || off.length || swap.length);
}

/** The same without it. @template {Force} T @param {T} force @returns {T} */
export function mended(force) {
  return { ...force, fault: null, off: NONE, swap: NONE };
}

/**
 * Whether a trace is of these records under these levers.
 * @template {Force & {drafts: unknown}} T
 * @param {T | null} traced
 * @param {Force & {drafts: unknown}} asked
 * @returns {traced is T}
 */
export function isTraceOf(traced, asked) {
  return !!traced && /** @type {const} */ (['drafts', 'model', 'mask', 'fault', 'step', 'off', 'swap', 'lens']).every((part) => traced[part] === asked[part]);
}
