/** What the checks say of a fault, as the views of Break need it. Pure. */

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Verdict} Verdict */
/** @typedef {Verdict['status'] | 'asking'} Shown */

/** The sign of each; nothing where the check does not look there. @type {Record<Shown, string>} */
export const SIGNS = { caught: '●', silent: '○', not_applicable: '', asking: '·' };

/** @param {State} state @param {string | null} fault @param {string} check @returns {Verdict | null} null while it is being asked */
export function verdictOf({ verdicts }, fault, check) {
  return verdicts[fault ?? '']?.find((verdict) => verdict.check === check) ?? null;
}

/** @param {State} state @param {string} fault @param {string} check @returns {Shown} */
export function statusOf(state, fault, check) {
  return verdictOf(state, fault, check)?.status ?? 'asking';
}

/** The check whose evidence is open: the chosen one, else the first that caught the fault. @param {State} state @returns {string | null} */
export function checkOnShow({ fault, check, verdicts }) {
  if (!fault) return null;
  return check ?? verdicts[fault]?.find(({ status }) => status === 'caught')?.check ?? null;
}

/** How many faults a check has caught, of those asked about. @param {State} state @param {string} check */
export function catchesOf({ faults, verdicts }, check) {
  const asked = (faults ?? []).flatMap(({ name }) => (verdicts[name] ? [verdicts[name]] : []));
  const caught = asked.filter((row) => row.some((verdict) => verdict.check === check && verdict.status === 'caught'));
  return { caught: caught.length, asked: asked.length };
}
