/** Each head's attention in A and in B, and B − A: maps on one scale, the selected position framed. */
import { el, fill, set, setText } from '../dom.js';
import { createAtlas } from '../draw/atlas.js';
import { cellSize, INSET, mapSize, paintMap } from '../draw/attention-map.js';
import { createSurface } from '../draw/canvas.js';
import { palette, watchPalette } from '../draw/palette.js';
import { scaleEnd } from '../draw/scale.js';
import { full } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { shownDifference } from './shown-difference.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').BlockTensors} BlockTensors
 * @typedef {'A' | 'B' | 'change'} Side
 */

const SIDES = /** @type {Side[]} */ (['A', 'B', 'change']);
const LARGEST_CELL = 9;
/** With more of them, the chosen one alone has room. */
const MOST_HEADS = 4;

/** @param {import('../types.js').Act} act */
export function createCompareHeads(act) {
  const element = el('div', { class: 'compare-heads' });
  /** @type {ReturnType<typeof createMap>[]} */
  let maps = [];
  let made = '';

  return {
    element,
    /** @param {State} state @param {import('../types.js').Traced} other */
    update(state, other) {
      const record = shownRecord(state);
      const b = record?.tensors.blocks[state.block];
      const a = other.trace.records[shownIndex(state)]?.tensors.blocks[state.block];
      const change = shownDifference(state)?.tensors.blocks[state.block];
      if (!a || !b || !change) return;
      const heads = b.weights.length > MOST_HEADS ? [state.head] : b.weights.map((_, head) => head);
      if (made !== heads.join()) {
        made = heads.join();
        maps = heads.flatMap((head) => SIDES.map((side) => createMap(act, head, side)));
        fill(element, ...maps.map((map) => map.element));
      }
      const blocks = { A: a, B: b, change };
      for (const map of maps) map.update(state, blocks[map.side]);
    },
  };
}

/** @param {import('../types.js').Act} act @param {number} head @param {Side} side */
function createMap(act, head, side) {
  const title = el('h3');
  const rows = el('div', { class: 'compare-rows', 'aria-hidden': 'true' });
  const canvas = el('canvas', { role: 'img' });
  const atlas = createAtlas();
  const element = el('div', { class: 'compare-map', 'data-side': side }, title, el('div', { class: 'compare-frame' }, rows, el('div', {}, canvas)));
  /** @type {{state: State, block: BlockTensors} | null} */
  let shown = null;
  /** @type {unknown[]} */
  let drawn = [];
  let cell = 0;
  let room = 0;

  const surface = createSurface(
    canvas,
    (pen, _width, _height, ratio) => shown && paintMap(pen, atlas, pictureOf(shown.state, shown.block, head, side), cell, palette(), ratio),
    (width) => {
      room = width;
      resize();
    },
  );
  watchPalette(() => surface.repaint());

  function resize() {
    const count = shown?.block.weights[head]?.length ?? 0;
    if (!shown || !count || !room) return;
    cell = cellSize(room, count, LARGEST_CELL, devicePixelRatio);
    surface.setHeight(mapSize(cell, count, false));
    element.style.setProperty('--cell', `${cell}px`);
    element.style.setProperty('--inset', `${INSET}px`);
    numberRows(rows, count, shown.state.pos);
  }

  /** @param {MouseEvent} event */
  const under = ({ offsetX, offsetY }) => [offsetY, offsetX].map((at) => Math.floor((at - INSET) / cell));
  canvas.addEventListener('click', (event) => {
    const [query = -1] = under(event);
    if (query >= 0 && query < (shown?.block.weights[head]?.length ?? 0)) act.selectPosition(query);
  });
  canvas.addEventListener('pointermove', (event) => {
    const [query = -1, key = -1] = under(event);
    const value = shown?.block.visible[0]?.[query]?.[key] ? shown.block.weights[head]?.[query]?.[key] : undefined;
    canvas.title = shown && value !== undefined ? `${words(shown.state.lang).attention.cell(query, key, full(value))}` : '';
  });

  return {
    element,
    side,
    /** @param {State} state @param {BlockTensors} block */
    update(state, block) {
      shown = { state, block };
      const inputs = [block, state.pos, state.lang, palette()];
      if (inputs.every((input, i) => input === drawn[i]) && drawn.length) return;
      drawn = inputs;
      const t = wordsOf(state).compare;
      const name = side === 'change' ? t.change : t.head(side, head);
      setText(title, name);
      set(canvas, { 'aria-label': t.mapLabel(t.head(side === 'change' ? t.change : side, head), state.pos) });
      resize();
      surface.repaint();
    },
  };
}

/** @param {State} state @param {BlockTensors} block @param {number} head @param {Side} side */
function pictureOf({ pos, traced }, { weights, visible }, head, side) {
  const values = weights[head] ?? [];
  return { values, visible: visible[0] ?? [], most: side === 'change' ? scaleEnd(weights) : null, query: pos, key: null, padded: false, causal: traced?.mask !== 'none' };
}

/** Every tenth position, and the selected one. @param {HTMLElement} rows @param {number} count @param {number} selected */
function numberRows(rows, count, selected) {
  const wanted = Array.from({ length: count }, (_, at) => at).filter((at) => at === selected || (at % 10 === 0 && Math.abs(at - selected) > 1));
  if (rows.dataset.shown === `${wanted} ${selected}`) return;
  rows.dataset.shown = `${wanted} ${selected}`;
  fill(rows, ...wanted.map((at) => {
    const node = el('span', { class: at === selected && 'selected' }, at);
    node.style.setProperty('--at', String(at));
    return node;
  }));
}
