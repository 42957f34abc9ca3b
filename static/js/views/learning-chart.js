/**
 * Both losses as they grow, from 0; the losses of the batches faint behind
 * them. One tab stop: it is a slider along the evaluations, Enter or a click
 * shows the nearest saved state on the page.
 */
import { el, fill, set, setText, svg } from '../dom.js';
import { batchPath, layPlot, linePath, tickText } from '../draw/curves.js';
import { short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { isApart, nearestSaved, onLine } from '../state/timeline.js';
import { endLabels, failedAt, marks } from './curve-labels.js';
import { lengthOf, readingAt } from './learning-facts.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../draw/curves.js').Plot} Plot */

/** Room for the scale's numbers, and for the names at the curves' ends. */
const MARGIN = { left: 30, top: 12, bottom: 36 };
const NAMES = 132;
/** Evaluations closer than this are a line without dots. */
const DOTTED = 7;
/** So near an evaluation the pointer means it. */
const NEAR = 5;

/** @param {import('../types.js').Act} act */
export function createLearningChart(act) {
  const nodes = createNodes();
  const reading = el('p', { class: 'curves-reading' });
  const element = el('div', { class: 'curves-frame' }, nodes.plot, reading);
  /** @type {State | null} */
  let shown = null;
  /** @type {Plot | null} */
  let plot = null;
  const size = { width: 0, height: 0 };

  new ResizeObserver(([entry]) => {
    if (!entry) return;
    Object.assign(size, { width: entry.contentRect.width, height: entry.contentRect.height });
    if (shown) draw(shown);
  }).observe(nodes.plot);

  /** @param {State} state */
  function draw(state) {
    const { width, height } = size;
    if (width < 1 || height < 1) return;
    plot = layOut(state, width, height);
    set(nodes.picture, { viewBox: `0 0 ${width} ${height}` });
    drawGrid(nodes, state, plot);
    drawCurves(nodes, state, plot);
    drawMarks(nodes, state, plot);
  }

  listen(nodes.plot, act, () => (shown && plot ? { state: shown, plot } : null));

  /** @type {unknown[]} */
  let seen = [];
  return {
    element,
    /** @param {State} state */
    update(state) {
      const depends = [state.training, state.train.reading, state.step, state.lang, state.model];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      shown = state;
      const t = words(state.lang).train;
      const at = state.train.reading;
      setText(reading, at === null ? (state.training?.curve.length ? t.hint : '') : readingAt(state, at));
      const now = at ?? onLine(state, state.step);
      set(nodes.plot, { 'aria-label': t.curves, 'aria-valuemin': 0, 'aria-valuemax': state.training ? lengthOf(state.training) : 0, 'aria-valuenow': now, 'aria-valuetext': readingAt(state, now) || t.readStep(now) });
      draw(state);
    },
  };
}

function createNodes() {
  const grid = svg('g', { class: 'curves-grid' });
  const shownStep = svg('rect', { class: 'curves-shown' });
  const uniform = svg('path', { class: 'curves-uniform' });
  const batch = svg('path', { class: 'curves-batch' });
  const train = svg('path', { class: 'curves-train' });
  const validation = svg('path', { class: 'curves-validation' });
  const read = svg('path', { class: 'curves-read' });
  const dots = svg('g');
  const bracket = svg('path', { class: 'curves-bracket' });
  const failed = svg('path', { class: 'curves-failed' });
  const labels = svg('g', { class: 'curves-labels' });
  const picture = svg('svg', { class: 'curves', 'aria-hidden': 'true' }, shownStep, grid, uniform, batch, train, validation, read, dots, bracket, failed, labels);
  const plot = el('div', { class: 'curves-plot', role: 'slider', tabindex: 0 }, picture);
  return { grid, shownStep, uniform, batch, train, validation, read, dots, bracket, failed, labels, picture, plot };
}

/** @typedef {ReturnType<typeof createNodes>} Nodes */

/** @param {State} state @param {number} width @param {number} height */
function layOut({ training, model }, width, height) {
  const box = { left: MARGIN.left, right: Math.max(MARGIN.left + 60, width - NAMES), top: MARGIN.top, bottom: height - MARGIN.bottom };
  const level = model ? Math.log(model.config.vocabulary_size) : 0;
  const losses = (training?.curve ?? []).flatMap(({ train, validation }) => [train, validation]).filter(Number.isFinite);
  return layPlot(box, training ? lengthOf(training) : 1, losses.reduce((most, loss) => Math.max(most, loss), level));
}

