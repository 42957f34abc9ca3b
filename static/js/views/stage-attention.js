/**
 * Stage 3: the one place where positions exchange anything. Of several blocks all
 * heads in small, each open head's map, the selected query's keys in numbers, and
 * the rows that go in and come out. Of a long text one map is open at a time.
 */
import { el, fill, set, setText } from '../dom.js';
import { largest, scaleEnd } from '../draw/scale.js';
import { probability, short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { createHeadStrip } from './head-strip.js';
import { createHeatMap } from './heat-map.js';
import { highlights } from './highlights.js';
import { MOST_LABELLED } from './map-axes.js';
import { IN_FULL } from './query-columns.js';
import { createQueryTable } from './query-table.js';
import { createStrip } from './strip.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').BlockTensors} BlockTensors
 */

/** Rows of the selected position, [T, C], in the order they are computed. */
const BEFORE = /** @type {const} */ (['norm1', 'q_projection', 'k_projection', 'v_projection']);
const AFTER = /** @type {const} */ (['joined', 'attention_output']);
const MODES = /** @type {const} */ (['weights', 'scores']);

/** @param {HTMLElement} root @param {Act} act @returns {import('./detail.js').StageView} */
export function createStageAttention(root, act) {
  const all = createHeadStrip(act);
  const maps = el('div', { class: 'attention-maps' });
  const legend = createLegend(act);
  const table = createQueryTable(act);
  const mixtures = el('div', { class: 'strips' });
  const strips = [...BEFORE, ...AFTER].map((name) => ({ name, strip: createStrip(act, { name }) }));
  root.append(
    all.element,
    el(
      'div',
      { class: 'attention' },
      el('div', { class: 'attention-pictures' }, maps, legend.element),
      el('div', { class: 'attention-numbers' }, el('div', { class: 'query-scroll' }, table.element), mixtures),
    ),
    el('div', { class: 'strips' }, ...strips.map(({ strip }) => strip.element)),
  );
  const heads = createHeads(act, maps, mixtures);

  return {
    sentence,
    update(state) {
      const block = shownRecord(state)?.tensors.blocks[state.block];
      if (!block) return;
      const text = wordsOf(state).attention;
      all.update(state, (state.model?.config.blocks ?? 1) > 1 || showsOneMap(state, block));
      legend.update(state, block);
      table.update(state);
      heads.update(state, block);
      for (const { name, strip } of strips) {
        strip.setLabel(text.strips[name]);
        const ref = { name, block: state.block, index: [state.pos] };
        strip.update(block[name][state.pos] ?? [], ref, scaleEnd(block[name]), state.number, highlights(state).inRow(ref));
      }
    },
  };
}

/** Maps of many positions are too large to stand beside each other. @param {State} state @param {BlockTensors} block */
function showsOneMap(state, { weights }) {
  return weights.length > IN_FULL && (shownRecord(state)?.valid_count ?? 0) > MOST_LABELLED;
}

/**
 * What there is once per head: a map, and the mixture it leads to.
 * @param {Act} act @param {HTMLElement} maps @param {HTMLElement} mixtures
 */
function createHeads(act, maps, mixtures) {
  /** @type {{map: ReturnType<typeof createHeatMap>, strip: import('./strip.js').Strip}[]} */
  let heads = [];
  return {
    /** @param {State} state @param {BlockTensors} block */
    update(state, block) {
      if (heads.length !== block.weights.length) {
        heads = block.weights.map((_, head) => ({
          map: createHeatMap(act, head),
          strip: createStrip(act, { name: `mixture-${head}`, columns: block.mixtures[0]?.[0]?.length ?? 1 }),
        }));
        fill(maps, ...heads.map(({ map }) => map.element));
        fill(mixtures, ...heads.map(({ strip }) => strip.element));
      }
      const text = wordsOf(state).attention;
      const isOne = showsOneMap(state, block);
      maps.classList.toggle('one', isOne);
      heads.forEach(({ map, strip }, head) => {
        map.element.hidden = isOne && head !== state.head;
        if (!map.element.hidden) map.update(state);
        strip.setLabel(text.mixture(head));
        const ref = { name: 'mixtures', block: state.block, index: [head, state.pos] };
        strip.update(block.mixtures[head]?.[state.pos] ?? [], ref, scaleEnd(block.mixtures), state.number, highlights(state).inRow(ref));
      });
    },
  };
}

