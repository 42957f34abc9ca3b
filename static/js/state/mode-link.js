/** Mode, fault, check and view in the link: mode=break fault=<name> check=<name> show=difference. */

/** @typedef {import('../types.js').State} State */

/** Names of faults and checks, as the server writes them; whether there is such a one is for the server to say. */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** @param {URLSearchParams} hash written to @param {State} state */
export function writeMode(hash, { mode, fault, check, show, panel, stage }) {
  if (mode === 'break') hash.set('mode', mode);
  // The fault waits outside Break, as the mask waits inside it.
  if (fault) hash.set('fault', fault);
  if (check) hash.set('check', check);
  if (show === 'difference') hash.set('show', show);
  if (mode === 'break' && !panel) hash.set('stage', String(stage));
}

/** @param {URLSearchParams} fields @returns {Pick<State, 'mode' | 'panel' | 'fault' | 'check' | 'show'>} */
export function readMode(fields) {
  const isBreak = fields.get('mode') === 'break';
  const fault = nameIn(fields, 'fault');
  return {
    mode: isBreak ? 'break' : 'explore',
    panel: isBreak && !fields.has('stage'),
    fault,
    check: fault && nameIn(fields, 'check'),
    show: isBreak && fault && fields.get('show') === 'difference' ? 'difference' : 'values',
  };
}

/** @param {URLSearchParams} fields @param {string} key */
function nameIn(fields, key) {
  const name = fields.get(key) ?? '';
  return NAME.test(name) ? name : null;
}
