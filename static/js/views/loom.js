/**
 * The loom: every tensor of the current record side by side, one row per
 * position, the selected row one band through all of them. Fan excepted, every
 * thread stays in its row.
 *
 * Columns are laid out by CSS, through their labels; their places are read when
 * a size changes and never while drawing.
 */
import { setText } from '../dom.js';
import { createSurface, roomyHeight } from '../draw/canvas.js';
import { absence } from '../draw/hatch.js';
import { palette, watchPalette } from '../draw/palette.js';
import { fullPitch, layRows } from '../draw/rows.js';
import { words } from '../i18n/index.js';
import { isPanelOpen } from '../state/panel.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { createFrame } from './loom-frame.js';
import { createLoomPainter } from './loom-paint.js';
import { stageHead } from './stages.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {import('./loom-paint.js').Placed} Placed
 */

/** CSS px: the folded padding row, and its distance from the last position. */
const PAD_HEIGHT = 12;
const PAD_GAP = 3;
/** Positions that all have rows of one pitch. */
const MOST_EVEN = 64;
/** Where the rows lie that a loom shows, for what is drawn over it. @type {WeakMap<HTMLElement, import('../draw/rows.js').Rows>} */
export const rowsOf = new WeakMap();

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createLoom(root, act) {
  const parts = createFrame(root, act);
  const { body, canvas, gutter, live } = parts;
  const paint = createLoomPainter();
  const place = { placed: /** @type {Placed[]} */ ([]), gutterEnd: 0, rem: 16, family: 'sans-serif', windowHeight: innerHeight };

  /** @type {State | null} */
  let state = null;
  let rows = layRows(1, 0, 14);
  /** @type {unknown[]} */
  let painted = [];
  let speak = false;
  /** @type {import('./loom-looks.js').LoomLook | null} */
  let look = null;
  /** @type {ReturnType<typeof import('./loom-looks.js').createLooks> | null} comes with the first fault or comparison */
  let looks = null;
  /** @type {import('./loom-input.js').Reading | null} comes with the first number read */
  let reading = null;
  /** @type {import('./loom-large.js').Large | null} comes with the first model of several blocks, or record of many positions */
  let large = null;
  /** @type {import('./loom-large.js').Plan | null} null where the record is laid out as here */
  let plan = null;

  const surface = createSurface(canvas, (pen, width, _height, ratio) => {
    const record = state && shownRecord(state);
    if (!state || !record) return;
    const colours = palette();
    pen.textBaseline = 'middle';
    const dots = absence(pen, 'dots', colours.colour.dots, ratio);
    const padHeight = !look?.isHalved && paddedSlots(state, record) > 0 ? PAD_HEIGHT : 0;
    const brush = { pen, rows, padTop: rows.total + PAD_GAP, padHeight, palette: colours, width, ratio, family: place.family, rem: place.rem, dots };
    const { placed, gutterEnd } = place;
    (plan?.paint ?? paint)(brush, { record, block: state.block, placed, gutterEnd, meanLoss: state.traced?.trace.loss ?? NaN, padding: paddingId(state), look });
  });

  function measure() {
    if (measured()) refresh();
  }

  /** Whether anything lies elsewhere than before. */
  function measured() {
    const box = body.getBoundingClientRect();
    const style = getComputedStyle(body);
    const placed = parts.labelled.map(({ column, stage, label }) => {
      const { left, width } = label.getBoundingClientRect();
      return { column, stage, span: { left: Math.round(left - box.left), width: Math.floor(width) } };
    });
    const before = JSON.stringify(place);
    Object.assign(place, {
      placed: placed.filter(({ column, span }) => span.width > 1 || column.kind === 'sign'),
      gutterEnd: gutter.element.getBoundingClientRect().right - box.left,
      rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      family: style.fontFamily,
      windowHeight: innerHeight,
    });
    return JSON.stringify(place) !== before;
  }

  async function loadLooks() {
    const { createLooks } = await import('./loom-looks.js');
    looks ??= createLooks(parts, act);
    refresh();
  }

  async function loadLarge() {
    const { createLarge } = await import('./loom-large.js');
    large ??= createLarge(root);
    refresh();
  }

  /** Nobody can have asked for anything before the first picture stands. */
  async function listen() {
    const { listenKeys, listenPointer } = await import('./loom-input.js');
    listenPointer(parts, view, act, read);
    listenKeys(body, () => state, act, () => (speak = true), read);
  }

  /** Draw again what is on show, after a size or a colour changed. */
  function refresh() {
    painted = [];
    if (state) draw(state);
  }

  /** @param {State} now */
  function draw(now) {
    const record = shownRecord(now);
    if (!record) return;
    if (!state) void listen();
    state = now;
    if (!large && (record.valid_count > MOST_EVEN || record.tensors.blocks.length > 1)) return void loadLarge();
    if (!looks && (now.traced?.fault || now.show !== 'values')) return void loadLooks();
    const next = looks?.look(now) ?? null;
    // The picture before stays until there is something to compare with.
    if (next?.isAwaited) return;
    look = next;
    plan = large?.plan(now, record) ?? null;
    if (parts.relabel(now, plan)) {
      measured(); // later, all would be painted twice
      observer.observeAll(parts.labels);
    }
    const padded = look?.isHalved ? 0 : paddedSlots(now, record);
    const selected = Math.min(now.pos, record.valid_count - 1);
    rows = (plan?.lay ?? layRows)(record.valid_count, selected, Math.round((fullPitch(place.windowHeight) * place.rem) / (look?.isHalved ? 32 : 16)));
    openColumn(parts.stages, now.stage);
    parts.notch.point(isPanelOpen(now) ? null : now.stage);
    gutter.update(now, record, rows, padded);
    looks?.mark(now, look, rows, place);
    if (plan) large?.fit(parts.labelled, place.placed);
    const inputs = [record, look, plan, now.traced?.trace, now.block, selected, rows.pitch, palette(), padded, paddingId(now)];
    if (inputs.length === painted.length && inputs.every((input, i) => input === painted[i])) return;
    painted = inputs;
    moveBand(body, rows);
    surface.setHeight(roomyHeight(rows.total + (padded > 0 ? PAD_GAP + PAD_HEIGHT : 0)));
    surface.repaint();
  }

  const observer = observeSizes(root, measure);
  addEventListener('resize', () => innerHeight !== place.windowHeight && measure());
  watchPalette(refresh);
  const view = () => state && { state, rows, placed: place.placed, look };
  /** @type {import('./loom-input.js').Read} */
  const read = async (then) => {
    const { createLoomReading } = await import('./loom-reading.js');
    reading ??= createLoomReading(parts, view, act);
    then(reading);
  };

  return {
    /** @param {State} now */
    update(now) {
      draw(now);
      reading?.mark();
      if (speak) setText(live, spoken(now));
      speak = false;
    },
  };
}

