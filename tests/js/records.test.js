/** Records, their baseline and what of them is still to be traced. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceArrived, traceRefused } from '../../static/js/state/arrivals.js';
import { addRecord, editRecord, isEdited, moveRecord, removeRecord } from '../../static/js/state/drafts.js';
import { initialState } from '../../static/js/state/initial.js';
import { fillPadding, remember, replaceToken, setMask, undoEdits } from '../../static/js/state/lab.js';
import { shownRecord, shownRecordAt } from '../../static/js/state/shown.js';
import { wanted } from '../../static/js/state/wanted.js';
import { PLAIN, traceOf, tracedState } from './traces.js';

/** @typedef {import('../../static/js/types.js').State} State */

/** The trace of what the state now holds, arrived. @param {State} state */
const arrive = (state) => traceArrived(state, { drafts: state.drafts, ...PLAIN, mask: state.mask, fault: null, step: null, trace: traceOf(state.drafts, state.mask), milliseconds: 1 }, false);

test('a page just opened wants its trace, and then nothing', () => {
  const plain = initialState();
  assert.deepEqual(wanted(plain), { kind: 'trace', drafts: plain.drafts, ...PLAIN, mask: 'causal', fault: null, step: null });
  const state = arrive(plain);
  assert.equal(wanted(state), null);
  assert.equal(state.baselineTraced, state.traced);
});

test('typing wants the new trace; the remembered one is already here', () => {
  const typed = editRecord(tracedState(), 0, 'The key is reds.');
  assert.equal(wanted(typed)?.drafts, typed.drafts);
  assert.ok(isEdited(typed));
  assert.equal(wanted(arrive(typed)), null);
});

test('another mask wants both traces again, the present one first', () => {
  const edited = arrive(replaceToken(tracedState(), 6, 270));
  const state = setMask(edited, 'none');
  assert.equal(wanted(state)?.kind, 'trace');
  const next = wanted(arrive(state));
  assert.deepEqual([next?.kind, next?.mask, next?.drafts], ['baseline', 'none', state.baseline]);
});

test('another mask on unedited records wants one trace, which is the baseline too', () => {
  const state = arrive(setMask(tracedState(), 'none'));
  assert.equal(wanted(state), null);
  assert.equal(state.baselineTraced?.mask, 'none');
});

test('typing ends the lab edits of that record alone', () => {
  const swapped = fillPadding(replaceToken({ ...tracedState(), rec: 1 }, 3, 9), 65);
  assert.deepEqual(editRecord(swapped, 0, 'x').drafts[1]?.replace, [{ position: 3, id: 9 }]);
  const typed = editRecord(swapped, 1, 'x').drafts[1];
  assert.deepEqual([typed?.replace, typed?.paddingId], [[], null]);
});

test('one to eight records; adding or removing remembers anew', () => {
  let state = tracedState();
  for (let i = 0; i < 9; i++) state = addRecord(state, `r${i}`);
  assert.equal(state.drafts.length, 8);
  assert.ok(!isEdited(state));
  assert.equal(new Set(state.drafts.map(({ key }) => key)).size, 8);
  for (let i = 0; i < 9; i++) state = removeRecord(state, 0);
  assert.equal(state.drafts.length, 1);
  assert.equal(state.rec, 0);
});

test('the current record stays current when it or another moves or goes', () => {
  const state = addRecord(tracedState(), 'third');
  assert.equal(state.rec, 2);
  const moved = moveRecord(state, 2, 0);
  assert.equal(moved.drafts[moved.rec]?.text, 'third');
  assert.equal(moveRecord(moved, 1, 2).rec, 0);
  assert.equal(moveRecord(state, 0, 5), state);
  const removed = removeRecord(state, 0);
  assert.equal(removed.drafts[removed.rec]?.text, 'third');
});

test('moving a record is no edit: the remembered ones move along, and take their lab edits back', () => {
  const moved = moveRecord(tracedState(), 0, 1);
  assert.equal(isEdited(moved), false);
  const edited = moveRecord(replaceToken(tracedState(), 3, 7), 0, 1);
  assert.equal(isEdited(edited), true);
  assert.deepEqual(undoEdits(edited).drafts, moved.drafts);
});

test('a record keeps its own trace on show when the order changes before the reply', () => {
  const state = tracedState();
  const [first, second] = state.traced.trace.records;
  const moved = moveRecord(state, 0, 1);
  assert.equal(shownRecordAt(moved, 0), second);
  assert.equal(shownRecordAt(moved, 1), first);
  assert.equal(shownRecord(removeRecord(state, 0)), second);
  assert.equal(shownRecord(addRecord(state, 'new')), null);
});

test('a shorter record brings the selection inside', () => {
  const state = { ...tracedState(), pos: 14, key: 12, head: 5 };
  const short = traceArrived(state, { ...state.traced, trace: traceOf(state.drafts, 'causal', 4) }, false);
  assert.deepEqual([short.pos, short.key, short.head], [3, 3, 1]);
});

test('going back to what is traced ends a refusal', () => {
  const refused = traceRefused(editRecord(tracedState(), 0, 'too long'), { code: 'record_too_long', message: '', record: 0, details: {} }, { record: 0, ids: [1, 2] });
  assert.equal(refused.refusal?.code, 'record_too_long');
  const back = undoEdits(refused);
  assert.deepEqual([back.refusal, back.overlong, back.pending], [null, null, false]);
  assert.equal(wanted(back), null);
});

test('a link whose lab edit does not exist loses the edit, not the records', () => {
  const linked = replaceToken(tracedState(), 99, 5000);
  const state = traceRefused(linked, { code: 'slot_unknown', message: '', record: 0, details: {} }, null);
  assert.deepEqual(state.drafts, linked.baseline);
  assert.equal(state.refusal, null);
});

test('remembering makes the present trace the baseline without asking again', () => {
  const typed = arrive(editRecord(tracedState(), 0, 'new words'));
  const state = remember(typed);
  assert.ok(!isEdited(state));
  assert.equal(state.baselineTraced, typed.traced);
});

test('residuals that records lend each other are given back when records change places', () => {
  const swap = [{ record: 0, block: 0, position: 2, from: 1 }];
  const state = { ...addRecord(initialState(), 'third'), swap, show: /** @type {const} */ ('difference') };
  for (const next of [removeRecord(state, 1), moveRecord(state, 0, 2)]) assert.deepEqual([next.swap, next.show], [[], 'values']);
  const alsoOff = removeRecord({ ...state, off: ['ffn0'] }, 1);
  assert.deepEqual([alsoOff.swap, alsoOff.show], [[], 'difference']);
  assert.equal(removeRecord({ ...state, swap: [] }, 1).show, 'difference');
});
