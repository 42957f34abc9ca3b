/** The docked strip in Generate: the draw, its settings, the tokens drawn, and one sentence that is true of them. */
import { el, set, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { drawnCount, generated, isAwaited } from '../state/generation.js';
import { settingsFrom } from '../state/generation-settings.js';
import { createDrawAxis } from './draw-axis.js';
import { drawFinding } from './draw-finding.js';
import { createDrawSettings } from './draw-settings.js';
import { createPatientButton } from './patient-button.js';
import { createSays } from './strip-says.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createDrawStrip(root, act) {
  const levers = createLevers(act);
  const settings = createDrawSettings(act);
  const axis = createDrawAxis(act);
  const sentence = el('p', { class: 'lab-sentence', role: 'status' });
  const says = createSays(sentence);
  root.classList.add('lab');
  root.append(levers.element, el('div', { class: 'draw-middle' }, settings.element, axis.element), says.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'generate';
      if (root.hidden) return;
      const depends = [state.generation, state.drafts, state.pos, state.traced, state.step, state.lang, state.vocabulary, state.panel];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      set(root, { 'aria-label': words(state.lang).generation.title });
      root.classList.toggle('under-panel', state.panel);
      for (const part of [levers, settings, axis, says]) part.update(state);
      setText(sentence, drawFinding(state));
    },
  };
}

/** @param {import('../types.js').Act} act */
function createLevers(act) {
  const title = el('h2');
  const next = createPatientButton('button primary', () => act.drawNext());
  next.element.dataset.kin = 'draw';
  const run = createPatientButton('button', () => act.toggleDrawing());
  const greedy = el('button', { type: 'button', class: 'button', onclick: () => act.toggleGreedy() });
  const again = el('button', { type: 'button', class: 'link', 'data-kin': 'draw', onclick: () => act.discardDrawn() });
  return {
    element: el('div', { class: 'lab-levers' }, el('div', { class: 'lab-line' }, title, again), el('div', { class: 'lab-line' }, next.element, run.element, greedy)),
    /** @param {State} state */
    update(state) {
      const t = words(state.lang).generation;
      const generation = generated(state);
      const isOver = !generation || drawnCount(state) >= generation.steps.length;
      setText(title, t.title);
      setText(next.element, t.next);
      setText(run.element, state.generation.running ? t.pause : t.run);
      setText(greedy, t.greedy);
      setText(again, t.again);
      next.allow(!isOver);
      // It can be asked for before it is here.
      run.allow(!isOver || isAwaited(state));
      set(again, { hidden: drawnCount(state) === 0 });
      set(greedy, { 'aria-pressed': String(settingsFrom(state.generation.settings)?.temperature === 0) });
    },
  };
}
