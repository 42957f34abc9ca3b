/**
 * Generate's panel: one draw, from the model's distribution through the
 * temperature and the filters to the lot. Shows the draw of the selected position.
 */
import { el, setText } from '../dom.js';
import { words } from '../i18n/all.js';
import { drawOnShow, drawnCount, generated, promptEnd } from '../state/generation.js';
import { isPanelOpen } from '../state/panel.js';
import { whyOver, whyRefused } from './draw-finding.js';
import { createDrawInterval } from './draw-interval.js';
import { wrongSetting } from './draw-settings.js';
import { createDrawTable } from './draw-table.js';
import { tokenName } from './token-name.js';

/** @typedef {import('../types.js').State} State */

/** @param {HTMLElement} root @param {import('../types.js').Act} act */
export function createDrawPanel(root, act) {
  const title = el('h2', { id: 'drawn-title' });
  const sentence = el('p', { class: 'detail-sentence' });
  const first = el('button', { type: 'button', class: 'link', onclick: () => act.showDraw(nearest) });
  const table = createDrawTable(act);
  const interval = createDrawInterval();
  root.setAttribute('aria-labelledby', 'drawn-title');
  root.append(el('div', { class: 'draw-head' }, title, sentence, first), el('div', { class: 'draw-scroll' }, table.element), interval.element);
  let nearest = 0;
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = state.mode !== 'generate' || !isPanelOpen(state);
      if (root.hidden) return;
      const depends = [state.generation, state.drafts, state.pos, state.traced, state.step, state.lang, state.vocabulary, state.number];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      draw(state);
    },
  };

  /** @param {State} state */
  function draw(state) {
    const t = words(state.lang).generation;
    const generation = generated(state);
    const at = generation ? drawOnShow(state, generation) : 0;
    const step = generation?.steps[Math.max(0, at)] ?? null;
    const isShown = step !== null && at >= 0 && at < (generation?.steps.length ?? 0);
    const isDrawn = isShown && at < drawnCount(state);
    setText(title, generation && generation.steps.length ? t.token(Math.min(Math.max(0, at) + 1, generation.steps.length), generation.steps.length) : words(state.lang).stages.draw);
    setText(sentence, sentenceOf(state, at, isDrawn));
    setText(first, t.toFirst);
    first.hidden = isShown || !generation?.steps.length;
    nearest = at < 0 ? 0 : at - 1;
    table.element.hidden = interval.element.hidden = !isShown;
    if (!isShown) return;
    table.update(state, step, isDrawn);
    interval.update(state, step, isDrawn);
  }
}

/** @param {State} state @param {number} at @param {boolean} isDrawn */
function sentenceOf(state, at, isDrawn) {
  const t = words(state.lang).generation;
  const generation = generated(state);
  if (wrongSetting(state)) return wrongSetting(state)?.why ?? '';
  if (!generation) return whyRefused(state);
  if (!generation.steps.length) return whyOver(state, generation);
  if (at < 0) return t.inPrompt(state.pos, promptEnd(generation));
  const step = generation.steps[at];
  if (!step) return t.behind(state.pos, whyOver(state, generation));
  if (!isDrawn) return t.notDrawn;
  const piece = tokenName(state, step.token);
  const kept = step.filtered.filter((p) => p > 0).length;
  return step.u === null ? t.likeliest(step.model.length, piece) : t.chance(step.model.length, kept, piece);
}
