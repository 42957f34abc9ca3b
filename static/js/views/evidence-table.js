/**
 * A table of evidence: few lines, those that betray something among them. Long
 * runs of lines that all say the same are cut, and counted.
 */
import { el } from '../dom.js';

/** @typedef {import('../dom.js').Child} Child */
/** @typedef {{cells: Child[], bad?: boolean, rule?: boolean}} Line bad betrays something; rule ends a group */

/** Lines shown in full. */
const MOST = 12;
/** Lines before the first that betrays something. */
const BEFORE = 5;

/**
 * @param {Child[]} heads the first column names its line
 * @param {Line[]} lines
 * @param {(hidden: number) => string} more
 */
export function evidenceTable(heads, lines, more) {
  const first = lines.findIndex((line) => line.bad);
  const start = Math.max(0, Math.min(first - BEFORE, lines.length - MOST));
  const shown = lines.length <= MOST + 1 ? lines : lines.slice(start, start + MOST);
  const after = lines.length - start - shown.length;
  return el(
    'table', { class: 'evidence-table' },
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, cutLine(shown === lines ? 0 : start, heads.length, more), ...shown.map(lineOf), cutLine(shown === lines ? 0 : after, heads.length, more)),
  );
}

/** @param {Line} line */
function lineOf({ cells: [name, ...values], bad, rule }) {
  const classes = [bad && 'bad', rule && 'rule'].filter(Boolean).join(' ');
  return el('tr', { class: classes || null }, el('th', { scope: 'row' }, ...(Array.isArray(name) ? name : [name])), ...values.map((value) => el('td', {}, value)));
}

/** @param {number} hidden @param {number} columns @param {(hidden: number) => string} more */
function cutLine(hidden, columns, more) {
  return hidden > 0 && el('tr', { class: 'cut' }, el('td', { colspan: columns }, more(hidden)));
}
