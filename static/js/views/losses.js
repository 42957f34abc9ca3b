/**
 * The loss of every scored target, record by record, on one scale from zero,
 * with the batch's mean and what guessing evenly would cost; where two states
 * are compared, with a line at what each has cost before.
 *
 * One tab stop: arrows move the selected position through all records.
 */
import { el, setText } from '../dom.js';
import { short } from '../format/numbers.js';
import { words, wordsOf } from '../i18n/all.js';
import { readsTexts } from '../i18n/index.js';
import { comparedWith } from '../state/compared.js';
import { shownRecordAt } from '../state/shown.js';
import { isComparing } from '../state/wanted.js';
import { bringIntoView } from './bring-into-view.js';
import { highlights } from './highlights.js';
import { createColumn } from './loss-column.js';
import { createNumberButton } from './number-button.js';
import { whenPointed } from './pointed.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */
/** @typedef {import('../types.js').Traced} Traced */
/** @typedef {import('./loss-column.js').Scored} Scored */

/** The scale ends a little above the highest bar. */
const HEADROOM = 1.06;

/** @param {Act} act */
export function createLosses(act) {
  const title = el('h3');
  const hint = el('span', { class: 'hint' });
  const sum = el('span', { class: 'sum' });
  const mean = createNumberButton(act);
  const meanWord = el('span');
  const uniform = el('span', { class: 'uniform' });
  const meanLine = el('span', { class: 'mean-line' });
  const uniformLine = el('span', { class: 'uniform-line' });
  const beforeLine = el('span', { class: 'before-line' });
  const before = el('span', { class: 'before-mean' });
  const bars = el('div', { class: 'loss-bars', role: 'group' });
  const meanLabel = el('span', { class: 'mean-label' }, meanWord, ' ', mean.element);
  const element = el(
    'section', { class: 'losses' },
    el('div', { class: 'losses-head' }, title, hint),
    el('div', { class: 'losses-plot' }, bars, el('div', { class: 'loss-lines' }, meanLine, uniformLine, beforeLine, el('div', { class: 'line-labels' }, before, meanLabel, sum, uniform))),
  );
  const columns = createColumns(bars, act);
  /** @type {State | null} */
  let shown = null;
  /** @type {Traced | null} */
  let beside = null;
  /** @type {import('./highlights.js').Highlights | null} */
  let fed = null;

  return {
    element,
    /** @param {State} state */
    update(state) {
      const { traced } = state;
      if (!traced) return;
      draw(state, traced);
      if (fed !== highlights(state)) columns.mark((fed = highlights(state)));
    },
  };

  /** @param {State} state @param {import('../types.js').Traced} traced */
  function draw(state, traced) {
    const { output: t, compare } = wordsOf(state);
    const { loss, scored_events: divisor } = traced.trace;
    mean.update(short(loss, 6), loss, { name: 'mean_loss', index: [] }, state.number);
    const other = isComparing(state) ? comparedWith(state) : null;
    if (shown && isSame(shown, state) && beside === other) return;
    shown = state;
    beside = other;
    fed = null;
    const scored = scoredOf(state, other);
    const count = scored.length;
    const lnV = Math.log(vocabularySize(state));
    // Two trained states are told apart on a scale of their own.
    const top = scored.reduce((high, one) => Math.max(high, one.loss, one.before ?? 0), other ? 0 : lnV) * HEADROOM || 1;
    uniformLine.hidden = lnV > top;
    setText(title, count === 1 ? t.losses1 : t.losses(count));
    setText(hint, other ? compare.lossesHint : t.lossesHint);
    bars.setAttribute('aria-label', t.lossesLabel);
    setText(meanWord, other ? compare.meanB : t.mean);
    before.hidden = beforeLine.hidden = !other;
    setText(before, other ? `${compare.meanA} ${short(other.trace.loss, 6)}` : '');
    beforeLine.style.setProperty('--share', String((other?.trace.loss ?? 0) / top));
    setText(uniform, `${t.lnV(vocabularySize(state))} ${short(lnV, 6)}`);
    const total = scored.reduce((all, one) => all + one.loss, 0);
    setText(sum, `= ${short(total, 6)} ÷ ${divisor}`);
    meanLine.style.setProperty('--share', String(loss / top));
    uniformLine.style.setProperty('--share', String(lnV / top));
    columns.update(state, scored, top);
  }
}

/** @param {State} a @param {State} b */
function isSame(a, b) {
  return a.traced === b.traced && a.drafts === b.drafts && a.rec === b.rec && a.pos === b.pos && a.vocabulary === b.vocabulary && a.lang === b.lang;
}

/** @param {State} state */
function vocabularySize(state) {
  return state.traced?.trace.records[0]?.tensors.logits[0]?.length ?? 0;
}

