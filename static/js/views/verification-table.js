/** The comparison tensor by tensor: how many entries, how far apart, where, and the verdict. */
import { el } from '../dom.js';
import { count, scientific } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { TOLERANCE } from '../math/agreement.js';
import { comparedNumbers } from './compared-numbers.js';
import { numberAt, placeName, tensorName, widest } from './tensor-agreement.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../types.js').TensorAgreement} TensorAgreement */
/** @typedef {import('../types.js').Verification} Verification */
/** @typedef {ReturnType<typeof words>['verification']} Text */

/**
 * @param {State} state @param {Act} act
 * @returns {import('../dom.js').Child[]}
 */
export function verificationParts(state, act) {
  const { verification: text } = words(state.lang);
  const compared = comparedNumbers(state);
  const verification = compared?.all;
  const isFloat32 = state.model?.config.dtype === 'float32';
  const tolerance = el('p', {}, isFloat32 ? text.toleranceFloat32 : text.tolerance(scientific(TOLERANCE)));
  const intro = el('p', {}, isFloat32 ? text.introFloat32 : text.intro);
  if (!verification) return [intro, tolerance];
  const { traced, failure, milliseconds } = verification;
  const times = el('p', { id: 'verification-times' }, text.times(milliseconds.toFixed(1), traced.milliseconds.toFixed(1)));
  if (failure !== null) return [intro, el('p', { class: 'differs', role: 'alert' }, `${text.failed}: ${failure}`)];
  return [
    intro,
    traced.fault !== null && el('p', { class: 'differs' }, text.introFault),
    traced.off.length + traced.swap.length > 0 && el('p', {}, text.introApart),
    traced.trace.source === 'page' && el('p', {}, text.introOwn),
    compared?.counts && el('p', {}, text.introGradients),
    table(verification, text, act),
    tolerance,
    el('p', {}, text.counted(count(verification.count), count(verification.flags))),
    times,
  ];
}

/** @param {Verification} verification @param {Text} text @param {Act} act */
function table({ tensors, first, count: compared, max }, text, act) {
  const headings = [
    el('th', { scope: 'col' }, text.tensor),
    el('th', { scope: 'col', class: 'amount' }, text.entries),
    el('th', { scope: 'col', class: 'amount' }, text.largest),
    el('th', { scope: 'col' }, text.where),
    el('th', { scope: 'col' }, text.verdict),
  ];
  const rows = tensors.map((tensor) => row(tensor, tensor === first, tensorName(tensor, tensors, text), text, act));
  const worst = widest(tensors);
  const total = el(
    'tr',
    {},
    el('th', { scope: 'row' }, text.total),
    el('td', { class: 'amount' }, count(compared)),
    el('td', { class: 'amount' }, scientific(max)),
    el('td', {}, worst && place(worst, act)),
    el('td', {}, first ? text.differs : text.agrees),
  );
  return el('table', { id: 'verification-table' }, el('thead', {}, el('tr', {}, ...headings)), el('tbody', {}, ...rows), el('tfoot', {}, total));
}

/** @param {TensorAgreement} tensor @param {boolean} isFirst @param {string} name @param {Text} text @param {Act} act */
function row(tensor, isFirst, name, text, act) {
  const { count: compared, flags, max, agrees } = tensor;
  return el(
    'tr',
    { 'data-tensor': tensor.name, class: agrees ? null : 'differs' },
    el('th', { scope: 'row' }, el('code', {}, name)),
    el('td', { class: 'amount' }, flags ? text.flags(count(flags)) : count(compared)),
    el('td', { class: 'amount' }, compared ? scientific(max) : ''),
    el('td', {}, place(tensor, act)),
    el('td', {}, verdict(tensor, isFirst, text)),
  );
}

/** A place is a door to where its number comes from. @param {TensorAgreement} tensor @param {Act} act */
function place(tensor, act) {
  const { at, flags } = tensor;
  if (!at) return null;
  const name = el('code', {}, placeName(tensor, at));
  if (flags) return name; // a flag is read off the IDs and the mask, not computed
  function open() {
    act.openPopover(null);
    act.derive(numberAt(tensor, /** @type {NonNullable<typeof at>} */ (at)));
  }
  return el('button', { class: 'number', onclick: open }, name);
}

/** @param {TensorAgreement} tensor @param {boolean} isFirst @param {Text} text */
function verdict({ agrees, max, unmatched }, isFirst, text) {
  if (agrees) return max === 0 ? `≡ ${text.identical}` : `✓ ${text.agrees}`;
  const says = `≠ ${isFirst ? text.first : text.differs}`;
  return unmatched ? `${says}, ${text.oneSided(count(unmatched))}` : says;
}
