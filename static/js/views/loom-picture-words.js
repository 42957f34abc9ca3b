/** What is written in and around the picture of the loom, and where. Reads the state; draws nothing. */
import { READABLE } from '../draw/rows.js';
import { short } from '../format/numbers.js';
import { name } from '../format/pieces.js';
import { words, wordsOf } from '../i18n/all.js';
import { readsTexts } from '../i18n/index.js';
import { isBroken } from '../state/in-force.js';
import { isCompared } from '../state/compared.js';
import { shownIndex, shownRecord } from '../state/shown.js';
import { comparison } from './comparison.js';
import { lessWords } from './difference-words.js';
import { fitted, formsOf, rankOf } from './label-fit.js';
import { marked } from './loom-compared.js';
import { gradientName, hasGradients } from './loom-gradients.js';
import { stepOf } from './model-step.js';
import { stageHead, stageTitle } from './stages.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('./loom-paint.js').Placed} Placed */
/** @typedef {{piece: string, number: string, mark: string, y: number, size: number, isSelected: boolean}} GutterRow */

/** A title keeps to one line. */
const LONGEST_TEXT = 80;
/** px that a folded block's whole name needs, and the number before a stage's title; how much larger a title is than a sample's words. */
const [BLOCK_NAME, NUMBER, TITLE] = [60, 18, 1.3];
/** px that the words of a sample take, by letter: Latin ones are half as wide as Chinese. */
const LETTER = { latin: 6.4, wide: 12.5 };

/** @param {State} state @returns {[title: string, facts: string]} */
export function titleLines(state) {
  const { apart, share, frame, faults, gradients } = wordsOf(state);
  const record = shownRecord(state);
  const { traced, model, pos, block } = state;
  if (!record || !traced || !model) return ['', ''];
  const piece = (/** @type {number | undefined} */ id) => pieceName(state, id ?? -1);
  const letters = [...record.text];
  const text = letters.length > LONGEST_TEXT ? `${letters.slice(0, LONGEST_TEXT).join('')}…` : record.text;
  const loss = /** @type {number | null} */ (traced.trace.loss);
  const draft = traced.drafts[shownIndex(state)];
  const facts = [
    frame.modelName(model.name, model.config.seed, stepOf({ model, step: traced.step })),
    model.config.blocks > 1 && share.block(block),
    share.masks[traced.mask],
    traced.fault && share.fault(faults[traced.fault]?.title ?? traced.fault),
    isBroken(traced) && !traced.fault && apart.changed(traced.off, traced.swap.length),
    isCompared(state) && state.show === 'difference' && lessWords(state),
    hasGradients(state) && gradients.inPicture,
    (draft?.replace.length || draft?.paddingId !== null) && share.edited,
    loss === null ? share.noMeanLoss : share.meanLoss(short(loss, 6)),
  ];
  const title = share.pictureTitle(readsTexts(model) ? null : shownIndex(state), text.replace(/\s+/g, ' '), pos, piece(record.ids[pos]), piece(record.targets[pos]));
  return [title, facts.filter(Boolean).join(' · ')];
}

/**
 * @param {State} state @param {import('../types.js').TracedRecord} record
 * @param {import('../draw/rows.js').Rows} rows @param {number | null} padding middle of the padding row
 * @param {readonly boolean[] | undefined} same in a comparison: which positions are the same
 * @returns {GutterRow[]}
 */
export function gutterRows(state, record, rows, padding, same) {
  const compared = comparison(state);
  const changes = compared?.edited ? compared.records[shownIndex(state)]?.positions : undefined;
  const size = Math.min(13, rows.pitch - 1);
  const { from = 0, to = record.valid_count } = /** @type {Partial<import('../draw/bent-rows.js').Bent>} */ (rows);
  // Those that can be read: the others' places are painted with them.
  const found = record.ids.slice(from, to).map((id, i) => {
    const position = from + i;
    const isSelected = position === rows.selected;
    const isReadable = isSelected || rows.pitch >= READABLE;
    const kind = changes?.[position]?.kind;
    const isSame = same ? same[position] : kind && kind === 'identical';
    return {
      piece: isReadable ? pieceName(state, id) : '',
      number: isReadable || position % 10 === 0 ? String(position) : '',
      mark: isSame === undefined ? '' : isSame ? '≡' : 'Δ',
      y: rows.middle(position),
      size,
      isSelected,
    };
  });
  if (padding === null) return found;
  const slots = (state.model?.config.context_length ?? 0) - record.valid_count;
  return [...found, { piece: '', number: words(state.lang).stages[state.aside ? 'free' : 'padding'](slots), mark: '', y: padding, size: 11, isSelected: false }];
}

