/**
 * A tour of one prediction, declared: at which stage each stop stands, and which
 * of the told numbers it points at. What is told is computed in told.js from the
 * trace on show; how, is written in i18n/tour.js.
 */
import { extremes, focusOf } from './place.js';
import { shownRecordAt } from '../state/shown.js';
import { told } from './told.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('./told.js').Told} Told
 * @typedef {{[K in keyof Told]: Told[K] extends import('./told.js').Live ? K : never}[keyof Told]} LiveName
 * @typedef {import('../i18n/tour.js').StopId} StopId
 *
 * @typedef {object} Stop
 * @property {StopId} id
 * @property {import('../types.js').Stage} stage
 * @property {State['map']} [map] what stage 3's maps show there
 * @property {LiveName[]} points numbers of the page that the stop may speak of; it opens with the first being read
 */

/** @type {readonly Stop[]} */
export const TOUR = [
  { id: 'tokens', stage: 1, points: ['id', 'target', 'lastTarget'] },
  { id: 'shift', stage: 1, points: ['target', 'first', 'lastTarget', 'id'] },
  { id: 'embed', stage: 2, points: ['sum', 'id', 'tokenRow', 'positionRow'] },
  { id: 'norm', stage: 3, points: ['norm', 'mean', 'variance'] },
  { id: 'projections', stage: 3, points: ['query', 'keyRow', 'value'] },
  { id: 'scores', stage: 3, map: 'scores', points: ['score', 'product'] },
  { id: 'mask', stage: 3, points: ['lastWeight', 'target', 'leakWeight'] },
  { id: 'weights', stage: 3, points: ['most', 'least'] },
  { id: 'mix', stage: 3, points: ['output', 'mixture', 'otherMixture'] },
  { id: 'residual', stage: 4, points: ['residual', 'x', 'output'] },
  { id: 'ffn', stage: 4, points: ['relu', 'linear', 'blockOutput'] },
  { id: 'logits', stage: 5, points: ['logit', 'finalNorm', 'highest'] },
  { id: 'loss', stage: 6, points: ['loss', 'probability', 'logit'] },
  { id: 'mean', stage: 6, points: ['meanLoss', 'loss'] },
];

/**
 * What a stop sets, so that its numbers are on show.
 * @param {State} state @param {number} at place in TOUR
 * @returns {Partial<State>}
 */
export function sceneOf(state, at) {
  const { stage, map = 'weights' } = /** @type {Stop} */ (TOUR[at]);
  const { rec, pos } = focusOf(state);
  const first = shownRecordAt(state, rec)?.tensors.blocks[0];
  const weights = first?.weights[0]?.[pos];
  // The strongest key that the mask will leave, once it is on.
  const key = weights ? extremes(weights, Array.from(weights, (_, position) => position <= pos)).strongest : pos;
  const candidates = { ...state.candidates, scale: /** @type {'logit' | 'probability'} */ (stage === 5 ? 'logit' : 'probability'), id: null };
  const scene = { mode: /** @type {const} */ ('explore'), panel: false, show: /** @type {const} */ ('values'), mask: /** @type {const} */ ('causal') };
  // The first block, as soon as it is here.
  const opened = first?.norm1 || !state.block ? { block: 0, blockWish: null } : { blockWish: 0 };
  const selection = { rec, pos, stage, ...opened, head: 0, key, map, candidates, row: null, trail: [] };
  const number = numbersAt({ ...state, ...scene, ...selection }, at)[0] ?? null;
  return { ...scene, ...selection, number };
}

/**
 * The numbers that a stop may speak of, in the page as it stands.
 * @param {State} state @param {number} at place in TOUR
 */
export function numbersAt(state, at) {
  const all = told(state);
  return all ? (TOUR[at]?.points ?? []).map((name) => all[name].ref) : [];
}
