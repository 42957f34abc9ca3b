/**
 * Each kind of evidence as nodes: the sentence with the number that betrays the
 * fault, or says that nothing does, and the table it was read from. Types and
 * meaning of the kinds are the server's: minigpt/checks/lab/evidence.py.
 */
import { el } from '../dom.js';
import { count, full, scientific } from '../format/numbers.js';
import { magnitude } from '../format/significant.js';
import { evidenceTable } from './evidence-table.js';
import { positionNodes, tokenNodes, tokenText, tracedNode, valueNode, valueText } from './evidence-value.js';
import { unchangedEvidence } from './evidence-unchanged.js';

/** @typedef {import('../dom.js').Child} Child */
/** @typedef {import('./evidence-value.js').Context} Context */
/** @typedef {{sentences: string[], nodes: Child[]}} Shown */
/** @typedef {number | number[] | null} Amount */
/** @typedef {{name: string, slots: number | null, expected: Amount, found: Amount, agrees: boolean}} Figure */

/** Where a tensor has no record axis in front. */
const WITHOUT_RECORD = new Set(['position_embedding', 'loss']);

/** @type {Record<string, (evidence: any, context: Context) => Shown>} */
export const EVIDENCE = {
  figures: figuresEvidence,
  targets: targetsEvidence,
  unchanged: unchangedEvidence,
  row_sums: rowSumsEvidence,
  numbers: numbersEvidence,
  losses: lossesEvidence,
  gradients: gradientsEvidence,
  untouched: untouchedEvidence,
};

/** @param {{figures: Figure[]}} evidence @param {Context} context @returns {Shown} */
function figuresEvidence({ figures }, { t }) {
  const bad = figures.find(({ agrees }) => !agrees);
  /** @param {Figure} figure */
  const named = ({ name, slots }) => {
    const word = t.figures.names[name] ?? name;
    return slots === null ? word : t.figures.atSlots(word, slots);
  };
  /** @param {Amount} amount */
  const amount = (amount) => (Array.isArray(amount) ? `[${amount.join(', ')}]` : valueText(amount, t));
  const lines = figures.map((figure) => ({ cells: [named(figure), amount(figure.expected), amount(figure.found)], bad: !figure.agrees }));
  return {
    sentences: [bad ? t.figures.apart(named(bad), amount(bad.expected), amount(bad.found)) : t.figures.agree(figures.length)],
    nodes: [evidenceTable([t.figures.what, t.expected, t.found], lines, t.more)],
  };
}

/**
 * @param {{positions: {record: number, position: number, id: number, expected: number, found: number}[], wrong: number}} evidence
 * @param {Context} context @returns {Shown}
 */
function targetsEvidence({ positions, wrong }, context) {
  const { state, t } = context;
  const nothing = t.targets.nothing;
  const bad = positions.find(({ expected, found }) => expected !== found);
  const lines = positions.map(({ record, position, id, expected, found }) => ({
    cells: [`${record}:${position}`, el('span', {}, ...tokenNodes(state, id, nothing)), el('span', {}, ...tokenNodes(state, expected, nothing)), el('span', {}, ...tokenNodes(state, found, nothing))],
    bad: expected !== found,
  }));
  const sentences = bad
    ? [t.targets.apart(bad.record, bad.position, tokenText(state, bad.expected, nothing), tokenText(state, bad.found, nothing)), t.targets.wrong(wrong)]
    : [wrong ? t.targets.wrong(wrong) : t.targets.agree(positions.length)];
  return { sentences, nodes: [evidenceTable([t.place, t.targets.input, t.expected, t.found], lines, t.more)] };
}

/**
 * @param {{block: number, record: number, head: number, wrong: number, count: number,
 *   rows: {position: number, valid: boolean, expected: number, over_keys: number | null, over_queries: number | null}[]}} evidence
 * @param {Context} context @returns {Shown}
 */
function rowSumsEvidence({ block, record, head, wrong, count: all, rows }, context) {
  const { t } = context;
  /** @param {{valid: boolean, expected: number, over_keys: number | null}} row Rounding is excused, in padding nothing is. */
  const isBad = ({ valid, expected, over_keys }) => over_keys === null || !(Math.abs(over_keys - expected) <= (valid ? 1e-12 : 0));
  const bad = rows.find(isBad);
  const lines = rows.map((row) => ({
    cells: [row.valid ? positionNodes(context, record, row.position) : `${row.position} ${t.rows.padding}`, valueNode(row.over_keys, t), valueNode(row.over_queries, t)],
    bad: wrong > 0 && isBad(row),
    rule: row.valid && rows[row.position + 1]?.valid === false,
  }));
  const sentences = wrong && bad
    ? [t.rows.apart(bad.position, valueText(bad.over_keys, t), valueText(bad.expected, t), valueText(bad.over_queries, t)), t.rows.wrong(wrong, all)]
    : [t.rows.agree(all)];
  return { sentences: [...sentences, t.rows.which(head, record, block)], nodes: [evidenceTable([t.position, t.rows.overKeys, t.rows.overQueries], lines, t.more)] };
}