/** @param {Nodes} nodes @param {State} state @param {Plot} plot */
function drawGrid({ grid, uniform }, { training, model, lang }, plot) {
  const level = model ? plot.y(Math.log(model.config.vocabulary_size)) : NaN;
  const across = plot.losses.map((loss) => svg('path', { class: loss === 0 && 'zero', d: `M${plot.left} ${plot.y(loss)}H${plot.right}` }));
  const values = plot.losses.map((loss) => svg('text', { x: plot.left - 6, y: plot.y(loss) + 4, 'text-anchor': 'end' }, tickText(loss)));
  const steps = training ? plot.steps.map((step) => svg('text', { x: plot.x(step), y: plot.bottom + 16, 'text-anchor': 'middle' }, String(step))) : [];
  const name = svg('text', { x: plot.left, y: plot.bottom + 31 }, words(lang).train.update);
  fill(grid, ...across, ...values, ...steps, name);
  set(uniform, { d: Number.isNaN(level) ? '' : `M${plot.left} ${level}H${plot.right}` });
}

/** @param {Nodes} nodes @param {State} state @param {Plot} plot */
function drawCurves({ batch, train, validation, dots }, { training }, plot) {
  const curve = training?.curve ?? [];
  set(batch, { d: batchPath(training?.losses ?? [], plot) });
  set(train, { d: linePath(curve.map(({ step, train: loss }) => [step, loss]), plot) });
  set(validation, { d: linePath(curve.map(({ step, validation: loss }) => [step, loss]), plot) });
  const pitch = (plot.right - plot.left) / Math.max(1, curve.length);
  const dotted = curve.length === 1 || pitch >= DOTTED ? curve : [];
  fill(dots, ...dotted.flatMap((one) => /** @type {const} */ (['train', 'validation']).map((kind) => svg('circle', { class: `curves-dot ${kind}`, cx: plot.x(one.step), cy: plot.y(one[kind]), r: 2.5 }))));
}

/** @param {Nodes} nodes @param {State} state @param {Plot} plot */
function drawMarks(nodes, state, plot) {
  const { training, train, step } = state;
  const isOfRun = training?.run && !isApart(state, step);
  const best = training?.curve.find((one) => one.step === training.selected);
  if (best && best.step > 0) nodes.dots.append(svg('circle', { class: 'curves-selected', cx: plot.x(best.step), cy: plot.y(best.validation), r: 4.5 }));
  const x = plot.x(onLine(state, step));
  set(nodes.shownStep, { x: x - 2.5, y: plot.top, width: 5, height: plot.bottom - plot.top, visibility: isOfRun ? 'visible' : 'hidden' });
  const at = train.reading;
  set(nodes.read, { d: at === null ? '' : `M${plot.x(at)} ${plot.top}V${plot.bottom}` });
  const { labels, bracket } = marks(state, plot);
  set(nodes.bracket, { d: bracket ? `M${bracket.from} ${bracket.y + 5}v-5H${Math.max(bracket.from + 6, bracket.to)}v5` : '' });
  const cross = failedAt(training, plot);
  set(nodes.failed, { d: cross ? `M${cross.x - 5} ${cross.y - 5}l10 10m0 -10l-10 10` : '' });
  fill(nodes.labels, ...[...endLabels(state, plot, state.model?.config.vocabulary_size ?? null), ...labels].map(({ kind, x: left, y, text }) => svg('text', { class: kind, x: left, y }, text)));
}

/** @param {HTMLElement} node @param {import('../types.js').Act} act @param {() => {state: State, plot: Plot} | null} now */
function listen(node, act, now) {
  /** @param {PointerEvent | MouseEvent} event */
  const under = (event) => {
    const on = now();
    if (!on?.state.training) return null;
    const x = event.clientX - node.getBoundingClientRect().left;
    const near = on.state.training.curve.find(({ step }) => Math.abs(on.plot.x(step) - x) <= NEAR);
    return near?.step ?? Math.min(on.plot.stepAt(x), on.state.training.step);
  };
  /** @param {number | null} step */
  const show = (step) => {
    const on = now();
    const saved = on && step !== null ? nearestSaved(on.state, step) : null;
    if (saved !== null) act.showStep(saved);
  };
  node.addEventListener('pointermove', (event) => act.readStep(under(event)));
  node.addEventListener('pointerleave', () => act.readStep(null));
  node.addEventListener('click', (event) => show(under(event)));
  node.addEventListener('focus', () => {
    const on = now();
    if (on?.state.training?.curve.length && node.matches(':focus-visible')) act.readStep(onLine(on.state, on.state.step));
  });
  node.addEventListener('blur', () => act.readStep(null));
  node.addEventListener('keydown', (event) => {
    const on = now();
    if (!on || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') show(on.state.train.reading);
    else {
      const to = steppedTo(on.state, event.key);
      if (to === undefined) return;
      act.readStep(to);
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The evaluation that a key goes to. @param {State} state @param {string} key @returns {number | undefined} */
function steppedTo(state, key) {
  const { training, train, step } = state;
  const steps = (training?.curve ?? []).map((one) => one.step);
  const at = train.reading ?? onLine(state, step);
  if (key === 'ArrowRight' || key === 'ArrowUp') return steps.find((one) => one > at);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return steps.findLast((one) => one < at);
  return key === 'Home' ? steps[0] : key === 'End' ? steps.at(-1) : undefined;
}
