/**
 * JSON has no NaN: what a broken model could not compute arrives as null. Here
 * it becomes NaN again, so that nobody takes it for a 0. A score that is null
 * because its key is masked, and a loss of which there is none, stay null.
 */

/** @typedef {import('../types.js').Trace} Trace */
/** @typedef {import('../types.js').TracedRecord} TracedRecord */

/** @param {Trace} trace just parsed, so it may be written to @returns {Trace} the same */
export function withNaN(trace) {
  for (const record of trace.records) restoreRecord(record);
  trace.loss = numberOf(trace.loss);
  return trace;
}

/** @param {TracedRecord} record */
function restoreRecord(record) {
  const { blocks, ...shared } = record.tensors;
  for (const tensor of Object.values(shared)) restore(tensor);
  for (const { scores, visible, ...others } of blocks) {
    for (const tensor of Object.values(others)) restore(tensor);
    for (const head of scores) head.forEach((row, query) => restoreVisible(row, visible[0]?.[query] ?? []));
  }
  record.losses = record.losses.map((loss, t) => (/** @type {number} */ (record.targets[t]) < 0 ? null : numberOf(loss)));
}

/** @param {unknown[]} lists nested */
function restore(lists) {
  lists.forEach((part, i) => {
    if (Array.isArray(part)) restore(part);
    else if (part === null) lists[i] = NaN;
  });
}

/** @param {(number | null)[]} row @param {boolean[]} visible */
function restoreVisible(row, visible) {
  row.forEach((score, key) => {
    if (visible[key]) row[key] = numberOf(score);
  });
}

/** @param {number | null} value */
function numberOf(value) {
  return value ?? NaN;
}