/** In the order of the records as they stand now; a fault may leave positions without a loss. @param {State} state @param {Traced | null} other @returns {Scored[]} */
function scoredOf(state, other) {
  return state.drafts.flatMap((_, record) => {
    const traced = shownRecordAt(state, record);
    const before = traced && other?.trace.records[state.traced?.trace.records.indexOf(traced) ?? -1];
    return (traced?.losses ?? []).flatMap((loss, position) => (loss === null ? [] : [{ record, position, loss, before: before?.losses[position] ?? null, target: traced?.targets[position] ?? -1 }]));
  });
}

/** @param {HTMLElement} bars @param {Act} act */
function createColumns(bars, act) {
  /** @type {ReturnType<typeof createGroup>[]} */
  const groups = [];
  /** @type {Scored[]} */
  let scored = [];
  let current = -1;
  let rec = 0;

  const shown = () => groups.flatMap((group) => group.shown());
  /** @param {number} at */
  const select = (at) => {
    const chosen = scored[at];
    if (!chosen) return undefined;
    act.chooseRecord(chosen.record);
    act.selectPosition(chosen.position);
    act.readNumber({ name: 'loss', index: [chosen.position] });
    shown()[at]?.focus();
    return chosen;
  };
  /** @param {Event} event */
  const placeOf = (event) => shown().findIndex((element) => element.contains(/** @type {Node} */ (event.target)));
  bars.addEventListener('click', (event) => {
    const chosen = select(placeOf(event));
    if (chosen) act.derive({ name: 'loss', index: [chosen.position] });
  });
  // Only the bar under the pointer needs its tooltip.
  bars.addEventListener('pointerover', (event) => {
    const element = shown()[placeOf(event)];
    if (element) element.title = element.getAttribute('aria-label') ?? '';
  });
  whenPointed(bars, (event) => {
    const one = scored[placeOf(event)];
    if (one) act.readNumber({ name: 'loss', index: [one.position], ...(one.record !== rec && { record: one.record }) });
  });
  bars.addEventListener('focusin', (event) => {
    const one = scored[placeOf(event)];
    if (one && placeOf(event) === current) act.readNumber({ name: 'loss', index: [one.position] });
  });
  bars.addEventListener('keydown', (event) => {
    const at = placeOf(event);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: scored.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    select(to);
  });

  return {
    /** @param {State} state @param {Scored[]} now @param {number} top */
    update(state, now, top) {
      scored = now;
      rec = state.rec;
      const before = current;
      current = now.findIndex((one) => one.record === state.rec && one.position === state.pos);
      const stop = now[Math.max(0, current)];
      while (groups.length < state.drafts.length) {
        const group = createGroup();
        groups.push(group);
        bars.append(group.element);
      }
      for (const [record, group] of groups.entries()) {
        group.update(state, record, now.filter((one) => one.record === record), top, current < 0 ? null : stop, stop);
      }
      // In the next frame, when layout is due anyway.
      if (current !== before) requestAnimationFrame(() => bringIntoView(bars, shown()[current]));
    },
    /** Mark the losses that feed the number whose derivation is open. @param {import('./highlights.js').Highlights} fed */
    mark(fed) {
      shown().forEach((element, i) => {
        const one = scored[i];
        element.classList.toggle('fed', !!one && fed.has({ name: 'loss', record: one.record, index: [one.position] }));
      });
    },
  };
}

/** One record's bars. Groups share the width by how many targets each has, so that all bars are equally wide. */
function createGroup() {
  const row = el('div', { class: 'loss-columns' });
  const label = el('span', { class: 'record-name', 'aria-hidden': 'true' });
  const element = el('div', { class: 'loss-record', role: 'group' }, row, label);
  /** @type {ReturnType<typeof createColumn>[]} */
  const columns = [];
  let count = 0;
  return {
    element,
    shown: () => columns.slice(0, count).map((column) => column.element),
    /**
     * @param {State} state @param {number} record @param {Scored[]} own @param {number} top
     * @param {Scored | null | undefined} current @param {Scored | undefined} stop
     */
    update(state, record, own, top, current, stop) {
      const name = words(state.lang).output.record(record, readsTexts(state.model));
      element.hidden = own.length === 0;
      setText(label, name);
      if (element.getAttribute('aria-label') !== name) element.setAttribute('aria-label', name);
      while (columns.length < own.length) {
        const column = createColumn();
        columns.push(column);
        row.append(column.element);
      }
      if (count !== own.length) {
        for (const [i, column] of columns.entries()) column.element.hidden = i >= own.length;
        element.style.setProperty('--count', String(own.length));
        count = own.length;
      }
      for (const [i, one] of own.entries()) columns[i]?.update(state, one, top, one === current, one === stop);
    },
  };
}
