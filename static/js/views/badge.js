/**
 * What the page's own arithmetic says of the numbers on show: how many, how far
 * apart, where, and whether that is agreement. While a newer trace or its
 * comparison is under way the last figures stay, under a sign that says so.
 */
import { el, set, setText } from '../dom.js';
import { count, scientific, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { TOLERANCE } from '../math/agreement.js';
import { textsInMean } from '../state/shown.js';
import { numbersToOffer } from './recomputation-offer.js';
import { comparedNumbers } from './compared-numbers.js';
import { createWaitingClock } from './waiting-clock.js';
import { placeName, tensorName, widest } from './tensor-agreement.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../types.js').Verification} Verification */
/** @typedef {ReturnType<typeof words>['verification']} Text */
/** @typedef {'waiting' | 'agrees' | 'differs' | 'unseen' | 'own' | 'failed'} Verdict */
/** @typedef {{strong: string, rest: string, long: string, largest: string, max: string, place: string}} Said */

/** @type {Record<Verdict, string>} */
const SIGNS = { waiting: '…', agrees: '✓', differs: '≠', unseen: '≡', own: '·', failed: '!' };

/** @param {HTMLElement} root @param {Act} act */
export function createBadge(root, act) {
  const figures = createFigures(act);
  const mean = createMean(act);
  const waiting = el('span', { class: 'waiting' });
  const spoken = el('span', { class: 'spoken', role: 'status' });
  const offer = el('button', { class: 'link', id: 'recompute', onclick: () => act.recomputationAsked() });
  root.append(figures.node, offer, mean.node, waiting, spoken);
  const clock = createWaitingClock((text) => setText(waiting, text));
  /** @type {State['traced']} */
  let counted = null;

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !state.traced;
      // Each trace is waited for anew: while keys follow one another nothing takes long.
      if (state.traced !== counted) clock.stop();
      counted = state.traced;
      const { verification: text } = words(state.lang);
      const compared = comparedNumbers(state);
      const verification = compared?.all ?? null;
      const isCurrent = compared !== null && compared.isWhole && compared.all.traced === state.traced && !state.pending;
      const verdict = verification ? verdictOf(verification) : 'waiting';
      const offered = isCurrent ? null : numbersToOffer(state);
      const shown = isCurrent ? verdict : 'waiting';
      if (root.dataset.verdict !== shown) root.dataset.verdict = shown;
      root.toggleAttribute('data-gradients', Boolean(compared?.counts));
      figures.update(SIGNS[shown], compared && said(compared, verdict, text), text);
      mean.update(state, text);
      const isUnexpected = isCurrent && !compared.all.traced.fault && verdict !== 'agrees' && verdict !== 'own';
      setText(spoken, isUnexpected ? said(compared, verdict, text).strong : '');
      figures.node.hidden = offered !== null;
      offer.hidden = offered === null;
      setText(offer, offered === null ? '' : text.offer(offered));
      if (isCurrent || offered !== null) clock.stop();
      else clock.run((seconds) => ` · ${text.since(reason(state, text), text.seconds(seconds))}`);
    },
  };
}

/** @param {Verification} verification @returns {Verdict} */
function verdictOf({ failure, first, traced }) {
  if (failure !== null) return 'failed';
  // What a saved page computes it cannot check: that would compare a number with itself.
  if (traced.trace.source === 'page') return 'own';
  if (first) return 'differs';
  // A fault is never shown as a success, even where these records do not bring it out.
  return traced.fault ? 'unseen' : 'agrees';
}

/** @param {State} state @param {Text} text */
function reason(state, text) {
  const { pending, parameters, model, vocabulary, verification, traced } = state;
  if (pending) return text.computing;
  if (verification && verification.traced === traced) return text.gradientsComing;
  if (state.recomputing?.traced === traced) return text.goesOn(Math.round(100 * (state.recomputing?.share ?? 0)));
  return parameters && model && vocabulary ? text.comparing : text.fetching;
}

