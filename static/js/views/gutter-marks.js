/**
 * Marks in the loom's left edge: whether a row's logits are those it is compared
 * with (≡) or moved (Δ): the remembered records' while an edit is compared, the
 * healthy model's under a fault, another step's beside one.
 */
import { setText } from '../dom.js';
import { shownIndex } from '../state/shown.js';
import { comparison } from './comparison.js';
import { shownDifference } from './shown-difference.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root the loom */
export function createGutterMarks(root) {
  /** @type {unknown[]} */
  let seen = [];
  return {
    /** @param {State} state */
    update(state) {
      const marks = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.loom-body:not(.half) .gutter-mark'));
      const depends = [state.pos, state.traced, state.baselineTraced, state.healthyTraced, state.againstTraced, state.drafts, state.baseline, state.rec, state.mode, state.show, marks.length];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const kinds = kindsOf(state);
      marks.forEach((mark) => {
        const kind = kinds[Number(mark.parentElement?.lastElementChild?.textContent)] ?? '';
        setText(mark, kind === '' ? '' : kind === 'identical' ? '≡' : 'Δ');
        if (mark.dataset.kind !== kind) mark.dataset.kind = kind;
      });
    },
  };
}

/** By position. @param {State} state @returns {string[]} */
function kindsOf(state) {
  // Two looms stand too close for marks, and show by themselves what moved.
  if (state.show === 'both') return [];
  const rows = shownDifference(state)?.rows;
  if (rows) return rows.map((same) => (same ? 'identical' : 'moved'));
  const compared = comparison(state);
  return compared?.edited ? (compared.records[shownIndex(state)]?.positions ?? []).map(({ kind }) => kind) : [];
}
