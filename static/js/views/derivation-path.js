/** The way a derivation came: each number a step back leads to, and first the way out. */
import { el, fill } from '../dom.js';
import { words, wordsOf } from '../i18n/all.js';
import { operands } from '../math/dependencies/derivation.js';
import { completed, keyOf } from '../math/dependencies/table.js';
import { differentiated } from '../math/dependencies/terms.js';
import { isUpdateOpen } from '../state/update.js';
import { codeOf } from './number-name.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').NumberRef} NumberRef
 * @typedef {import('../math/dependencies/terms.js').Context} Context
 */

/** A long path shows its beginning and its end. */
const FIRST = 2;
const LAST = 6;
const FEWEST_FOLDED = 2;

/** @param {import('../types.js').Act} act */
export function createPath(act) {
  const leave = el('button', { type: 'button', class: 'link leave', onclick: () => act.closeTrail() });
  const steps = el('ol', { class: 'path-steps' });
  const element = el('nav', { class: 'derivation-path' }, leave, steps);
  return {
    element,
    /** @param {State} state @param {Context} context */
    update(state, context) {
      const t = wordsOf(state).derivation;
      element.setAttribute('aria-label', t.path);
      fill(leave, `‹ ${isUpdateOpen({ ...state, trail: [] }) ? words(state.lang).update.title : t.leave(state.pos)}`);
      steps.hidden = state.trail.length < 2;
      const all = state.trail.map((ref, i) => stepOf(ref, i, state, context, act));
      const more = all.length - FIRST - LAST;
      if (more < FEWEST_FOLDED) return fill(steps, ...all);
      const unfold = el('button', { type: 'button', title: t.unfold(more), 'aria-label': t.unfold(more), onclick: () => {
        fill(steps, ...all);
        all[FIRST]?.querySelector('button')?.focus();
      } }, `⋯ ${more} ⋯`);
      fill(steps, ...all.slice(0, FIRST), el('li', {}, unfold), ...all.slice(-LAST));
    },
  };
}

/** @param {NumberRef} ref @param {number} i @param {State} state @param {Context} context @param {import('../types.js').Act} act */
function stepOf(ref, i, state, context, act) {
  const before = state.trail[i - 1];
  const code = codeOf(ref, state);
  const isLast = i === state.trail.length - 1;
  const step = isLast ? el('b', { 'aria-current': 'step' }, code) : el('button', { type: 'button', onclick: () => act.backTo(i) }, code);
  return el('li', {}, before && el('span', { class: 'path-arrow', 'aria-hidden': 'true' }, arrow(before, ref, context)), step);
}

/** Back towards what it comes from, or forward to what uses it. @param {NumberRef} before @param {NumberRef} ref @param {Context} context */
function arrow(before, ref, context) {
  if (differentiated(before.name) === differentiated(ref.name) && before.name !== ref.name) return '∂ ';
  const key = keyOf(completed(ref, context));
  return operands(before, context).some((operand) => keyOf(operand.ref) === key) ? '← ' : '→ ';
}
