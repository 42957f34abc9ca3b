/** How many numbers a trace holds. Pure. */

/** @typedef {import('../types.js').Trace} Trace */

/**
 * Everything numeric the server sent: IDs, targets, losses, and each tensor's
 * entries. A score that does not exist is not a number, and neither is a flag.
 * @param {Trace} trace
 */
export function numbersIn(trace) {
  return trace.records.reduce((sum, record) => sum + numbersInRecord(record), 1);
}

/** @param {import('../types.js').TracedRecord} record */
function numbersInRecord({ ids, targets, losses, tensors: { blocks, ...rows } }) {
  const own = entries(ids) + entries(targets) + entries(losses) + sum(Object.values(rows).map(entries));
  return own + sum(blocks.map(numbersInBlock));
}

/** @param {import('../types.js').BlockTensors} block */
function numbersInBlock({ scores, visible: _flags, ...others }) {
  return sum(scores.flat().map((row) => row.filter((score) => score !== null).length)) + sum(Object.values(others).map(entries));
}

/**
 * Entries of a rectangular nested list.
 * @param {unknown[]} list
 * @returns {number}
 */
function entries(list) {
  return Array.isArray(list[0]) ? list.length * entries(list[0]) : list.length;
}

/** @param {number[]} list */
function sum(list) {
  return list.reduce((a, b) => a + b, 0);
}
