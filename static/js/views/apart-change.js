/** The margin of Take apart: before and after, which targets moved most, what is in force, and how to exchange a residual. */
import { el, fill, setText } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { changesOf, isApart } from '../state/apart.js';
import { shownRecord } from '../state/shown.js';
import { createExchange } from './apart-exchange.js';
import { lossChanges, meanOf, partName, signed, sourceName } from './apart-words.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Act} Act */

/** Targets named. */
const MOST_MOVED = 6;

/** @param {HTMLElement} root @param {Act} act */
export function createApartChange(root, act) {
  const title = el('h2', { id: 'changed-title' });
  const means = el('p', { class: 'apart-means' });
  const note = el('p', { class: 'apart-note' });
  const table = el('div');
  const balance = el('p', { class: 'apart-note' });
  const force = el('div', { class: 'apart-force' });
  const exchange = createExchange(act);
  root.setAttribute('aria-labelledby', 'changed-title');
  root.append(title, means, note, table, balance, force, exchange.element);
  /** @type {unknown[]} */
  let seen = [];

  return {
    /** @param {State} state */
    update(state) {
      root.hidden = !isApart(state) || !state.panel || state.trail.length > 0;
      if (root.hidden) return;
      exchange.update(state);
      const depends = [state.off, state.swap, state.traced, state.healthyTraced, state.pos, state.rec, state.lang, state.vocabulary];
      if (depends.every((part, i) => part === seen[i]) && seen.length) return;
      seen = depends;
      const t = wordsOf(state).apart;
      const changes = changesOf(state) ? lossChanges(state) : null;
      setText(title, t.did);
      showMeans(state, changes);
      fill(table, changes && mostMoved(state, changes, act));
      fill(force, ...inForce(state, act));
    },
  };

  /** @param {State} state @param {ReturnType<typeof lossChanges>} changes */
  function showMeans(state, changes) {
    const t = wordsOf(state).apart;
    means.hidden = balance.hidden = !changes?.length;
    if (!changes?.length) return setText(note, changesOf(state) ? t.waiting : t.idle);
    const [intact, now] = [meanOf(changes.map((change) => change.intact)), meanOf(changes.map((change) => change.now))];
    // Four digits, unless they hide the change.
    const decimals = now !== intact && short(intact, 4) === short(now, 4) ? 6 : 4;
    fill(means, el('span', { title: full(intact) }, short(intact, decimals)), ' → ', el('span', { title: full(now) }, short(now, decimals)));
    setText(note, t.meanOf(changes.length, ''));
    const worse = changes.filter(({ change }) => change > 0).length;
    const better = changes.filter(({ change }) => change < 0).length;
    setText(balance, t.balance(worse, better, changes.length - worse - better, changes.length));
  }
}

/** @param {State} state @param {NonNullable<ReturnType<typeof lossChanges>>} changes @param {Act} act */
function mostMoved(state, changes, act) {
  const t = wordsOf(state).apart;
  const most = [...changes].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOST_MOVED);
  const heads = [t.movedMost, t.intact, t.now, t.deltaLoss].map((text) => el('th', { scope: 'col' }, text));
  return el('table', { class: 'apart-table' }, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...most.map((change) => row(state, change, act))));
}

/** @param {State} state @param {NonNullable<ReturnType<typeof lossChanges>>[number]} change @param {Act} act */
function row(state, { position, intact, now, change }, act) {
  const record = shownRecord(state);
  const [own, next] = [record?.ids[position], record?.targets[position]].map((id) => state.vocabulary?.[id ?? -1]);
  const place = el('button', { type: 'button', class: 'number', onclick: () => act.selectPosition(position) }, `${position} `, own && renderPiece(own), '→', next && renderPiece(next));
  const derived = () => act.derive({ name: 'loss', index: [position] });
  return el(
    'tr',
    { class: position === state.pos && 'current' },
    el('th', { scope: 'row' }, place),
    el('td', { title: full(intact) }, short(intact, 3)),
    el('td', {}, el('button', { type: 'button', class: 'number', title: `${full(now)}, p ${probability(Math.exp(-now), 4)}`, onclick: derived }, short(now, 3))),
    el('td', { title: full(change) }, signed(change)),
  );
}

/** @param {State} state @param {Act} act */
function inForce(state, act) {
  if (!changesOf(state)) return [];
  const t = wordsOf(state).apart;
  const lines = [
    ...state.off.map((part) => ({ text: t.partOff(partName(state, part)), undo: () => act.switchPart(part) })),
    ...state.swap.map((swap) => ({ text: t.swapped(swap.block, swap.position, state.window ? null : swap.record, sourceName(state, swap.from)), undo: () => act.undoExchange(swap) })),
  ];
  const items = lines.map(({ text, undo }) => el('li', {}, el('span', {}, text), el('button', { type: 'button', class: 'link', 'aria-label': `${t.undoOne}: ${text}`, onclick: undo }, t.undoOne)));
  return [el('h3', {}, t.inForce), el('ul', {}, ...items), el('p', { class: 'apart-same' }, t.same)];
}
