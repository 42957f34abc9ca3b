/**
 * One head's weights or scores as a picture that can be walked: one tab stop,
 * arrows move query and key over the cells that exist, and the cell arrived at
 * is spoken; a click or Enter asks where it comes from. The picture is one canvas, however many cells it has.
 */
import { el, fill, set, setText } from '../dom.js';
import { cellSize, INSET, mapSize, paintMap } from '../draw/attention-map.js';
import { createAtlas } from '../draw/atlas.js';
import { createSurface, roomyHeight } from '../draw/canvas.js';
import { palette, watchPalette } from '../draw/palette.js';
import { scaleEnd } from '../draw/scale.js';
import { full } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { highlights } from './highlights.js';
import { labelAxes, MOST_LABELLED } from './map-axes.js';
import { whenPointed } from './pointed.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').BlockTensors} BlockTensors */

/** CSS px: a cell is hardly larger than one of the loom's rows, so that both read alike. */
const LARGEST_CELL = 15;
/** Room a query's number needs; smaller rows show every tenth. */
const NUMBERED = 9;
/** CSS px of a map of more than that; a cell has whole ones. */
const LONG_SIDE = 400;

/** @param {import('../types.js').Act} act @param {number} head */
export function createHeatMap(act, head) {
  const title = el('h3', { class: 'map-title' });
  const queries = el('div', { class: 'map-queries', 'aria-hidden': 'true' });
  const keys = el('div', { class: 'map-keys', 'aria-hidden': 'true' });
  const canvas = el('canvas', { class: 'map-canvas' });
  const live = el('div', { class: 'spoken', 'aria-live': 'polite' });
  const walk = el('div', { class: 'map-walk', tabindex: 0, role: 'application' }, canvas);
  const element = el('div', { class: 'heat-map' }, title, el('div', { class: 'map-frame' }, queries, keys, walk), live);
  const atlas = createAtlas();

  /** @type {State | null} */
  let state = null;
  /** @type {unknown[]} */
  let drawn = [];
  let cell = 0;
  let width = 0;
  let speak = false;

  const surface = createSurface(
    canvas,
    (pen, _width, _height, ratio) => state && paintMap(pen, atlas, pictureOf(state, head), cell, palette(), ratio),
    (room) => {
      width = room;
      resize();
    },
  );
  watchPalette(() => surface.repaint());

  function resize() {
    const count = state && shownRecord(state)?.valid_count;
    if (!state || !count || !width) return;
    cell = cellSize(width, count, largestCell(count), devicePixelRatio);
    const side = mapSize(cell, count, isPadded(state));
    walk.style.height = `${side}px`;
    surface.setHeight(roomyHeight(side));
    element.style.setProperty('--cell', `${cell}px`);
    element.classList.toggle('tiny', cell < NUMBERED);
    element.classList.toggle('minute', cell < NUMBERED / 4);
  }

  listen(walk, canvas, { act, head, state: () => state, cell: () => cell, moved: () => (speak = true) });

  return {
    element,
    /** @param {State} now */
    update(now) {
      const record = shownRecord(now);
      const inputs = [record, now.block, now.pos, now.head === head ? now.key : -1, now.map, now.lang, now.vocabulary, palette(), isPadded(now), highlights(now)];
      state = now;
      if (!record || (inputs.every((input, i) => input === drawn[i]) && drawn.length)) return;
      drawn = inputs;
      const text = words(now.lang).attention;
      fill(title, text.head(head), el('small', {}, text.axes));
      set(walk, { 'aria-label': text.mapLabel(head, text.modes[now.map]) });
      // A cell needs a pixel.
      element.style.flexBasis = record.valid_count > MOST_LABELLED ? `calc(${mapSize(1, record.valid_count, isPadded(now))}px + var(--names) + .25rem)` : '';
      labelAxes(queries, keys, now, record);
      resize();
      surface.repaint();
      if (speak) setText(live, spoken(now, head));
      speak = false;
    },
  };
}

/** @param {State} state @param {number} head @returns {import('../draw/attention-map.js').MapPicture} */
function pictureOf(state, head) {
  const block = blockOf(state);
  const isScores = state.map === 'scores';
  return {
    values: (isScores ? block?.scores[head] : block?.weights[head]) ?? [],
    visible: block?.visible[0] ?? [],
    most: isScores ? scaleEnd(block?.scores ?? []) : null,
    query: state.pos,
    key: state.head === head ? state.key : null,
    padded: isPadded(state),
    causal: state.traced?.mask !== 'none',
    fed: highlights(state).refs.flatMap(({ name, block: of, index: [h, query = -1, key = -1] }) =>
      name === state.map && of === state.block && h === head ? [{ query, key }] : [],
    ),
  };
}

