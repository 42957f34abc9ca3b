/**
 * The docked strip of Take apart: how many changes act and how to undo them,
 * how the loss changed at each position, and one sentence about the selected one.
 */
import { el, set, setText } from '../dom.js';
import { createSurface } from '../draw/canvas.js';
import { changeAt, paintChanges } from '../draw/change-bars.js';
import { palette, watchPalette } from '../draw/palette.js';
import { short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { changesOf, isApart } from '../state/apart.js';
import { shownRecord } from '../state/shown.js';
import { lossChanges, signed, withoutWhat } from './apart-words.js';
import { createPatientButton } from './patient-button.js';
import { createSays } from './strip-says.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** @param {HTMLElement} root @param {Act} act */
export function createApartStrip(root, act) {
  const levers = createLevers(act);
  const axis = createAxis(act);
  const sentence = el('p', { class: 'lab-sentence', role: 'status' });
  const says = createSays(sentence);
  root.classList.add('lab');
  root.append(levers.element, axis.element, says.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !isApart(state);
      if (root.hidden) return;
      const depends = [state.off, state.swap, state.traced, state.healthyTraced, state.pos, state.rec, state.refusal, state.lang, state.panel];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      set(root, { 'aria-label': wordsOf(state).apart.title });
      root.classList.toggle('under-panel', state.panel);
      levers.update(state);
      axis.update(state);
      says.update(state);
      setText(sentence, apartFinding(state));
    },
  };
}

/** What the change did to the selected position. @param {State} state */
export function apartFinding(state) {
  const t = wordsOf(state).apart;
  if (state.refusal) return t.refused;
  if (!changesOf(state)) return t.idle;
  const changes = lossChanges(state);
  if (!changes) return t.waiting;
  const here = changes.find(({ position }) => position === state.pos);
  if (!here) return t.noTarget;
  // Two digits say enough, unless they hide the change.
  const texts = [2, 5].map((decimals) => [lossText(here.now, decimals), lossText(here.intact, decimals)]);
  const [now, intact] = texts.find(([one, other]) => one !== other) ?? [];
  if (now && intact) return t.pays(withoutWhat(state), state.pos, now, intact);
  return t.paysStill(withoutWhat(state), state.pos, lossText(here.now, here.change ? 5 : 2), here.change ? short(Math.abs(here.change), 5) : '');
}

/** One that so few decimals would round away gets two digits, as long as it is still read as a decimal. @param {number} loss @param {number} decimals */
function lossText(loss, decimals) {
  const isSmall = loss >= 1e-5 && Number(loss.toFixed(decimals)) === 0;
  return short(loss, isSmall ? Math.ceil(-Math.log10(loss)) + 1 : decimals);
}

/** @param {Act} act */
function createLevers(act) {
  const title = el('h2');
  const count = el('span', { class: 'apart-count' });
  const undo = createPatientButton('button primary', () => act.undoApart());
  const all = createPatientButton('button', () => act.undoAllApart());
  const bug = el('button', { type: 'button', class: 'button', 'data-kin': 'lever', onclick: () => act.setLever('fault') });
  return {
    element: el('div', { class: 'lab-levers' }, el('div', { class: 'lab-line' }, title, count), el('div', { class: 'lab-line' }, undo.element, all.element, bug)),
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).apart;
      const changes = changesOf(state);
      setText(title, t.title);
      setText(count, t.changes(changes));
      setText(undo.element, t.undo);
      setText(all.element, t.undoAll);
      setText(bug, t.bugInstead);
      set(undo.element, { title: t.undoTitle });
      for (const one of [undo, all]) one.allow(changes > 0);
    },
  };
}

/** A slider over the positions: arrows, Home and End select one. @param {Act} act */
function createAxis(act) {
  const label = el('span', { class: 'apart-axis-label' });
  const canvas = el('canvas', { class: 'apart-axis-canvas' });
  const plot = el('div', { class: 'apart-axis-plot', role: 'slider', tabindex: 0 }, canvas);
  /** @type {{changes: number[], selected: number}} */
  let picture = { changes: [], selected: 0 };
  const surface = createSurface(canvas, (pen, width, height) => paintChanges(pen, width, height, palette(), picture));
  watchPalette(surface.repaint);
  plot.addEventListener('click', (event) => act.selectPosition(changeAt(event.offsetX, plot.clientWidth, picture.changes.length)));
  plot.addEventListener('keydown', (event) => {
    const last = picture.changes.length - 1;
    const to = { ArrowLeft: picture.selected - 1, ArrowRight: picture.selected + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act.selectPosition(Math.max(0, Math.min(last, to)));
  });

  return {
    element: el('div', { class: 'apart-axis' }, label, plot),
    /** @param {State} state */
    update(state) {
      const t = wordsOf(state).apart;
      const count = shownRecord(state)?.valid_count ?? 0;
      const found = lossChanges(state);
      const changes = new Array(count).fill(NaN);
      for (const { position, change } of found ?? []) changes[position] = change;
      picture = { changes, selected: state.pos };
      setText(label, t.axis);
      const here = changes[state.pos];
      set(plot, { 'aria-label': t.axis, 'aria-valuemin': 0, 'aria-valuemax': Math.max(0, count - 1), 'aria-valuenow': state.pos, 'aria-valuetext': t.axisValue(state.pos, Number.isFinite(here) ? signed(here) : '–') });
      surface.repaint();
    },
  };
}
