/**
 * All candidates of the selected position as bars, by ID or by value, with the
 * target, the highest and what was searched for marked.
 *
 * One tab stop. It is a slider over the candidates: arrows move the current
 * one, and its value text is read out.
 */
import { el, fill, setText } from '../dom.js';
import { layBars, paintBars } from '../draw/bars.js';
import { createSurface } from '../draw/canvas.js';
import { palette, watchPalette } from '../draw/palette.js';
import { short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { createBarsAxis } from './candidate-axis.js';
import { currentCandidate, spokenCandidate, targetOf } from './candidate-current.js';
import { findCandidates } from './candidate-search.js';
import { highlights } from './highlights.js';
import { isOnLeft } from './bar-labels.js';
import { renderPiece } from './piece.js';
import { scoresOf } from './position-scores.js';
import { shownRecord } from '../state/shown.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** CSS px above the bars: a line of text for the highest, one for the target. */
const HEAD = 34;
const LEVEL = { highest: 15, target: 32 };
const PAGE = 16;

/** @param {Act} act */
export function createCandidateBars(act) {
  const canvas = el('canvas', { class: 'bars-canvas' });
  const highest = createMark('highest');
  const target = createMark('target');
  const hovered = el('span', { class: 'bars-hovered', hidden: true, 'aria-hidden': 'true' });
  const plot = el('div', { class: 'bars-plot', role: 'slider', tabindex: 0 }, canvas, highest.element, target.element, hovered);
  const axis = createBarsAxis();
  const element = el('div', { class: 'bars' }, axis.values, plot, axis.ids);

  /** @type {ReturnType<typeof pictureOf> | null} */
  let picture = null;
  /** @type {State | null} */
  let shown = null;
  let width = 0;

  const surface = createSurface(canvas, (pen, canvasWidth, height, ratio) => {
    if (!picture || !shown) return;
    if (canvasWidth !== width) {
      width = canvasWidth;
      place(shown);
    }
    paintBars(pen, width, height, ratio, palette(), { ...picture, layout: layBars(width, picture.values.length, picture.starts) });
  });
  watchPalette(surface.repaint);

  /** What depends on the width. @param {State} state */
  function place(state) {
    if (!picture || width < 1) return;
    const layout = layBars(width, picture.values.length, picture.starts);
    const t = words(state.lang).output;
    highest.update(state, t.highest, picture.highestId, picture, layout, width);
    target.update(state, t.target, picture.targetId, picture, layout, width);
    axis.update(state, picture, layout, width);
  }

  listen(act, { canvas, plot, hovered }, () => (shown && picture ? { state: shown, picture, width } : null));

  return {
    element,
    /** @param {State} state */
    update(state) {
      if (shown && isSame(shown, state)) return;
      shown = state;
      picture = pictureOf(state);
      describe(plot, state, picture);
      place(state);
      surface.repaint();
    },
  };
}

/**
 * Reading under the pointer, choosing by click and by keys.
 * @param {Act} act
 * @param {{canvas: HTMLElement, plot: HTMLElement, hovered: HTMLElement}} nodes
 * @param {() => {state: State, picture: BarsPicture, width: number} | null} now what is on show
 */
function listen(act, { canvas, plot, hovered }, now) {
  /** @param {number | undefined} id @param {(ref: import('../types.js').NumberRef) => void} [use] */
  const read = (id, use = act.readNumber) => {
    const on = now();
    if (on && id !== undefined) use({ name: on.state.candidates.scale === 'logit' ? 'logits' : 'probability', index: [on.state.pos, id] });
  };
  /** @param {number | undefined} id */
  const choose = (id) => {
    if (id !== undefined) act.setCandidates({ id });
    read(id);
  };
  /** @param {MouseEvent} event */
  const idUnder = (event) => {
    const on = now();
    return on?.picture.ids(layBars(on.width, on.picture.values.length, on.picture.starts).at(event.offsetX));
  };
  canvas.addEventListener('pointermove', (event) => {
    const on = now();
    const id = idUnder(event);
    if (on && id !== undefined) showHovered(hovered, on.state, id, on.picture, event.offsetX, on.width);
    read(id);
  });
  canvas.addEventListener('pointerleave', () => (hovered.hidden = true));
  canvas.addEventListener('click', (event) => {
    const id = idUnder(event);
    choose(id);
    read(id, act.derive);
  });
  plot.addEventListener('focus', () => {
    const on = now();
    if (on) read(currentCandidate(on.state));
  });
  plot.addEventListener('keydown', (event) => {
    const on = now();
    if (on && event.key === 'Enter') {
      event.preventDefault(); // or it would press what the focus goes to
      return read(currentCandidate(on.state), act.derive);
    }
    const to = on ? steppedTo(event, on.picture, currentCandidate(on.state)) : undefined;
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(to);
  });
}

/** Whether two states show the same bars. @param {State} a @param {State} b */
function isSame(a, b) {
  const [from, to] = [shownRecord(a), shownRecord(b)];
  return from === to && a.pos === b.pos && a.candidates === b.candidates && a.trail === b.trail && a.vocabulary === b.vocabulary && a.lang === b.lang;
}

/**
 * What the state asks to be drawn; everything but the layout.
 * @param {State} state
 */
function pictureOf(state) {
  const record = shownRecord(state);
  const scores = scoresOf(record?.tensors.logits[state.pos] ?? []);
  const byValue = state.candidates.order === 'value';
  const byId = state.candidates.scale === 'logit' ? scores.logits : scores.probabilities;
  const values = byValue ? scores.descending.map((id) => byId[id] ?? NaN) : byId;
  const targetId = targetOf(state) ?? -1;
  const highestId = scores.softmax.argmax;
  /** @param {number} id */
  const placeOf = (id) => (byValue ? scores.place(id) : id);
  const lowest = byValue ? values.at(-1) ?? 0 : values.reduce((low, value) => Math.min(low, value), 0);
  return {
    values,
    starts: byValue ? [] : kindStarts(state.vocabulary),
    ids: (/** @type {number} */ place) => (byValue ? scores.descending[place] : place),
    placeOf,
    low: Math.min(0, lowest),
    high: Math.max(byId[highestId] ?? 1, 0) * 1.02 || 1,
    line: state.candidates.scale === 'probability' ? 1 / values.length : null,
    target: targetId < 0 ? -1 : placeOf(targetId),
    highest: placeOf(highestId),
    targetId,
    highestId,
    current: state.candidates.id === null ? -1 : placeOf(state.candidates.id),
    matches: findCandidates(state.vocabulary, state.candidates.query).map(placeOf),
    fed: [...highlights(state).inRow({ name: state.candidates.scale === 'logit' ? 'logits' : 'probability', index: [state.pos] })].map(placeOf),
    head: HEAD,
    leaders: [{ place: placeOf(highestId), from: LEVEL.highest }, { place: targetId < 0 ? -1 : placeOf(targetId), from: LEVEL.target }].slice(highestId === targetId ? 1 : 0),
  };
}

/** @typedef {ReturnType<typeof pictureOf>} BarsPicture */

/** IDs at which another kind of entry begins. @param {State['vocabulary']} vocabulary @returns {number[]} */
function kindStarts(vocabulary) {
  return (vocabulary ?? []).flatMap((entry, id) => (id > 0 && entry.kind !== vocabulary?.[id - 1]?.kind ? [id] : []));
}

/** @param {HTMLElement} plot @param {State} state @param {BarsPicture} picture */
function describe(plot, state, picture) {
  const id = currentCandidate(state);
  plot.setAttribute('aria-label', words(state.lang).output.bars);
  plot.setAttribute('aria-valuemin', '0');
  plot.setAttribute('aria-valuemax', String(picture.values.length - 1));
  plot.setAttribute('aria-valuenow', String(picture.placeOf(id)));
  plot.setAttribute('aria-valuetext', spokenCandidate(state, id));
}

/** @param {KeyboardEvent} event @param {BarsPicture} picture @param {number} id @returns {number | undefined} */
function steppedTo({ key, altKey, ctrlKey, metaKey }, picture, id) {
  if (altKey || ctrlKey || metaKey) return undefined;
  const at = picture.placeOf(id);
  const last = picture.values.length - 1;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowDown: at - 1, ArrowUp: at + 1, PageDown: at - PAGE, PageUp: at + PAGE, Home: 0, End: last }[key];
  return to === undefined ? undefined : picture.ids(Math.max(0, Math.min(last, to)));
}

