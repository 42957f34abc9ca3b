/** Reads mode, step, fault, check and view from the link: mode=break step=100 fault=<name> check=<name> show=difference vs=<step>. */

/** @typedef {import('../types.js').State} State */

/** Names of faults and checks, as the server writes them; whether there is such a one is for the server to say. */
export const NAME = /^\w+(-\w+)*$/;

/** What the loom can show in each mode beside values. @type {Record<State['mode'], State['show'][]>} */
export const SHOWS = { explore: [], break: ['difference'], train: ['difference', 'gradients', 'both'], generate: [] };

/** What the link's step is compared with. @param {URLSearchParams} fields */
export function readAgainst(fields) {
  return stepIn(fields, 'vs');
}

/** @param {URLSearchParams} fields @returns {Pick<State, 'mode' | 'step' | 'panel' | 'fault' | 'check' | 'show'>} */
export function readMode(fields) {
  // Generate is entered by generation-link.js, once it is here.
  const mode = /** @type {const} */ (['break', 'train']).find((name) => name === fields.get('mode')) ?? 'explore';
  const fault = nameIn(fields, 'fault');
  const show = mode === 'break' && !fault ? undefined : SHOWS[mode].find((name) => name === fields.get('show'));
  return {
    mode,
    step: stepIn(fields, 'step'),
    panel: mode !== 'explore' && !fields.has('stage'),
    fault,
    check: fault && nameIn(fields, 'check'),
    show: show ?? 'values',
  };
}

/** @param {URLSearchParams} fields @param {string} key */
function stepIn(fields, key) {
  const step = fields.get(key) ?? '';
  return /^\d{1,8}$/.test(step) ? Number(step) : null;
}

/** @param {URLSearchParams} fields @param {string} key */
function nameIn(fields, key) {
  const name = fields.get(key) ?? '';
  return NAME.test(name) ? name : null;
}