/** @param {import('./compared-numbers.js').Compared} compared @param {Verdict} verdict @param {Text} text @returns {Said} */
function said({ all, counts }, verdict, text) {
  const { count: compared, max, tensors, first, failure, precision } = all;
  const numbers = precision === 'float32' ? text.numbersFloat32 : text.numbers;
  if (!tensors.length) return { strong: text.failed, rest: '', long: '', largest: '', max: '', place: failure ?? '' };
  const worst = widest(tensors);
  const place = worst?.at ? text.at(placeName(worst, worst.at)) : '';
  const delta = { largest: ` · ${text.largest} `, max: scientific(max), place };
  if (verdict === 'agrees' && counts) {
    return { strong: count(counts.values), rest: ` ${text.values}, ${count(counts.gradients)} ${text.gradients}`, long: ` ${text.recomputedShort}`, ...delta };
  }
  if (verdict === 'agrees') return { strong: count(compared), rest: ` ${numbers}`, long: ` ${text.recomputed}`, ...delta };
  if (verdict === 'own') return { strong: count(compared), rest: ` ${text.own}`, long: '', largest: '', max: '', place: '' };
  const strong = first ? text.partsWays(tensorName(first, tensors, text)) : text.faultUnseen;
  const isNumberless = first !== null && (max <= TOLERANCE || (precision === 'float32' && first.unmatched > 0));
  return { strong, rest: isNumberless ? ` · ${text.oneSided(count(first.unmatched))}` : '', long: '', ...(isNumberless ? { largest: '', max: '', place } : delta) };
}

/** @param {Act} act */
function createFigures(act) {
  const sign = el('span', { class: 'sign', 'aria-hidden': 'true' });
  const strong = el('b', { id: 'number-count' });
  const rest = el('span');
  const long = el('span', { class: 'long' });
  const largest = el('span');
  const max = el('b', { id: 'largest-difference' });
  const place = el('span', { class: 'wide' });
  const node = el('button', { id: 'verification', 'aria-haspopup': 'dialog', onclick: () => act.openPopover('verification') });
  // Where room is short a part is left out whole: how far apart stays with its words.
  node.append(sign, ' ', strong, rest, long, ' ', el('span', {}, largest, max, place));

  return {
    node,
    /** @param {string} shownSign @param {Said | null} parts @param {Text} text */
    update(shownSign, parts, text) {
      setText(sign, shownSign);
      if (!parts) return;
      setText(strong, parts.strong);
      setText(rest, parts.rest);
      setText(long, parts.long);
      setText(largest, parts.largest);
      setText(max, parts.max);
      setText(place, parts.place && ` ${parts.place}`);
      const sentence = `${parts.strong}${parts.rest}${parts.long}${parts.largest}${parts.max} ${parts.place}`.trim();
      if (node.title !== sentence) set(node, { title: sentence, 'aria-label': text.open(sentence) });
    },
  };
}

/** The mean loss is the trace's, whoever has computed it again. @param {Act} act */
function createMean(act) {
  const read = () => act.readNumber({ name: 'mean_loss', index: [] });
  const label = el('span');
  const value = el('button', { class: 'number', id: 'mean-loss', onclick: () => act.derive({ name: 'mean_loss', index: [] }), onfocus: read, onpointerenter: read });
  const unit = el('span', { class: 'long' });
  const node = el('span', { class: 'mean' }, label, ' ', value, ' ', unit);
  /** @type {State['traced']} */
  let seen = null;

  return {
    node,
    /** @param {State} state @param {Text} text */
    update(state, text) {
      const { traced } = state;
      setText(label, ` · ${text.meanLoss(textsInMean(state))}`);
      setText(unit, text.nats);
      if (traced === seen) return;
      seen = traced;
      // Without a single scored target there is no mean.
      const loss = /** @type {number | null | undefined} */ (traced?.trace.loss);
      setText(value, traced?.trace.scored_events === 0 ? '–' : short(loss ?? NaN, 6));
    },
  };
}