/** @param {State} state @param {import('../types.js').TracedRecord} record */
export function paddedSlots(state, record) {
  return (state.model?.config.context_length ?? state.traced?.trace.slots ?? 0) - record.valid_count;
}

/** @param {State} state @returns {number | null} what the padding is filled with; null where slots are free to be drawn into */
export function paddingId(state) {
  if (state.aside) return null;
  const changed = state.traced?.drafts[shownIndex(state)]?.paddingId;
  return changed ?? state.vocabulary?.find(({ kind, name }) => kind === 'special' && name === 'PAD')?.id ?? (state.vocabulary ? 0 : NaN);
}

/** @param {{stage: number, element: HTMLElement}[]} stages @param {Stage} open */
function openColumn(stages, open) {
  for (const { stage, element } of stages) element.classList.toggle('open', stage === open);
}

/** @param {HTMLElement} body @param {import('../draw/rows.js').Rows} rows */
export function moveBand(body, rows) {
  rowsOf.set(body, rows);
  const place = { '--pitch': rows.pitch, '--lens': rows.pitch + rows.lens, '--selected-top': rows.top(rows.selected) };
  for (const [name, value] of Object.entries(place)) {
    const text = `${value}px`;
    if (body.style.getPropertyValue(name) !== text) body.style.setProperty(name, text);
  }
}

/**
 * A narrow page hides stages, so each column's size is watched, not the loom's alone.
 * @param {HTMLElement} root @param {() => void} measure
 */
function observeSizes(root, measure) {
  // Columns stand side by side: a record that grows makes them taller, and moves none.
  const widths = new WeakMap();
  const observer = new ResizeObserver((entries) => {
    const changed = entries.filter(({ target, contentRect }) => widths.get(target) !== contentRect.width);
    for (const { target, contentRect } of changed) widths.set(target, contentRect.width);
    if (changed.length) measure();
  });
  observer.observe(root);
  return {
    /** @param {HTMLElement} labels */
    observeAll(labels) {
      observer.disconnect();
      observer.observe(root);
      for (const stage of labels.children) observer.observe(stage);
    },
  };
}

/** @param {State} state */
function spoken(state) {
  const record = shownRecord(state);
  const entry = record && state.vocabulary?.[record.ids[state.pos] ?? -1];
  const { stages } = words(state.lang);
  return stages.spoken(state.pos, entry?.name ?? '', state.stage, stageHead(state, state.stage));
}
