/**
 * Figure 20.1's six stages as tabs: number, title, the code that does it, and
 * the shapes it has for the batch on show. The open one has a heavy rule above
 * and a notch in the rule below the loom.
 */
import { el, set, setText, svg } from '../dom.js';
import { words } from '../i18n/index.js';
import { comparedWith } from '../state/compared.js';
import { isPanelOpen } from '../state/panel.js';
import { textsInMean } from '../state/shown.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Stage} Stage
 */

const STAGES = /** @type {Stage[]} */ ([1, 2, 3, 4, 5, 6]);

/** @type {Record<Stage, string>} */
const CODE = {
  1: 'batch_records',
  2: 'MiniGPT.forward',
  3: 'Block.forward',
  4: 'Block.forward',
  5: 'MiniGPT.forward',
  6: 'cross_entropy',
};

/** In Generate the last stage is where tokens are drawn. @param {Pick<State, 'aside' | 'lang'>} state @param {Stage} stage */
export function stageTitle({ aside, lang }, stage) {
  const { draw, titles } = words(lang).stages;
  return aside && stage === 6 ? draw : titles[stage];
}

/** Of several blocks one is open, and those two stages are of it. @param {Pick<State, 'aside' | 'lang' | 'model' | 'block'>} state @param {Stage} stage */
export function stageHead(state, stage) {
  const title = stageTitle(state, stage);
  const isOfBlock = (stage === 3 || stage === 4) && (state.model?.config.blocks ?? 1) > 1;
  return isOfBlock ? words(state.lang).stages.ofBlock(state.block, title) : title;
}

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createStages(root, act) {
  const legend = createLegend();
  const tabs = STAGES.map((stage) => createTab(stage, act));
  const list = el('div', { class: 'stage-tabs', role: 'tablist' }, ...tabs.map((tab) => tab.element));
  root.classList.add('loom-grid');
  root.append(legend.element, list);
  moveByKeys(list, tabs, act);

  /** @type {unknown[]} */
  let shown = [];
  return {
    /** @param {State} state */
    update(state) {
      const open = isPanelOpen(state) ? null : state.stage;
      const inputs = [state.lang, state.stage, open, state.traced, comparedWith(state), state.model, state.block];
      if (inputs.every((input, i) => input === shown[i]) && shown.length) return;
      shown = inputs;
      const text = words(state.lang).stages;
      const sizes = sizesOf(state);
      set(list, { 'aria-label': text.list });
      legend.update(text.signedScale);
      for (const tab of tabs) tab.update(open, state.stage, stageHead(state, tab.stage), state.aside && tab.stage === 6 ? 'generate' : CODE[tab.stage], sizes && text.shapes(sizes)[tab.stage]);
    },
  };
}

/** @param {Stage} stage @param {import('../types.js').Act} act */
function createTab(stage, act) {
  const title = el('span', { class: 'stage-title', 'data-stage': stage });
  const long = el('span', { class: 'stage-shape long' });
  const brief = el('span', { class: 'stage-shape brief' });
  const code = el('code', { class: 'stage-code' });
  const element = el(
    'button',
    { class: 'stage-tab', type: 'button', role: 'tab', id: `stage-tab-${stage}`, 'aria-controls': 'detail', onclick: () => act.openStage(stage) },
    el('span', { class: 'stage-number' }, stage),
    title,
    code,
    long,
    brief,
  );
  return {
    stage,
    element,
    /** @param {Stage | null} open @param {Stage} stop where Tab goes @param {string} name @param {string} by the code that does it @param {{long: string, brief: string} | null} shape */
    update(open, stop, name, by, shape) {
      setText(title, name);
      setText(code, by);
      setText(long, shape?.long ?? '');
      setText(brief, shape?.brief ?? '');
      set(element, { 'aria-selected': String(stage === open), tabindex: stage === stop ? 0 : -1 });
    },
  };
}

/** @param {HTMLElement} list @param {ReturnType<typeof createTab>[]} tabs @param {import('../types.js').Act} act */
function moveByKeys(list, tabs, act) {
  list.addEventListener('keydown', (event) => {
    const from = tabs.findIndex(({ element }) => element === event.target);
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = to === undefined || from < 0 ? undefined : tabs[to];
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act.openStage(tab.stage);
    tab.element.focus();
  });
}

/** The signed scale, above the gutter. */
function createLegend() {
  const scale = el(
    'div',
    { class: 'legend-scale-line', role: 'img' },
    el('span', { class: 'legend-bar' }),
    el('span', { class: 'legend-ends', 'aria-hidden': 'true' }, el('span', {}, '\u2212'), el('span', {}, '0'), el('span', {}, '+')),
  );
  return {
    element: el('div', { class: 'loom-legend' }, el('div', { id: 'loom-show', hidden: true }), scale),
    /** @param {string} text */
    update: (text) => set(scale, { title: text, 'aria-label': text }),
  };
}

/**
 * What shapes are written with. The batch keeps all its slots, also where
 * only the valid ones were computed.
 * @typedef {{B: number, T: number, V: number, C: number, H: number, d: number, F: number, isTied: boolean, hasBias: boolean, targets: number, scored: number, loss: number | null, beside: number | null | undefined, texts: number, broken: 'fault' | 'apart' | null, drawn: boolean}} Sizes the mean of what is compared, if something is
 * @param {State} state
 * @returns {Sizes | null}
 */
function sizesOf(state) {
  const { model, traced } = state;
  if (!model || !traced) return null;
  const { context_length: T, vocabulary_size: V, width: C, heads: H, ffn_width: F, tied_head: isTied = false, head_bias: hasBias = true } = model.config;
  const { records, scored_events: scored, loss } = traced.trace;
  const targets = records.reduce((all, record) => all + record.targets.filter((target) => target >= 0).length, 0);
  const beside = comparedWith(state)?.trace.loss;
  return { B: records.length, T, V, C, H, d: C / H, F, isTied, hasBias, targets, scored, loss, beside, texts: textsInMean(state), broken: traced.fault ? 'fault' : traced.off.length + traced.swap.length ? 'apart' : null, drawn: state.aside !== null };
}

/** The notch that joins the open stage to its detail; in the loom's grid, so that CSS places it. */
export function createNotch() {
  const arrow = svg(
    'svg',
    { class: 'notch', width: 18, height: 10, viewBox: '0 0 18 10', 'aria-hidden': 'true' },
    svg('path', { class: 'notch-gap', d: 'M0 0H18' }),
    svg('path', { class: 'notch-edge', d: 'M0 .5L9 8.5L18 .5' }),
  );
  const element = el('div', { class: 'notch-line loom-grid' }, arrow);
  return {
    element,
    /** @param {Stage | null} stage null where none is open */
    point(stage) {
      element.hidden = stage === null;
      if (stage !== null) arrow.style.gridColumn = `var(--stage-${stage}, ${stage + 1})`;
    },
  };
}
