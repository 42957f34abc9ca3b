/**
 * What the selected query does with each key it may see: dot product, score,
 * weight. Two heads stand in full; of more, the current one does, and the others
 * with their weights. Of many keys the strongest are listed, and each head's sum
 * and maximum are of all. Keys that do not count have one row for all: those
 * behind the mask, and the padding.
 */
import { el, fill, setText } from '../dom.js';
import { full, probability, short } from '../format/numbers.js';
import { wordsOf } from '../i18n/all.js';
import { dotProduct, sum } from '../math/attention.js';
import { shownRecord } from '../state/shown.js';
import { highlights } from './highlights.js';
import { renderPiece } from './piece.js';
import { whenPointed } from './pointed.js';
import { cellText, decimalsOf, figuresOf, groupsOf, IN_FULL, keysOf } from './query-columns.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').BlockTensors} BlockTensors
 * @typedef {{row: HTMLElement, at: number, key: HTMLElement, piece: HTMLElement, id: number, numbers: HTMLButtonElement[]}} KeyRow `at` is the key
 * @typedef {import('./query-columns.js').Figure} Figure
 */

/** @param {import('../types.js').Act} act */
export function createQueryTable(act) {
  const columns = el('colgroup', {});
  const head = el('thead', {});
  const body = el('tbody', {});
  const foot = el('tfoot', {});
  const element = el('table', { class: 'query-table' }, columns, head, body, foot);
  /** @type {KeyRow[]} */
  const rows = [];
  /** @type {readonly Figure[]} */
  let figures = [];
  /** @type {State | null} */
  let state = null;
  /** @type {unknown[]} */
  let shown = [];
  /** @type {import('./highlights.js').Highlights | null} */
  let fed = null;

  const tabStop = rove(body, () => rows.map(({ numbers }) => numbers));
  /** @param {Event} event @param {(ref: import('../types.js').NumberRef) => void} use @param {boolean} [isChosen] */
  const turnTo = (event, use, isChosen = true) => {
    const row = rows.find(({ numbers }) => numbers.includes(/** @type {HTMLButtonElement} */ (event.target)));
    const figure = figures[row?.numbers.indexOf(/** @type {HTMLButtonElement} */ (event.target)) ?? -1];
    if (!state || !row || !figure) return;
    // In a table of one head in full, another's number is read without exchanging them under the pointer.
    if (isChosen) act.selectCell(showsAll(state) ? figure.head : state.head, state.pos, row.at);
    use({ name: figure.name, block: state.block, index: [figure.head, state.pos, row.at] });
  };
  body.addEventListener('focusin', (event) => turnTo(event, act.readNumber));
  whenPointed(body, (event) => turnTo(event, act.readNumber, false));
  body.addEventListener('click', (event) => turnTo(event, act.derive));

  return {
    element,
    /** @param {State} now */
    update(now) {
      state = now;
      const record = shownRecord(now);
      const block = record?.tensors.blocks[now.block];
      const inputs = [record, now.block, now.pos, now.lang, now.vocabulary, now.model, block && showsAll(now) ? -1 : now.head];
      if (record && block && !(shown.length && inputs.every((input, i) => input === shown[i]))) {
        shown = inputs;
        fed = null;
        figures = figuresOf(block.weights.length, now.head);
        const visible = block.visible[0]?.[now.pos] ?? [];
        const keys = keysOf(block.weights[now.head]?.[now.pos] ?? [], visible);
        nameColumns(columns, head, now, figures, block);
        setRows(body, rows, keys, figures);
        fillRows(rows, now, record, block, figures);
        sumUp(foot, now, block, visible, record.valid_count, keys.length, figures);
        tabStop.settle();
      }
      markRead(rows, now, figures);
      if (highlights(now) !== fed) markFed(rows, now, (fed = highlights(now)), figures);
    },
  };
}

/** @param {State} state */
function showsAll({ model }) {
  return (model?.config.heads ?? 0) <= IN_FULL;
}

/** @param {HTMLElement} columns @param {HTMLElement} head @param {State} state @param {readonly Figure[]} figures @param {BlockTensors} block */
function nameColumns(columns, head, state, figures, block) {
  const text = wordsOf(state).attention;
  const width = block.q_heads[0]?.[0]?.length ?? 0;
  const divided = divisor(state.traced?.fault ?? null, width, block.weights.length * width);
  const wanted = `${state.lang} ${figures.map(({ head: own, name }) => `${own}${name}`)} ${divided}`;
  if (head.dataset.columns === wanted) return;
  head.dataset.columns = wanted;
  const names = { 'q·k': 'q·k', scores: divided, weights: text.weight };
  fill(columns, el('col', { class: 'key' }), el('col', { class: 'token' }), ...figures.map(() => el('col', {})));
  fill(
    head,
    el('tr', {}, el('td', { colspan: 2 }), ...groupsOf(figures).map(({ head: own, span }) => el('th', { colspan: span, scope: 'colgroup', class: 'group' }, span > 1 ? text.head(own) : String(own)))),
    el('tr', {}, el('th', { scope: 'col' }, text.key), el('th', { scope: 'col', class: 'token' }, text.token), ...figures.map(({ name }) => el('th', { scope: 'col' }, names[name]))),
  );
}

/** What a score is divided by, also where a fault divides by something else. @param {string | null} fault @param {number} headWidth @param {number} width */
export function divisor(fault, headWidth, width) {
  if (fault === 'scale-by-root-width') return `÷√${width}`;
  if (fault === 'scale-by-head-width') return `÷${headWidth}`;
  return fault === 'scale-missing' ? '÷1' : `÷√${headWidth}`;
}

