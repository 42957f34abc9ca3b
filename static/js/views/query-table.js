/**
 * What the selected query does with each key it may see, in every head: dot
 * product, score, weight. Keys that do not count have one row for all: those
 * behind the mask, and the padding.
 */
import { el, fill, setText } from '../dom.js';
import { probability, short } from '../format/numbers.js';
import { words } from '../i18n/all.js';
import { dotProduct, sum } from '../math/attention.js';
import { shownRecord } from '../state/shown.js';
import { highlights } from './highlights.js';
import { renderPiece } from './piece.js';
import { whenPointed } from './pointed.js';
import { rove } from './roving.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').BlockTensors} BlockTensors
 * @typedef {{row: HTMLElement, key: HTMLElement, piece: HTMLElement, id: number, numbers: HTMLButtonElement[]}} KeyRow
 */

/** Figures of one head and key, in the order of their columns. */
const FIGURES = /** @type {const} */ (['q·k', 'scores', 'weights']);
const DECIMALS = 5;

/** @param {import('../types.js').Act} act */
export function createQueryTable(act) {
  const columns = el('colgroup', {});
  const head = el('thead', {});
  const body = el('tbody', {});
  const foot = el('tfoot', {});
  const element = el('table', { class: 'query-table' }, columns, head, body, foot);
  /** @type {KeyRow[]} */
  const rows = [];
  /** @type {State | null} */
  let state = null;
  /** @type {unknown[]} */
  let shown = [];
  /** @type {import('./highlights.js').Highlights | null} */
  let fed = null;

  const tabStop = rove(body, () => rows.filter(({ row }) => !row.hidden).map(({ numbers }) => numbers));
  /** @param {Event} event @param {(ref: import('../types.js').NumberRef) => void} use @param {boolean} [isChosen] */
  const turnTo = (event, use, isChosen = true) => {
    const key = rows.findIndex(({ numbers }) => numbers.includes(/** @type {HTMLButtonElement} */ (event.target)));
    const at = rows[key]?.numbers.indexOf(/** @type {HTMLButtonElement} */ (event.target)) ?? -1;
    if (!state || at < 0) return;
    const inHead = Math.floor(at / FIGURES.length);
    if (isChosen) act.selectCell(inHead, state.pos, key);
    use({ name: /** @type {string} */ (FIGURES[at % FIGURES.length]), block: state.block, index: [inHead, state.pos, key] });
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
      const inputs = [record, now.block, now.pos, now.lang, now.vocabulary, now.model];
      if (record && block && !(shown.length && inputs.every((input, i) => input === shown[i]))) {
        shown = inputs;
        fed = null;
        const heads = block.weights.length;
        const visible = block.visible[0]?.[now.pos] ?? [];
        nameColumns(columns, head, now, heads, block.q_heads[0]?.[0]?.length ?? 0);
        setRows(body, rows, visible.length, heads * FIGURES.length);
        fillRows(rows, now, record, block, visible);
        sumUp(foot, now, block, visible, record.valid_count);
        tabStop.settle();
      }
      markRead(rows, now);
      if (highlights(now) !== fed) markFed(rows, now, (fed = highlights(now)));
    },
  };
}

/**
 * @param {HTMLElement} columns @param {HTMLElement} head @param {State} state
 * @param {number} heads @param {number} width of one head
 */
function nameColumns(columns, head, state, heads, width) {
  const text = words(state.lang).attention;
  const divided = divisor(state.traced?.fault ?? null, width, heads * width);
  const wanted = `${state.lang} ${heads} ${divided}`;
  if (head.dataset.columns === wanted) return;
  head.dataset.columns = wanted;
  const all = Array.from({ length: heads }, (_, i) => i);
  fill(columns, el('col', { class: 'key' }), el('col', { class: 'token' }), ...all.flatMap(() => FIGURES.map(() => el('col', {}))));
  fill(
    head,
    el('tr', {}, el('td', { colspan: 2 }), ...all.map((i) => el('th', { colspan: 3, scope: 'colgroup', class: 'group' }, text.head(i)))),
    el(
      'tr',
      {},
      el('th', { scope: 'col' }, text.key),
      el('th', { scope: 'col', class: 'token' }, text.token),
      ...all.flatMap(() => ['q·k', divided, text.weight].map((name) => el('th', { scope: 'col' }, name))),
    ),
  );
}

/** What a score is divided by, also where a fault divides by something else. @param {string | null} fault @param {number} headWidth @param {number} width */
export function divisor(fault, headWidth, width) {
  if (fault === 'scale-by-root-width') return `÷√${width}`;
  if (fault === 'scale-by-head-width') return `÷${headWidth}`;
  return fault === 'scale-missing' ? '÷1' : `÷√${headWidth}`;
}