/**
 * @param {{tolerance: number, tensors: {name: string, block: number | null, count: number, apart: number, largest: number | null}[],
 *   first: {name: string, block: number | null, index: number[], expected: number | null, found: number | null} | null}} evidence
 * @param {Context} context @returns {Shown}
 */
function numbersEvidence({ tolerance, tensors, first }, context) {
  const { t } = context;
  const lines = tensors.map(({ name, count: of, apart, largest }) => ({
    cells: [el('code', {}, name), count(of), count(apart), valueNode(largest, t, largest === null ? t.noNumber : scientific(largest))],
    bad: apart > 0,
  }));
  const table = evidenceTable([t.numbers.tensor, t.numbers.count, t.numbers.apart, t.numbers.largest], lines, t.more);
  if (!first) return { sentences: [t.numbers.agree(tensors.reduce((all, tensor) => all + tensor.count, 0), scientific(tolerance))], nodes: [table] };
  const { name, block, index, expected, found } = first;
  const [record = 0, ...rest] = WITHOUT_RECORD.has(name) ? [0, ...index] : index;
  const ref = { name: READ_AS[name] ?? name, ...(block !== null && { block }), record, index: rest };
  const place = index.length ? `${name}[${index.join(', ')}]` : (t.figures.names[name] ?? name);
  return {
    sentences: [t.numbers.first(place, valueText(expected, t), valueText(found, t))],
    nodes: [el('p', { class: 'betrayed' }, el('code', {}, place), ' = ', tracedNode(context, found, ref)), table],
  };
}

/** Names under which the page reads them. @type {Record<string, string>} */
const READ_AS = { losses: 'loss', loss: 'mean_loss' };

/**
 * @param {{positions: {record: number, position: number, target: number, expected: number, found: number | null}[], mean: Figure, divisor: Figure, wrong: number}} evidence
 * @param {Context} context @returns {Shown}
 */
function lossesEvidence({ positions, mean, divisor, wrong }, context) {
  const { t } = context;
  /** @param {{expected: number, found: number | null}} at */
  const isBad = ({ expected, found }) => wrong > 0 && (found === null || !(Math.abs(expected - found) <= 1e-12));
  const bad = positions.find(isBad);
  const lines = [
    { cells: [t.losses.mean, valueNode(one(mean.expected), t), tracedNode(context, one(mean.found), { name: 'mean_loss', record: 0, index: [] })], bad: !mean.agrees, rule: true },
    ...positions.map((at) => ({
      cells: [`${at.record}:${at.position}`, valueNode(at.expected, t), tracedNode(context, at.found, { name: 'loss', record: at.record, index: [at.position] })],
      bad: isBad(at),
    })),
  ];
  const sentences = [];
  if (bad) sentences.push(t.losses.apart(bad.record, bad.position, valueText(bad.expected, t), valueText(bad.found, t)));
  if (!divisor.agrees) sentences.push(t.losses.divisor(one(divisor.expected) ?? 0, one(divisor.found) ?? 0, valueText(one(mean.expected), t), valueText(one(mean.found), t)));
  if (!sentences.length) sentences.push(t.losses.agree(positions.length));
  return { sentences, nodes: [evidenceTable([t.place, t.losses.byHand, t.losses.inRun], lines, t.more)] };
}

/** @param {Amount} amount */
function one(amount) {
  return typeof amount === 'number' ? amount : null;
}

/**
 * @param {{parameters: {name: string, healthy: number | null, faulty: number | null, reached: boolean}[], missed: number}} evidence
 * @param {Context} context @returns {Shown}
 */
function gradientsEvidence({ parameters, missed }, { t }) {
  const bad = parameters.find(({ reached }) => !reached);
  /** @param {number | null} size */
  const sized = (size) => el('span', { title: size === null ? t.absent : full(size) }, size === null ? t.absent : magnitude(size));
  const lines = parameters.map(({ name, healthy, faulty, reached }) => ({ cells: [el('code', {}, name), sized(healthy), sized(faulty)], bad: !reached }));
  return {
    sentences: [bad ? t.gradients.apart(bad.name, missed, parameters.length) : t.gradients.agree(parameters.length)],
    nodes: [evidenceTable([t.gradients.parameter, t.healthy, `${t.faulty}, ${t.gradients.size}`], lines, t.more)],
  };
}

/** @param {{reads: string[], replaced: string[]}} evidence @param {Context} context @returns {Shown} */
function untouchedEvidence({ reads, replaced }, { t }) {
  /** @param {string[]} pieces */
  const listed = (pieces) => pieces.map((piece) => t.untouched.pieces[piece] ?? piece).join(t.untouched.and);
  return { sentences: [t.untouched.sentence(listed(reads), listed(replaced))], nodes: [] };
}