/** @param {HTMLElement} body @param {KeyRow[]} rows @param {readonly number[]} keys @param {readonly Figure[]} figures */
function setRows(body, rows, keys, figures) {
  if (rows[0] && rows[0].numbers.length !== figures.length) for (const { row } of rows.splice(0)) row.remove();
  while (rows.length > keys.length) rows.pop()?.row.remove();
  while (rows.length < keys.length) {
    const numbers = figures.map(() => el('button', { type: 'button', class: 'number', tabindex: -1 }));
    const key = el('th', { scope: 'row' });
    const piece = el('td', { class: 'token' });
    const row = el('tr', {}, key, piece, ...numbers.map((number) => el('td', {}, number)));
    body.append(row);
    rows.push({ row, at: -1, key, piece, id: -1, numbers });
  }
  rows.forEach((row, i) => {
    row.at = keys[i] ?? -1;
    setText(row.key, row.at);
    figures.forEach(({ name }, at) => row.numbers[at]?.parentElement?.classList.toggle('weight', name === 'weights'));
  });
}

/**
 * @param {KeyRow[]} rows @param {State} state @param {import('../types.js').TracedRecord} record
 * @param {BlockTensors} block @param {readonly Figure[]} figures
 */
function fillRows(rows, state, record, block, figures) {
  const query = state.pos;
  for (const entry of rows) {
    const { at: key } = entry;
    entry.row.classList.toggle('future', key > query);
    const id = state.vocabulary ? /** @type {number} */ (record.ids[key]) : -1;
    if (entry.id !== id) fill(entry.piece, state.vocabulary?.[id] && renderPiece(state.vocabulary[id]));
    entry.id = id;
    figures.forEach(({ head, name }, at) => {
      const number = /** @type {HTMLElement} */ (entry.numbers[at]);
      const value = valueOf(block, name, head, query, key);
      setText(number, cellText(value, name, figures.length));
      // The bar beneath the number: the weight's share of the cell's width.
      number.style.backgroundSize = name === 'weights' ? `${100 * value}% 3px, 100% 3px` : '';
    });
  }
}

/** @param {BlockTensors} block @param {Figure['name']} name @param {number} head @param {number} query @param {number} key */
function valueOf(block, name, head, query, key) {
  if (name === 'q·k') return dotProduct(block.q_heads[head]?.[query] ?? [], block.k_heads[head]?.[key] ?? []);
  return block[name][head]?.[query]?.[key] ?? (name === 'weights' ? 0 : NaN);
}

/**
 * @param {HTMLElement} foot @param {State} state @param {BlockTensors} block
 * @param {readonly boolean[]} visible @param {number} count @param {number} listed keys @param {readonly Figure[]} figures
 */
function sumUp(foot, state, block, visible, count, listed, figures) {
  const text = wordsOf(state).attention;
  const seen = visible.filter(Boolean).length;
  const masked = visible.length - seen;
  const slots = state.model?.config.context_length ?? state.traced?.trace.slots ?? count;
  const all = groupsOf(figures).map(({ head, span }) => ({ span, weights: [...(block.weights[head]?.[state.pos] ?? [])].filter((_, key) => visible[key]) }));
  const isTight = !showsAll(state);
  /** @param {string} name @param {(weights: number[]) => number} read */
  const line = (name, read) => el('tr', { class: 'total' }, el('th', { colspan: 2, scope: 'row' }, name), ...all.map(({ span, weights }) => total(read(weights), span, isTight ? decimalsOf(figures.length) : 0)));
  const width = 2 + figures.length;
  fill(
    foot,
    listed < seen && el('tr', { class: 'absent' }, el('td', { colspan: width }, text.strongest(listed, seen, state.head))),
    line(text.sum, sum),
    listed < seen && line(text.most, (weights) => Math.max(...weights)),
    masked > 0 && absentRow('masked', text.maskedKeys(state.pos + 1, count - 1, masked), width),
    slots > count && absentRow('padding', text.paddingKeys(count, slots - 1, slots - count), width),
  );
}

/** A sum just below 1 is told as such, unless its column has no room for that. @param {number} value @param {number} span @param {number} room decimals that there is room for; 0: for as many as it takes */
function total(value, span, room) {
  const decimals = room || decimalsOf(0);
  const isShare = value < 1 && !(room && Number(value.toFixed(room)) === 1);
  return el('td', { colspan: span, title: full(value) }, isShare ? probability(value, decimals) : short(value, decimals));
}

/** @param {'masked' | 'padding'} kind @param {string} text @param {number} width in columns */
function absentRow(kind, text, width) {
  return el('tr', { class: 'absent' }, el('td', { colspan: width }, el('span', { class: `swatch ${kind}` }), text));
}

/** @param {KeyRow[]} rows @param {State} state @param {readonly Figure[]} figures */
function markRead(rows, { number, block, pos }, figures) {
  const [head = -1, query = -1, key = -1] = number?.index ?? [];
  const figure = figures.findIndex((one) => one.name === number?.name && one.head === head);
  const here = figure >= 0 && number?.block === block && query === pos;
  const wanted = here ? rows.find(({ at }) => at === key)?.numbers[figure] : undefined;
  for (const { numbers } of rows) {
    for (const one of numbers) {
      const is = one === wanted;
      if (one.hasAttribute('aria-current') !== is) is ? one.setAttribute('aria-current', 'true') : one.removeAttribute('aria-current');
    }
  }
}

/** What feeds the number whose derivation is open. @param {KeyRow[]} rows @param {State} state @param {import('./highlights.js').Highlights} fed @param {readonly Figure[]} figures */
function markFed(rows, { block, pos }, fed, figures) {
  for (const { numbers, at: key } of rows) {
    numbers.forEach((number, at) => {
      const { name = '', head = -1 } = figures[at] ?? {};
      number.classList.toggle('fed', fed.has({ name, block, index: [head, pos, key] }));
    });
  }
}