/**
 * The label of a bar, above it, on the side with more room.
 * @param {'highest' | 'target'} kind
 */
function createMark(kind) {
  const word = el('span');
  const piece = el('span');
  const value = el('span', { class: 'mark-value' });
  const element = el('span', { class: `bars-mark ${kind}`, 'aria-hidden': 'true' }, word, piece, value);
  /** @type {import('../types.js').VocabularyEntry | undefined} */
  let drawn;
  return {
    element,
    /**
     * @param {State} state @param {string} label @param {number} id @param {BarsPicture} picture
     * @param {import('../draw/bars.js').Layout} layout @param {number} width
     */
    update(state, label, id, picture, layout, width) {
      element.hidden = id < 0 || (kind === 'highest' && id === picture.targetId);
      const entry = state.vocabulary?.[id];
      const middle = (/** @type {number} */ of) => layout.left(picture.placeOf(of)) + layout.step / 2;
      setText(word, `${label} ${id}`);
      if (entry && entry !== drawn) fill(piece, renderPiece(entry));
      drawn = entry;
      setText(value, short(picture.values[picture.placeOf(id)] ?? NaN, 6));
      // The higher label's line passes the lower one.
      beside(element, middle(id), width, kind === 'target' && id !== picture.highestId ? middle(picture.highestId) : NaN);
    },
  };
}

/** @param {HTMLElement} hovered @param {State} state @param {number} id @param {BarsPicture} picture @param {number} x @param {number} width */
function showHovered(hovered, state, id, picture, x, width) {
  const entry = state.vocabulary?.[id];
  fill(hovered, `${id} `, entry && renderPiece(entry), ` ${short(picture.values[picture.placeOf(id)] ?? NaN, 6)}`);
  beside(hovered, x, width);
  hovered.hidden = false;
}

/** @param {HTMLElement} label @param {number} x @param {number} width @param {number} [other] */
function beside(label, x, width, other) {
  const right = isOnLeft(x, width, other);
  label.style.left = right ? 'auto' : `${Math.round(x) + 4}px`;
  label.style.right = right ? `${Math.round(width - x) + 4}px` : 'auto';
}
