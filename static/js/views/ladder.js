/** From the target's logit to its loss, one step a row, each number readable in full. */
import { el, fill, setText } from '../dom.js';
import { probability, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { shownRecord } from '../state/shown.js';
import { targetOf } from './candidate-current.js';
import { highlights } from './highlights.js';
import { createNumberButton } from './number-button.js';
import { renderPiece } from './piece.js';
import { scoresOf } from './position-scores.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {{key: string, sign: string, value: number, ref: import('../types.js').NumberRef, id?: number}} Step */

const DECIMALS = 6;
const KEYS = ['target', 'max', 'shifted', 'exponential', 'sum', 'probability', 'loss'];

/** @param {import('../types.js').Act} act */
export function createLadder(act) {
  const caption = el('caption');
  const rows = KEYS.map((key) => createStep(act, key));
  const check = el('td', { colspan: 3 });
  const element = el('table', { class: 'ladder' }, caption, el('tbody', {}, ...rows.map((row) => row.element)), el('tfoot', {}, el('tr', {}, check)));
  return {
    element,
    /** @param {State} state */
    update(state) {
      const steps = stepsOf(state);
      element.hidden = !steps.length;
      setText(caption, words(state.lang).output.ladder);
      for (const [i, step] of steps.entries()) rows[i]?.update(state, step);
      setText(check, checked(state));
    },
  };
}

/** @param {State} state @returns {Step[]} */
function stepsOf(state) {
  const record = shownRecord(state);
  const logits = record?.tensors.logits[state.pos];
  const target = targetOf(state);
  if (!logits || target === null) return [];
  const scores = scoresOf(logits);
  const { max, argmax, sum } = scores.softmax;
  const shifted = scores.logit(target) - max;
  const at = state.pos;
  return [
    { key: 'target', sign: '', value: scores.logit(target), ref: { name: 'logits', index: [at, target] }, id: target },
    { key: 'max', sign: '−', value: max, ref: { name: 'max_logit', index: [at] }, id: argmax },
    { key: 'shifted', sign: '=', value: shifted, ref: { name: 'shifted_logit', index: [at, target] } },
    { key: 'exponential', sign: 'exp', value: Math.exp(shifted), ref: { name: 'exponential', index: [at, target] } },
    { key: 'sum', sign: '÷', value: sum, ref: { name: 'exp_sum', index: [at] } },
    { key: 'probability', sign: '=', value: scores.probability(target), ref: { name: 'probability', index: [at, target] } },
    { key: 'loss', sign: '−ln', value: record.losses[at] ?? NaN, ref: { name: 'loss', index: [at] } },
  ];
}

/** The loss on show is the server's; here it is worked out once more from the logits. @param {State} state */
function checked(state) {
  const record = shownRecord(state);
  const logits = record?.tensors.logits[state.pos];
  const target = targetOf(state);
  const loss = record?.losses[state.pos] ?? null;
  if (!logits || target === null || loss === null) return '';
  const t = words(state.lang).output;
  const apart = Math.abs(scoresOf(logits).loss(target) - loss);
  return apart === 0 ? t.checkedSame : t.checkedWithin(short(apart, 1));
}

/** @param {import('../types.js').Act} act @param {string} key */
function createStep(act, key) {
  const label = el('span');
  const who = el('span', { class: 'who' });
  const sign = el('td', { class: 'sign' });
  const number = createNumberButton(act);
  const element = el('tr', { 'data-step': key }, el('th', { scope: 'row' }, label, who), sign, el('td', {}, number.element));
  let drawn = '';
  return {
    element,
    /** @param {State} state @param {Step} step */
    update(state, step) {
      setText(label, labelOf(state, key));
      setText(sign, step.sign);
      const text = key === 'probability' ? probability(step.value, DECIMALS) : short(step.value, DECIMALS);
      number.update(text, step.value, step.ref, state.number, highlights(state).has(step.ref));
      const now = `${step.id} ${state.vocabulary !== null}`;
      if (now === drawn) return;
      drawn = now;
      const entry = state.vocabulary?.[step.id ?? -1];
      fill(who, step.id !== undefined && ` ${step.id} `, entry && renderPiece(entry));
    },
  };
}

/** @param {State} state @param {string} key */
function labelOf(state, key) {
  const { steps } = words(state.lang).output;
  const count = shownRecord(state)?.tensors.logits[state.pos]?.length ?? 0;
  if (key === 'sum') return steps.sum(count);
  return steps[/** @type {Exclude<keyof typeof steps, 'sum'>} */ (key)];
}
