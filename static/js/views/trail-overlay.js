/**
 * A derivation drawn over the loom: a line through every number of its path, and
 * thin frames around those that feed the last one. Reads where the loom's
 * columns and rows lie, and changes nothing of it.
 */
import { fill, set, svg } from '../dom.js';
import { completed } from '../math/dependencies/table.js';
import { contextOf } from './derivation-context.js';
import { highlights } from './highlights.js';
import { mapSpan } from './loom-paint.js';
import { rowsOf } from './loom.js';
import { loomPlace } from './trail-places.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('./trail-places.js').LoomPlace} LoomPlace
 * @typedef {{left: number, width: number}} Span
 * @typedef {{spans: Map<string, Span>, rows: import('../draw/rows.js').Rows}} Geometry
 */

/** Not the two halves of a comparison. */
const WHOLE = '.loom-body:not(.half)';
const STEP_RADIUS = 3;
const LAST_RADIUS = 5;
const NARROWEST_FRAME = 4;
/** A row of one px has a frame too. */
const LOWEST_FRAME = 1;

/** @param {HTMLElement} root the loom */
export function createTrailOverlay(root) {
  const frames = svg('g', { class: 'trail-frames' });
  const halo = svg('polyline', { class: 'trail-halo' });
  const line = svg('polyline', { class: 'trail-line' });
  const steps = svg('g', { class: 'trail-steps' });
  const overlay = svg('svg', { class: 'trail-overlay', 'aria-hidden': 'true' }, frames, halo, line, steps);
  root.querySelector(WHOLE)?.append(overlay);
  /** @type {State | null} */
  let shown = null;
  /** @type {unknown[]} */
  let drawn = [];
  let due = 0;
  new ResizeObserver(() => {
    drawn = [];
    if (shown) update(shown);
  }).observe(root);

  /** @param {State} state */
  function update(state) {
    shown = state;
    const context = contextOf(state);
    const isOpen = state.trail.length > 0 && context !== null;
    set(overlay, { class: isOpen ? 'trail-overlay open' : 'trail-overlay' });
    const inputs = [isOpen, state.trail, context, state.pos, state.present];
    if (inputs.every((input, i) => input === drawn[i])) return;
    drawn = inputs;
    if (!isOpen || !context) return;
    const path = pathOf(state, context);
    const rows = frameRows(state, context);
    // Before the next frame is painted, when layout is due anyway.
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => {
      const geometry = measure(root);
      // A loom that waits for what it is compared with has no rows yet; with its picture they are there.
      if (geometry) draw(path, rows, geometry);
      else drawn = [];
    });
  }

  /** @param {LoomPlace[]} path @param {LoomPlace[][]} rows @param {Geometry} geometry */
  function draw(path, rows, geometry) {
    const points = path.flatMap((place) => pointOf(place, geometry) ?? []);
    const joined = points.map(({ x, y }) => `${x},${y}`).join(' ');
    set(halo, { points: joined });
    set(line, { points: joined });
    fill(frames, ...rows.flatMap((row) => frameOf(row, geometry) ?? []));
    fill(steps, ...points.map(({ x, y }, i) => {
      const isLast = i === points.length - 1;
      return svg('circle', { class: isLast ? 'last' : null, cx: x, cy: y, r: isLast ? LAST_RADIUS : STEP_RADIUS });
    }));
  }

  return { update };
}

/** @param {State} state @param {import('../math/dependencies/terms.js').Context} context @returns {LoomPlace[]} */
function pathOf(state, context) {
  let from = state.pos;
  return state.trail.flatMap((ref) => {
    const place = loomPlace(completed(ref, context), context, from);
    if (place) from = place.position;
    return place ?? [];
  });
}

/** What feeds the last number, row by row. @param {State} state @param {import('../math/dependencies/terms.js').Context} context @returns {LoomPlace[][]} */
function frameRows(state, context) {
  const last = state.trail.at(-1);
  const own = last && loomPlace(completed(last, context), context, state.pos);
  /** @type {Map<string, LoomPlace[]>} */
  const rows = new Map();
  for (const ref of highlights(state).refs) {
    const place = loomPlace(ref, context, own?.position ?? state.pos);
    if (!place) continue;
    const key = `${place.column} ${place.position}`;
    const row = rows.get(key);
    if (row) row.push(place);
    else rows.set(key, [place]);
  }
  return [...rows.values()];
}

/** @param {HTMLElement} root @returns {Geometry | null} null while nothing has been drawn */
function measure(root) {
  const body = /** @type {HTMLElement} */ (root.querySelector(WHOLE));
  const box = body.getBoundingClientRect();
  /** @type {Map<string, Span>} */
  const spans = new Map();
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.loom-label[data-column]'))) {
    const { left, width } = label.getBoundingClientRect();
    const span = { left: Math.round(left - box.left), width: Math.floor(width) };
    if (width > 1) spans.set(label.dataset.column ?? '', label.classList.contains('weights') ? mapSpan(span) : span);
  }
  const rows = rowsOf.get(body);
  return rows ? { spans, rows } : null;
}

/** @param {LoomPlace} place @param {Geometry} geometry */
function pointOf({ column, position, place, of }, { spans, rows }) {
  const span = spans.get(column);
  if (!span || position >= rows.count) return null;
  const share = place === null ? 0.5 : (place + 0.5) / of;
  return { x: round(span.left + share * span.width), y: round(rows.middle(position)) };
}

/** One frame around all that feeds it from one row. @param {LoomPlace[]} row @param {Geometry} geometry */
function frameOf(row, { spans, rows }) {
  const [first] = row;
  const span = first && spans.get(first.column);
  if (!first || !span || first.position >= rows.count) return null;
  const places = row.map(({ place }) => place ?? 0);
  const left = span.left + (Math.min(...places) / first.of) * span.width;
  const width = Math.max(NARROWEST_FRAME, ((Math.max(...places) - Math.min(...places) + 1) / first.of) * span.width);
  return svg('rect', { x: round(left) + 0.5, y: round(rows.top(first.position)) + 0.5, width: round(width) - 1, height: Math.max(LOWEST_FRAME, round(rows.height(first.position)) - 1) });
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 2) / 2;
}
