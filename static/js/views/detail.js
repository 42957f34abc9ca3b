/**
 * The open stage's detail: a heading that says one true sentence about the
 * selected position, and beneath it the stage's own view.
 *
 * A stage view is `createStageX(root, act) -> { update(state), sentence(state) }`.
 * It is made when its stage is first opened and updated only while it is open,
 * and never without a traced record: `shownRecord(state)` is not null there.
 * `sentence` gives the heading's sentence in the state's language, as phrases;
 * a token's entry stands for its drawn piece.
 */
import { el, fill, setText, svg } from '../dom.js';
import { words } from '../i18n/all.js';
import { isPanelOpen } from '../state/panel.js';
import { shownRecord } from '../state/shown.js';
import { renderPiece } from './piece.js';
import { createStageAttention } from './stage-attention.js';
import { createStageBatch } from './stage-batch.js';
import { createStageCandidates } from './stage-candidates.js';
import { createStageEmbed } from './stage-embed.js';
import { createStageLoss } from './stage-loss.js';
import { createStageTransform } from './stage-transform.js';
import { stageTitle } from './stages.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Act} Act
 * @typedef {string | {strong: string} | {piece: import('../types.js').VocabularyEntry | undefined}} Phrase
 * @typedef {{update: (state: State) => void, sentence: (state: State) => Phrase[]}} StageView
 * @typedef {(root: HTMLElement, act: Act) => StageView} CreateStage
 */

/** @type {Record<import('../types.js').Stage, {create: CreateStage, axis: 'sources' | 'vocabulary' | null}>} */
const STAGES = {
  1: { create: createStageBatch, axis: null },
  2: { create: createStageEmbed, axis: null },
  3: { create: createStageAttention, axis: 'sources' },
  4: { create: createStageTransform, axis: null },
  5: { create: createStageCandidates, axis: 'vocabulary' },
  6: { create: createStageLoss, axis: 'vocabulary' },
};

/** @param {HTMLElement} root @param {Act} act */
export function createDetail(root, act) {
  const title = el('h2', { id: 'detail-title' });
  const sentence = el('p', { class: 'sentence' });
  const axis = el('span', { class: 'axis-tag' });
  const panels = el('div', { class: 'stage-panels' });
  const fault = el('p', { class: 'fault-tag' });
  root.append(fault, el('div', { class: 'detail-head' }, title, sentence, axis), panels);
  root.setAttribute('role', 'tabpanel');

  /** @type {Map<import('../types.js').Stage, {panel: HTMLElement, view: StageView}>} */
  const opened = new Map();
  let said = '';

  /** @param {import('../types.js').Stage} stage */
  function panelOf(stage) {
    const known = opened.get(stage);
    if (known) return known;
    const panel = el('div', { class: 'stage-panel', 'data-stage': stage });
    panels.append(panel);
    const made = { panel, view: STAGES[stage].create(panel, act) };
    opened.set(stage, made);
    return made;
  }

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = isPanelOpen(state);
      if (root.hidden || !shownRecord(state)) return;
      tagFault(fault, state);
      const { panel, view } = panelOf(state.stage);
      for (const other of opened.values()) other.panel.hidden = other.panel !== panel;
      root.setAttribute('aria-labelledby', `stage-tab-${state.stage}`);
      setText(title, `${state.stage} ${stageTitle(state, state.stage)}`);
      tagAxis(axis, STAGES[state.stage].axis, state);
      said = say(sentence, view.sentence(state), said);
      view.update(state);
    },
  };
}

/** What is shown under a fault is marked as such. @param {HTMLElement} node @param {State} state */
function tagFault(node, { traced, lang }) {
  const { bugs, faults } = words(lang);
  node.hidden = !traced?.fault;
  setText(node, traced?.fault ? `${bugs.underFault} ${faults[traced.fault]?.title ?? traced.fault}` : '');
}

/** @param {HTMLElement} node @param {Phrase[]} phrases @param {string} before @returns {string} what it says now */
function say(node, phrases, before) {
  const now = JSON.stringify(phrases);
  if (now !== before) fill(node, ...phrases.map(asNode));
  return now;
}

/** @param {Phrase} phrase */
function asNode(phrase) {
  if (typeof phrase === 'string') return phrase;
  if ('strong' in phrase) return el('b', {}, phrase.strong);
  return phrase.piece && renderPiece(phrase.piece);
}

/** @param {HTMLElement} node @param {'sources' | 'vocabulary' | null} axis @param {State} state */
function tagAxis(node, axis, state) {
  const text = axis ? words(state.lang).stages.axes[axis] : '';
  if (node.dataset.axis === (axis ?? '') && node.textContent === text) return;
  node.dataset.axis = axis ?? '';
  fill(node, axis && axisSign(axis), text);
}

/** Steps for keys up to the query; bars for candidates. @param {'sources' | 'vocabulary'} axis */
function axisSign(axis) {
  const shape = axis === 'sources' ? 'M0 1h3v3h3v3h3v3H0z' : 'M0 6h2v4H0zM4 1h2v9H4zM8 4h2v6H8z';
  return svg('svg', { width: 10, height: 10, viewBox: '0 0 10 10', 'aria-hidden': 'true' }, svg('path', { d: shape, fill: 'currentColor' }));
}