/** Which quantity the maps show, on which scale, and how absence looks. @param {Act} act */
function createLegend(act) {
  const buttons = MODES.map((map) => el('button', { type: 'button', class: 'button', onclick: () => act.showMap(map) }));
  const modes = el('div', { class: 'segmented map-modes', role: 'group' }, ...buttons);
  const scale = el('span', { class: 'legend-scale' });
  const meaning = el('span', {});
  const masked = el('span', { class: 'legend-entry' });
  const padding = el('span', { class: 'legend-entry' });
  const element = el('div', { class: 'map-legend' }, modes, el('span', { class: 'legend-entry' }, scale, meaning), masked, padding);
  let named = '';

  return {
    element,
    /** @param {State} state @param {BlockTensors} block */
    update(state, block) {
      const text = wordsOf(state).attention;
      buttons.forEach((button, i) => {
        const map = /** @type {State['map']} */ (MODES[i]);
        setText(button, text.modes[map]);
        set(button, { 'aria-pressed': String(map === state.map) });
      });
      scale.dataset.scale = state.map;
      setText(meaning, state.map === 'weights' ? text.weightScale(...shownRange(block)) : text.scoreScale(short(scaleEnd(block.scores), 4)));
      const causal = state.traced?.mask !== 'none';
      // Where no vocabulary entry is PAD, there is nothing to be hatched as one.
      padding.hidden = Boolean(state.vocabulary) && !hasPadding(state);
      const wanted = `${state.lang} ${causal}`;
      if (wanted === named) return;
      named = wanted;
      set(modes, { 'aria-label': text.modesLabel });
      fill(masked, el('span', { class: causal ? 'swatch masked' : 'swatch staircase' }), causal ? text.maskedLegend : text.staircase);
      fill(padding, el('span', { class: 'swatch padding' }), text.paddingLegend);
    },
  };
}

/** @param {State} state */
function hasPadding({ vocabulary }) {
  return Boolean(vocabulary?.some(({ kind, name }) => kind === 'special' && name === 'PAD'));
}

/** @type {WeakMap<BlockTensors, [string, string]>} */
const ranges = new WeakMap();

/** Smallest and largest weight that exists. @param {BlockTensors} block @returns {[string, string]} */
function shownRange(block) {
  const known = ranges.get(block);
  if (known) return known;
  let least = Infinity;
  for (const head of block.weights) {
    head.forEach((row, query) => {
      const visible = block.visible[0]?.[query] ?? [];
      for (let key = 0; key < row.length; key += 1) if (visible[key] && Number(row[key]) < least) least = Number(row[key]);
    });
  }
  /** @type {[string, string]} */
  const range = [probability(least, 4), probability(largest(block.weights), 4)];
  ranges.set(block, range);
  return range;
}

/** @param {State} state @returns {import('./detail.js').Phrase[]} */
function sentence(state) {
  const text = wordsOf(state).attention;
  const record = shownRecord(state);
  const block = record?.tensors.blocks[state.block];
  const visible = block?.visible[0]?.[state.pos];
  if (!record || !block || !visible) return [];
  const piece = state.vocabulary?.[/** @type {number} */ (record.ids[state.pos])];
  const seen = visible.filter(Boolean).length;
  if (state.traced?.mask === 'none') return text.unmasked(state.pos, piece, seen, seen - state.pos - 1);
  const weights = block.weights.flatMap((head) => [...(head[state.pos] ?? [])].filter((_, key) => visible[key]));
  const slots = state.model?.config.context_length ?? state.traced?.trace.slots ?? seen;
  return text.sees(state.pos, piece, seen, slots, probability(Math.min(...weights)), probability(Math.max(...weights)));
}