/** @param {State} state */
function isPadded(state) {
  const slots = state.model?.config.context_length ?? state.traced?.trace.slots ?? 0;
  return slots > (shownRecord(state)?.valid_count ?? 0);
}

/** @param {State} state @returns {BlockTensors | undefined} */
function blockOf(state) {
  return shownRecord(state)?.tensors.blocks[state.block];
}

/** @param {number} count */
function largestCell(count) {
  return count > MOST_LABELLED ? Math.max(1, Math.floor(LONG_SIDE / count)) : LARGEST_CELL;
}

/** @param {State} state @param {number} head */
function spoken(state, head) {
  const value = (state.map === 'scores' ? blockOf(state)?.scores : blockOf(state)?.weights)?.[head]?.[state.pos]?.[state.key];
  return wordsOf(state).attention.cell(state.pos, state.key, value === null || value === undefined ? '' : full(value));
}

/**
 * @typedef {object} Walk
 * @property {import('../types.js').Act} act
 * @property {number} head
 * @property {() => State | null} state
 * @property {() => number} cell
 * @property {() => void} moved
 */

/** @param {HTMLElement} walk @param {HTMLElement} canvas @param {Walk} context */
function listen(walk, canvas, context) {
  /** @param {number} query @param {number} key */
  function go(query, key) {
    const state = context.state();
    if (!state) return;
    context.moved();
    context.act.selectCell(context.head, query, key);
    context.act.readNumber({ name: state.map, block: state.block, index: [context.head, query, key] });
  }

  /** @param {State} state @param {number} query @param {number} key */
  function derive(state, query, key) {
    context.act.derive({ name: state.map, block: state.block, index: [context.head, query, key] });
  }

  walk.addEventListener('keydown', (event) => {
    const state = context.state();
    if (!state || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = target(event.key, state);
    if (!to && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (to) go(to.query, to.key);
    else derive(state, state.pos, state.key);
  });
  canvas.addEventListener('click', (event) => {
    const state = context.state();
    const at = under(event, context);
    if (!state || !at) return;
    go(at.query, at.visible ? at.key : at.query);
    derive(state, at.query, at.key);
  });
  canvas.addEventListener('pointermove', (event) => {
    const state = context.state();
    const at = under(event, context);
    canvas.title = state && at ? tooltip(state, context.head, at) : '';
  });
  whenPointed(canvas, (event) => {
    const state = context.state();
    const at = under(event, context);
    if (state && at) context.act.readNumber({ name: state.map, block: state.block, index: [context.head, at.query, at.key] });
  });
}

/** @param {MouseEvent} event @param {Walk} context */
function under({ offsetX, offsetY }, { state, cell }) {
  const now = state();
  const visible = now && blockOf(now)?.visible[0];
  const query = Math.floor((offsetY - INSET) / cell());
  const key = Math.floor((offsetX - INSET) / cell());
  const row = visible?.[query];
  return row && key >= 0 && key < row.length ? { query, key, visible: row[key] === true } : null;
}

/** @param {State} state @param {number} head @param {{query: number, key: number, visible: boolean}} at */
function tooltip(state, head, { query, key, visible }) {
  const text = wordsOf(state).attention;
  const value = (state.map === 'scores' ? blockOf(state)?.scores : blockOf(state)?.weights)?.[head]?.[query]?.[key];
  return text.cell(query, key, visible && typeof value === 'number' ? full(value) : text.masked);
}

/**
 * Where an arrow leads. Only keys that the query sees have a cell to stand on.
 * @param {string} pressed @param {State} state
 */
function target(pressed, state) {
  const visible = blockOf(state)?.visible[0] ?? [];
  const { key } = state;
  const query = { ArrowUp: state.pos - 1, ArrowDown: state.pos + 1 }[pressed] ?? state.pos;
  const row = visible[query];
  const last = row?.lastIndexOf(true) ?? -1;
  const across = { ArrowLeft: key - 1, ArrowRight: key + 1, Home: 0, End: last, ArrowUp: key, ArrowDown: key }[pressed];
  return across === undefined || last < 0 ? null : { query, key: Math.max(0, Math.min(last, across)) };
}