/** @param {State} state @param {readonly Placed[]} placed */
export function stageHeads(state, placed) {
  const { folded } = words(state.lang);
  const stages = /** @type {import('../types.js').Stage[]} */ ([1, 2, 3, 4, 5, 6]).map((stage) => ({
    number: String(stage),
    ...titled(state, stage, extentOf(placed.filter((one) => one.stage === stage))),
    isOpen: stage === state.stage,
  }));
  const blocks = new Set(placed.flatMap(({ column: { block } }) => block ?? []));
  return [
    ...stages,
    ...[...blocks].map((block) => {
      const extent = extentOf(placed.filter(({ column }) => column.block === block));
      const isWide = extent.right - extent.left >= BLOCK_NAME;
      return { number: '', title: isWide ? `${folded.word}${block}` : String(block), ...extent, isOpen: false };
    }),
  ];
}

/** With its block where there is room: the facts name it too. @param {State} state @param {import('../types.js').Stage} stage @param {{left: number, right: number}} extent */
function titled(state, stage, extent) {
  const whole = stageHead(state, stage);
  const room = (extent.right - extent.left - NUMBER) / TITLE;
  return { title: widthOf(whole) > room ? stageTitle(state, stage) : whole, ...extent };
}

/** @param {readonly Placed[]} placed */
function extentOf(placed) {
  const spans = placed.map(({ span }) => span);
  return { left: Math.min(...spans.map(({ left }) => left)), right: Math.max(...spans.map(({ left, width }) => left + width)) };
}

/**
 * @param {State} state @param {readonly Placed[]} placed
 * @param {(import('./loom-looks.js').LoomLook & Partial<import('./loom-compared.js').ComparedLook>) | null} look
 */
export function columnLabels(state, placed, look) {
  const { columns, next } = words(state.lang).stages;
  const names = placed.map(({ column }) => {
    const plain = state.aside && column.kind === 'targets' ? next : (column.label ?? columns[column.name] ?? '');
    const changed = look?.isDifference && look.difference ? marked(column, plain, look.difference, state) : plain;
    return look?.isGradient ? gradientName(column, plain) : changed;
  });
  const labels = placed.map(({ column, span }, i) => ({
    middle: span.left + span.width / 2,
    rank: rankOf(column),
    isHead: column.kind === 'weights',
    forms: formsOf(names[i] ?? '').map((name) => ({ text: name, width: widthOf(name) })),
  }));
  const written = isDeep(state) ? fitted(labels) : names;
  return labels.map(({ middle }, i) => ({ name: written[i] ?? '', middle }));
}

/** Whether blocks are folded, and columns narrow. @param {State} state */
function isDeep({ model }) {
  return (model?.config.blocks ?? 1) > 1;
}

/** Of the signs, those that are in the picture. @param {State} state @param {boolean} isPadded */
export function legendItems(state, isPadded) {
  const { share } = wordsOf(state);
  const isMasked = shownRecord(state)?.tensors.blocks.some(({ visible }) => visible?.[0]?.some((row) => row.includes(false))) ?? false;
  const isDifference = isCompared(state) && state.show === 'difference';
  const present = { signed: true, weights: !isDifference && !hasGradients(state), masked: isMasked, padding: isPadded };
  const samples = /** @type {(keyof typeof present)[]} */ (Object.keys(present)).filter((sample) => present[sample]);
  return samples.map((sample) => ({ sample, name: share[sample], width: widthOf(share[sample]) }));
}

/** About how wide a text of 12 px is. @param {string} text */
function widthOf(text) {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? LETTER.wide : LETTER.latin), 0);
}

/** @param {State} state @param {number} id */
function pieceName({ vocabulary }, id) {
  const entry = vocabulary?.[id];
  return entry ? name(entry) : '–';
}
