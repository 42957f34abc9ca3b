/** What stands beside and beneath the candidate bars: values, IDs, and which kinds of entries they are. */
import { el, fill, setText } from '../dom.js';
import { short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { barLabels, labelLines, mayBeLabelled } from './bar-labels.js';
import { renderPiece } from './piece.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('./candidate-bars.js').BarsPicture} BarsPicture */
/** @typedef {import('../draw/bars.js').Layout} Layout */

/** Beside zero its own label would cover it; as a share of the scale. */
const NEAR = 0.06;
/** CSS px an ID's label needs. */
const ROOM = 84;

export function createBarsAxis() {
  const top = el('span', { class: 'top' });
  const line = el('span', { class: 'line' });
  const zero = el('span', { class: 'zero' }, '0');
  const bottom = el('span', { class: 'bottom' });
  const values = el('div', { class: 'bars-values', 'aria-hidden': 'true' }, top, line, zero, bottom);
  const ids = el('div', { class: 'bars-ids', 'aria-hidden': 'true' });
  let drawn = '';

  return {
    values,
    ids,
    /** @param {State} state @param {BarsPicture} picture @param {Layout} layout @param {number} width */
    update(state, picture, layout, width) {
      const { high, low } = picture;
      /** @param {HTMLElement} label @param {number} value */
      const at = (label, value) => label.style.setProperty('--share', String((high - value) / (high - low)));
      setText(top, short(picture.values[picture.highest] ?? 0, 4));
      at(top, picture.values[picture.highest] ?? 0);
      line.hidden = picture.line === null || Math.abs(picture.line) < NEAR * (high - low);
      setText(line, words(state.lang).output.uniform(picture.values.length));
      at(line, picture.line ?? 0);
      at(zero, 0);
      bottom.hidden = low === 0;
      setText(bottom, short(low, 4));
      at(bottom, low);

      const entries = mayBeLabelled(layout.step) ? entriesOf(state, picture) : [];
      const lines = labelLines(entries, layout.step);
      const byId = state.candidates.order === 'id';
      // The IDs beneath the bars do not depend on the numbers; by value there are ranks, unless every bar is named.
      const order = byId || !lines ? '' : entries.map(({ id }) => id).join();
      const key = `${width} ${picture.values.length} ${picture.starts.join()} ${state.candidates.order} ${state.lang} ${state.vocabulary !== null} ${state.modelName} ${order}`;
      if (key === drawn) return;
      drawn = key;
      ids.classList.toggle('two-lines', lines > 1);
      const ticks = lines ? barLabels(entries, layout, lines) : byId ? idTicks(state, layout, picture) : rankTicks(state, layout, picture);
      fill(ids, ...ticks, ...(byId ? kinds(state, layout, picture) : []));
    },
  };
}

/** Those whose bars are on show, from left to right; none before the vocabulary is here. @param {State} state @param {BarsPicture} picture */
function entriesOf({ vocabulary }, { values, ids }) {
  return vocabulary ? Array.from(values, (_, place) => vocabulary[ids(place) ?? -1] ?? []).flat() : [];
}

/** Round IDs with room for their labels, and where each kind begins. @param {State} state @param {Layout} layout @param {BarsPicture} picture */
function idTicks(state, layout, { values, starts }) {
  const apart = roundStep(ROOM / layout.step);
  /** @type {number[]} */
  const wanted = [];
  for (let id = 0; id < (starts[0] ?? values.length); id += apart) wanted.push(id);
  const widest = starts.filter((start, i) => (starts[i + 1] ?? values.length) - start > ROOM / layout.step / 2);
  return [...wanted, ...widest]
    .filter((id, i, all) => i === 0 || layout.left(id) - layout.left(all[i - 1] ?? 0) > ROOM / 2)
    .map((id) => {
      const entry = state.vocabulary?.[id];
      return tick(layout.left(id) + layout.step / 2, `${id} `, entry && renderPiece(entry));
    });
}

/** @param {State} state @param {Layout} layout @param {BarsPicture} picture */
function rankTicks(state, layout, { values }) {
  const apart = roundStep(ROOM / layout.step);
  const t = words(state.lang).output;
  const ranks = [1];
  for (let rank = apart; rank <= values.length; rank += apart) if (rank > 1) ranks.push(rank);
  return ranks.map((rank) => tick(layout.left(rank - 1) + layout.step / 2, rank === 1 ? `${t.rank} 1` : rank));
}

/** A bracket under each run of one kind, with how many there are. @param {State} state @param {Layout} layout @param {BarsPicture} picture */
function kinds(state, layout, { values, starts }) {
  if (!state.vocabulary) return [];
  const names = words(state.lang).output.kinds;
  return [0, ...starts].map((start, i) => {
    const end = starts[i] ?? values.length;
    const kind = state.vocabulary?.[start]?.kind ?? 'byte';
    const width = (end - start) * layout.step;
    const label = el('span', { class: width < ROOM / 2 ? 'kind narrow' : 'kind' }, el('span', {}, names[kind](end - start)));
    label.style.left = `${layout.left(start)}px`;
    label.style.width = `${width}px`;
    return label;
  });
}

/** @param {number} x @param {import('../dom.js').Child[]} children */
function tick(x, ...children) {
  const label = el('span', { class: 'tick' }, ...children);
  label.style.left = `${x}px`;
  return label;
}

/** The smallest power of two that is not below: bytes are counted so. @param {number} least */
function roundStep(least) {
  let step = 1;
  while (step < least) step *= 2;
  return step;
}
