/**
 * The strip's sentence in Break: how many checks speak up, and what goes on
 * unnoticed. Read off the verdicts and the two traces alone. Pure.
 */
import { wordsOf } from '../i18n/all.js';
import { meanDifference } from '../math/trace-difference.js';
import { comparedWith } from '../state/compared.js';
import { amount } from './lab-finding.js';
import { statusOf } from './verdicts.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state @returns {{lead: string, text: string}} */
export function bugFinding(state) {
  const { bugs, faults } = wordsOf(state);
  const { fault, mended, verdicts } = state;
  if (state.refusal) return { lead: '', text: bugs.refused };
  if (!fault) return { lead: '', text: mended ? bugs.mended(faults[mended]?.title ?? mended) : bugs.idle };
  const row = verdicts[fault];
  if (!row) return { lead: '', text: bugs.waiting };
  const caught = row.filter(({ status }) => status === 'caught').length;
  return { lead: bugs.speak(caught, row.length), text: restOf(state, fault) };
}

/** @param {State} state @param {string} fault */
function restOf(state, fault) {
  const { bugs } = wordsOf(state);
  const parts = [];
  if (statusOf(state, fault, 'shapes') === 'silent') parts.push(bugs.shapesFit);
  if (statusOf(state, fault, 'row-sums') === 'silent') parts.push(bugs.rowsFit);
  const healthy = comparedWith(state);
  if (state.traced && healthy) parts.push(meanIn(meanDifference(state.traced.trace, healthy.trace), bugs));
  if (!parts.length) return '';
  const last = parts.pop() ?? '';
  return upper(parts.length ? `${parts.join(bugs.join)}${bugs.and}${last}` : last) + bugs.stop;
}

/** @param {number} difference nats @param {ReturnType<typeof wordsOf>['bugs']} bugs */
function meanIn(difference, bugs) {
  if (Number.isNaN(difference)) return bugs.meanNone;
  return difference === 0 ? bugs.meanSame : bugs.meanBy(amount(Math.abs(difference)));
}

/** @param {string} sentence */
function upper(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
