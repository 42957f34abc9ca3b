/**
 * A derivation's path as a part of a link: numbers apart by "*", each its name,
 * then :r<record> and :b<block> where it has them, then its index with dots,
 * as in `loss:r0:5*q_heads:r0:b0:1.5.3`. Whether there are such numbers is not
 * asked here.
 */

/** @typedef {import('../types.js').NumberRef} NumberRef */

/** Longer paths than anybody walks are cut. */
const MOST_STEPS = 64;

const STEP = /^(∂?[a-z][\w.]{0,79})((?::r\d{1,3})?)((?::b\d{1,3})?)((?::\d{1,6}(?:\.\d{1,6}){0,3})?)$/;

/** @param {NumberRef[]} trail @returns {string} */
export function trailToText(trail) {
  return trail.map(stepToText).join('*');
}

/** @param {string | null} text @returns {NumberRef[]} as far as it can be read */
export function trailFromText(text) {
  /** @type {NumberRef[]} */
  const trail = [];
  for (const step of (text ?? '').split('*').slice(0, MOST_STEPS)) {
    const ref = stepFromText(step);
    if (!ref) break;
    trail.push(ref);
  }
  return trail;
}

/** @param {NumberRef} ref */
function stepToText({ name, record, block, index }) {
  const parts = [name.replace('q·k', 'qk'), record === undefined ? '' : `r${record}`, block === undefined ? '' : `b${block}`, index.join('.')];
  return parts.filter(Boolean).join(':');
}

/** @param {string} text @returns {NumberRef | null} */
function stepFromText(text) {
  const [found, name = '', record = '', block = '', index = ''] = STEP.exec(text) ?? [];
  if (found === undefined) return null;
  return {
    name: name.replace(/^(∂?)qk$/, '$1q·k'),
    ...(record && { record: Number(record.slice(2)) }),
    ...(block && { block: Number(block.slice(2)) }),
    index: index ? index.slice(1).split('.').map(Number) : [],
  };
}
