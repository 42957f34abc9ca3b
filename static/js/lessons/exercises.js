/**
 * Six exercises, worked on the live page: no answer is stored, each is computed
 * from the records and the model in use. A wrong answer is looked up among the
 * answers that known mistakes lead to, so that the reason fits the answer.
 */
import { axes } from './exercises/axes.js';
import { denominator } from './exercises/denominator.js';
import { doubleShift } from './exercises/double-shift.js';
import { entry } from './exercises/entry.js';
import { leak } from './exercises/leak.js';
import { slots } from './exercises/slots.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Stage} Stage
 *
 * `mistakes` in the order in which they are looked up: where two lead to the
 * same number, the likelier one first.
 * @typedef {object} Field
 * @property {string} id
 * @property {'whole' | 'decimal' | 'choice'} kind a choice is answered with '1' or ''
 * @property {number} answer
 * @property {[reason: string, value: number][]} mistakes
 *
 * @typedef {Record<string, number>} Facts what question, reasons and sum speak of
 * @typedef {{fields: Field[], facts: Facts}} Task
 * @typedef {'frame' | 'ids' | 'size'} Lacking frame: nothing is put around a text; ids: nor around records of IDs; size: too much to compute here
 *
 * @typedef {object} Exercise
 * @property {string} id
 * @property {Stage} stage where it is worked
 * @property {(state: State) => Task | null} task null while the page lacks what it is computed from
 * @property {(state: State) => Lacking | null} [lacking] why it can't be asked of the model in use
 * @property {(state: State) => Partial<State>} scene the page set so that the answer can be seen
 *
 * `at` is the first field that is wrong or unread.
 * @typedef {{status: 'right'} | {status: 'unread' | 'wrong', at: number, reason: string, given: number}} Verdict
 */

/** @type {readonly Exercise[]} */
export const EXERCISES = [slots, doubleShift, axes, denominator, entry, leak];

/** A mean that is read off the page is rounded to four decimals, or cut there. */
const READ_OFF = 1e-4;

/**
 * @param {Task} task
 * @param {string[]} given one text for each field
 * @returns {Verdict}
 */
export function judge({ fields }, given) {
  for (const [at, field] of fields.entries()) {
    const value = read(field, given[at] ?? '');
    if (value === null) return { status: 'unread', at, reason: field.kind, given: NaN };
    if (!isSame(field, value, field.answer)) return { status: 'wrong', at, reason: reasonFor(field, value), given: value };
  }
  return { status: 'right' };
}

/** @param {Field} field @param {number} value */
function reasonFor(field, value) {
  const known = field.mistakes.find(([, mistaken]) => isSame(field, value, mistaken));
  return known ? known[0] : value > field.answer ? 'high' : 'low';
}

/** @param {Field} field @param {number} a @param {number} b */
function isSame({ kind }, a, b) {
  return kind === 'decimal' ? Math.abs(a - b) < READ_OFF : a === b;
}

/**
 * A number as people write it: 13,875 or 2.8355, also with a decimal comma or a typographic minus.
 * @param {Field} field @param {string} text @returns {number | null}
 */
function read({ kind }, text) {
  if (kind === 'choice') return text ? 1 : 0;
  const plain = text.trim().replace(/[−–]/g, '-').replace(/[\s_]/g, '');
  const written = kind === 'whole' ? plain.replace(/,(?=\d{3}(\D|$))/g, '') : plain.replace(/^(-?\d*),(\d+)$/, '$1.$2');
  const pattern = kind === 'whole' ? /^-?\d+$/ : /^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i;
  return pattern.test(written) ? Number(written) : null;
}
