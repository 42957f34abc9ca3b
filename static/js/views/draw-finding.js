/** The strip's sentence in Generate. */
import { probability } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { refusalIn } from '../i18n/frame.js';
import { drawOnShow, drawnCount, generated, refused } from '../state/generation.js';
import { wrongSetting } from './draw-settings.js';
import { tokenName } from './token-name.js';

/** @typedef {import('../types.js').State} State */

/** @param {State} state */
export function drawFinding(state) {
  const t = words(state.lang).generation;
  const { discarded } = state.generation;
  const generation = generated(state);
  if (wrongSetting(state)) return '';
  if (!generation) return whyRefused(state);
  const count = drawnCount(state);
  if (!generation.steps.length) return whyOver(state, generation);
  if (!count) return discarded ? `${t.says.discarded(discarded)} ${t.says.ready}` : t.says.ready;
  const at = drawOnShow(state, generation);
  const before = state.drafts[0]?.slid?.before ?? 0;
  if (at < 0) return before ? `${t.says.earlier(state.pos)} ${t.says.slides(before)}` : t.says.prompt(state.pos);
  const step = generation.steps[at];
  if (!step) return whyOver(state, generation);
  if (at >= count) return t.notDrawn;
  return [ofStep(state, step, at + 1), isBytes(generation, count) ? t.says.bytes : '', before ? t.says.slides(before) : ''].join(' ').trim();
}

/** Why nothing more is drawn. @param {State} state @param {import('../types.js').Generated} generation */
export function whyOver({ lang }, { stop, steps }) {
  return words(lang).generation.says.over(stop, steps.length);
}

/** Why nothing could be generated. @param {State} state */
export function whyRefused(state) {
  const { generation: t, frame } = words(state.lang);
  const refusal = refused(state);
  if (!refusal) return state.generation.running ? t.wished : t.waiting;
  const { code, details } = refusal;
  if (code === 'offline') return t.offline;
  if (code === 'record_too_long') return t.says.tooLong(Number(details.positions), Number(details.limit), Number(details.over));
  const sentence = refusalIn(frame, refusal);
  return code in frame.refusals ? `${frame.stale} ${sentence}` : sentence;
}

/** @param {State} state @param {import('../types.js').GenerationStep} step @param {number} place */
function ofStep(state, { token, model, tempered, filtered, u }, place) {
  const { says } = words(state.lang).generation;
  const piece = tokenName(state, token);
  if (u === null) return says.greedy(place, piece, probability(model[token] ?? 0, 3));
  const likeliest = tempered.indexOf(Math.max(...tempered));
  return says.chance(place, piece, probability(filtered[token] ?? 0, 3), likeliest === token ? '' : tokenName(state, likeliest));
}

/** Whether all is drawn and it is no text. @param {import('../types.js').Generated} generation @param {number} count */
function isBytes({ is_utf8: isText, steps }, count) {
  return !isText && count === steps.length;
}
