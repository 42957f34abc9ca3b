/** The evidence of "must not move": what was edited, and how far each position's logits moved in both runs. */
import { evidenceTable } from './evidence-table.js';
import { movedNode, positionNodes, tokenText, valueNode, valueText } from './evidence-value.js';

/** @typedef {import('./evidence-value.js').Context} Context */
/** @typedef {{record: number, position: number, before: number, after: number}} Edit */
/** @typedef {{position: number, must_hold: boolean, healthy: number | null, faulty: number | null}} Moved */
/** @typedef {{slots: number, healthy: number | null, faulty: number | null}} LossAt */
/** @typedef {{tried: number, mask: string, slots: number, record: number, edits: Edit[], positions: Moved[], moved: number, losses: LossAt[]}} Unchanged */

/** Means at different widths are not of one shape: rounding may tell them apart by this much. */
const TOLERANCE = 1e-12;

/** @param {Unchanged} evidence @param {Context} context @returns {import('./evidence-kinds.js').Shown} */
export function unchangedEvidence(evidence, context) {
  const { t, state } = context;
  const { positions, losses } = evidence;
  const lines = positions.map((one, i) => ({
    cells: [positionNodes(context, evidence.record, one.position), movedNode(one.healthy, t), movedNode(one.faulty, t)],
    bad: isBad(one),
    rule: one.must_hold && positions[i + 1]?.must_hold === false,
  }));
  const nodes = [evidenceTable([t.position, t.healthy, `${t.faulty}, ${t.unchanged.moved}`], lines, t.more)];
  const drifted = losses.find((at) => isDrifted(at, losses));
  if (losses.length) nodes.push(lossTable(losses, t));
  return {
    sentences: [...betraying(evidence, drifted, t, logitsIn(state)), changed(evidence, context), t.unchanged.tried(evidence.tried, evidence.record, evidence.slots), ...(evidence.mask === 'none' ? [t.unchanged.maskOff] : [])],
    nodes,
  };
}

/** A changed sign of a zero is a change of 0 that the server still counts. @param {Moved} one */
function isBad({ must_hold, faulty }) {
  return must_hold && faulty !== 0;
}

/** @param {Unchanged} evidence @param {LossAt | undefined} drifted @param {Context['t']} t @param {number} width logits of a position */
function betraying({ positions, moved, losses }, drifted, t, width) {
  const found = [];
  const bad = positions.filter(isBad);
  const worst = bad.reduce((/** @type {Moved | undefined} */ most, one) => ((one.faulty ?? Infinity) > (most?.faulty ?? -1) ? one : most), undefined);
  if (worst) found.push(t.unchanged.apart(worst.position, valueText(worst.faulty, t)));
  else if (moved) found.push(t.unchanged.apart(positions.find((one) => one.must_hold)?.position ?? 0, t.unchanged.signOnly));
  if (drifted) found.push(t.unchanged.drift(valueText(losses[0]?.faulty ?? null, t), valueText(drifted.faulty, t), drifted.slots));
  return found.length ? found : [t.unchanged.agree(positions.filter((one) => one.must_hold).length * width)];
}

/** @param {Unchanged} evidence @param {Context} context */
function changed({ edits }, { t, state }) {
  const [first] = edits;
  const last = edits.at(-1);
  if (!first || !last) return '';
  if (edits.length > 1) return t.unchanged.edited(first.record, first.position, last.position, edits.length);
  return t.unchanged.swapped(first.record, first.position, tokenText(state, first.before, ''), tokenText(state, first.after, ''));
}

/** @param {LossAt[]} losses @param {Context['t']} t */
function lossTable(losses, t) {
  const lines = losses.map((at) => ({ cells: [`${at.slots} ${t.unchanged.slots}`, valueNode(at.healthy, t), valueNode(at.faulty, t)], bad: isDrifted(at, losses) }));
  return evidenceTable([t.unchanged.loss, t.healthy, t.faulty], lines, t.more);
}

/** @param {LossAt} at @param {LossAt[]} losses */
function isDrifted({ faulty }, [first]) {
  return !(Math.abs((faulty ?? NaN) - (first?.faulty ?? NaN)) <= TOLERANCE);
}

/** @param {import('../types.js').State} state */
function logitsIn({ traced }) {
  return traced?.trace.records[0]?.tensors.logits[0]?.length ?? 0;
}