/** @param {HTMLElement} body @param {KeyRow[]} rows @param {number} count @param {number} figures */
function setRows(body, rows, count, figures) {
  if (rows[0] && rows[0].numbers.length !== figures) for (const { row } of rows.splice(0)) row.remove();
  while (rows.length > count) rows.pop()?.row.remove();
  while (rows.length < count) {
    const numbers = Array.from({ length: figures }, () => el('button', { type: 'button', class: 'number', tabindex: -1 }));
    const key = el('th', { scope: 'row' }, rows.length);
    const piece = el('td', { class: 'token' });
    const cells = numbers.map((number, i) => el('td', { class: FIGURES[i % FIGURES.length] === 'weights' ? 'weight' : null }, number));
    const row = el('tr', {}, key, piece, ...cells);
    body.append(row);
    rows.push({ row, key, piece, id: -1, numbers });
  }
}

/**
 * @param {KeyRow[]} rows @param {State} state @param {import('../types.js').TracedRecord} record
 * @param {BlockTensors} block @param {readonly boolean[]} visible
 */
function fillRows(rows, state, record, block, visible) {
  const query = state.pos;
  rows.forEach((entry, key) => {
    entry.row.hidden = !visible[key];
    if (!visible[key]) return;
    entry.row.classList.toggle('future', key > query);
    const id = state.vocabulary ? /** @type {number} */ (record.ids[key]) : -1;
    if (entry.id !== id) fill(entry.piece, state.vocabulary?.[id] && renderPiece(state.vocabulary[id]));
    entry.id = id;
    block.weights.forEach((weights, head) => {
      const weight = weights[query]?.[key] ?? 0;
      const product = dotProduct(block.q_heads[head]?.[query] ?? [], block.k_heads[head]?.[key] ?? []);
      const at = head * FIGURES.length;
      setText(/** @type {Node} */ (entry.numbers[at]), short(product, DECIMALS));
      setText(/** @type {Node} */ (entry.numbers[at + 1]), short(block.scores[head]?.[query]?.[key] ?? NaN, DECIMALS));
      const number = /** @type {HTMLElement} */ (entry.numbers[at + 2]);
      setText(number, probability(weight, DECIMALS));
      // The bar beneath the number: the weight's share of the cell's width.
      number.style.backgroundSize = `${100 * weight}% 3px, 100% 3px`;
    });
  });
}

/**
 * @param {HTMLElement} foot @param {State} state @param {BlockTensors} block
 * @param {readonly boolean[]} visible @param {number} count
 */
function sumUp(foot, state, block, visible, count) {
  const text = words(state.lang).attention;
  const masked = visible.filter((seen) => !seen).length;
  const slots = state.model?.config.context_length ?? state.traced?.trace.slots ?? count;
  const heads = block.weights.length;
  const totals = block.weights.map((weights) => sum((weights[state.pos] ?? []).filter((_, key) => visible[key])));
  fill(
    foot,
    el(
      'tr',
      { class: 'total' },
      el('th', { colspan: 2, scope: 'row' }, text.sum),
      ...totals.map((total) => el('td', { colspan: 3 }, total < 1 ? probability(total, DECIMALS) : short(total, DECIMALS))),
    ),
    masked > 0 && absentRow('masked', text.maskedKeys(state.pos + 1, count - 1, masked), heads),
    slots > count && absentRow('padding', text.paddingKeys(count, slots - 1, slots - count), heads),
  );
}

/** @param {'masked' | 'padding'} kind @param {string} text @param {number} heads */
function absentRow(kind, text, heads) {
  return el('tr', { class: 'absent' }, el('td', { colspan: 2 + 3 * heads }, el('span', { class: `swatch ${kind}` }), text));
}

/** @param {KeyRow[]} rows @param {State} state */
function markRead(rows, { number, block, pos }) {
  const [head = -1, query = -1, key = -1] = number?.index ?? [];
  const figure = FIGURES.findIndex((name) => name === number?.name);
  const here = figure >= 0 && number?.block === block && query === pos;
  const wanted = here ? rows[key]?.numbers[head * FIGURES.length + figure] : undefined;
  for (const { numbers } of rows) {
    for (const one of numbers) {
      const is = one === wanted;
      if (one.hasAttribute('aria-current') !== is) is ? one.setAttribute('aria-current', 'true') : one.removeAttribute('aria-current');
    }
  }
}

/** What feeds the number whose derivation is open. @param {KeyRow[]} rows @param {State} state @param {import('./highlights.js').Highlights} fed */
function markFed(rows, { block, pos }, fed) {
  rows.forEach(({ numbers }, key) => {
    numbers.forEach((number, at) => {
      const ref = { name: FIGURES[at % FIGURES.length] ?? '', block, index: [Math.floor(at / FIGURES.length), pos, key] };
      number.classList.toggle('fed', fed.has(ref));
    });
  });
}
